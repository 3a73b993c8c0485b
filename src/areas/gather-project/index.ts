import { defineResource, f } from '#kernel'

const WAYS = ['form', 'upload', 'import', 'api'] as const
/** How data come in: filled in where they are asked for, uploaded by members, imported by the house, handed over by machines. */
export type Way = (typeof WAYS)[number]

/** What is gathered for a study: from whom, by which way, how much and until when. */
export const gatherProject = defineResource('gather.project', {
  menu: { group: 'study', icon: 'inbox', order: 30 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 30, pattern: 'code', unique: true, search: true }),
    name: f.string({ required: true, max: 120, search: true }),
    nameEn: f.string({ required: true, max: 120, search: true }),
    channel: f.select({ options: WAYS, default: 'upload' }),
    /** By which other ways it takes files; what is not named is refused. */
    also: f.checkbox({ options: ['upload', 'import', 'api'], default: ['import', 'api'] }),
    /** Where its rows go. */
    form: f.ref('study.form', { label: 'name' }),
    /** At which visits the form is filled in; none named: at all of them. */
    visits: f.refs('study.visit', { label: 'name', when: { channel: ['form'] } }),
    departments: f.refs('department', { label: 'name' }),
    targetN: f.integer({ min: 1, max: 100_000_000 }),
    targetOf: f.select({ options: ['records', 'subjects'], default: 'records' }),
    dueRule: f.select({ options: ['none', 'once', 'weekly', 'monthly'], default: 'none' }),
    dueOn: f.date({ required: true, when: { dueRule: ['once'] } }),
    dueWeekday: f.integer({ required: true, min: 1, max: 7, when: { dueRule: ['weekly'] } }),
    dueMonthday: f.integer({ required: true, min: 1, max: 28, when: { dueRule: ['monthly'] } }),
    /** The first day that some department is waited for: passed, it is overdue. Which one it is: `study/gather/due.ts`. */
    dueNext: f.date({ readonly: true }),
    intake: f.select({ options: ['reject', 'quarantine', 'flag'], default: 'quarantine' }),
    /** What was compared without a complaint is stored without asking anybody. */
    automatic: f.switch({ default: false }),
    /** Values that are stored already are changed by a delivery only with a reason, and so never by itself. */
    reasonRequired: f.switch({ default: false }),
    removed: f.select({ options: ['keep', 'flag', 'recycle'], default: 'flag' }),
    /** What judges the form once a delivery is stored. */
    controlSet: f.ref('control.set', { label: 'name' }),
    /** Which column of a delivery fills what, as it was when one was last stored. */
    mapping: f.json({ readonly: true }),
    state: f.select({ options: ['draft', 'open', 'paused', 'closed', 'locked'], default: 'draft' }),
    remark: f.textarea({ max: 1000 }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  moves: {
    open: { from: ['draft', 'paused', 'closed'], rule: 'open', gate: true, reason: ['closed'] },
    paused: { from: ['open'], rule: 'pause' },
    // From `locked` with the lock alone: as long as it holds it keeps them.
    closed: { from: ['open', 'paused', 'locked'], rule: 'close' },
    // Set through locks alone.
    locked: { from: ['open', 'paused', 'closed'], server: true },
  },
  actions: {
    /** The right to hand data over. */
    deliver: { on: 'list', hidden: true, pure: true },
    /** Of what is overdue, told to whoever hands it over, at all sites or at one; once a day. */
    remind: { on: 'rows', icon: 'bell', input: { department: f.ref('department', { label: 'name' }) } },
    /** The newest version of a data file, handed over. */
    take: { on: 'row', icon: 'file-text', input: { datafile: f.ref('datafile', { label: 'name', required: true }) } },
  },
  counts: { deliveries: { of: 'gather.delivery', by: 'gather' } },
  children: { deliveries: { of: 'gather.delivery', by: 'gather' }, overrides: { of: 'control.override', by: 'gather' } },
  list: {
    columns: ['name', 'study', 'state', 'dueNext', 'channel', 'deliveries', 'targetN', 'departments', 'intake', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'channel', 'departments', 'state', 'dueNext'],
  },
  form: [
    {
      section: 'what',
      rows: ['study', 'code', ['name', 'nameEn'], ['channel', 'form'], 'also', 'visits', ['targetN', 'targetOf'], 'departments', 'remark'],
    },
    { section: 'due', rows: ['dueRule', 'dueOn', 'dueWeekday', 'dueMonthday'] },
    {
      section: 'policy',
      rows: [['intake', 'removed'], ['automatic', 'reasonRequired'], 'controlSet'],
    },
  ],
})

/** The ways that a gather project takes data by. */
export const waysOf = ({ channel, also }: Readonly<Record<string, unknown>>): Way[] =>
  WAYS.filter((way) => way === channel || (Array.isArray(also) && also.includes(way)))
