import { defineResource, f } from '#kernel'

export const studyProject = defineResource('study.project', {
  menu: { group: 'study', icon: 'flask-conical', order: 10 },
  label: 'title',
  labelIn: { en: 'titleEn' },
  fields: {
    code: f.string({ required: true, max: 30, pattern: 'code', unique: true, search: true }),
    title: f.string({ required: true, max: 120, search: true }),
    titleEn: f.string({ required: true, max: 120, search: true }),
    kind: f.select({ options: ['cohort', 'registry', 'interventional', 'diagnostic'], default: 'cohort' }),
    phase: f.select({ options: ['I', 'II', 'III', 'IV', 'none'], default: 'none', when: { kind: ['interventional'] } }),
    /** The team decides: chosen here, an admin gets that place in it. */
    pi: f.ref('auth.admin', { label: 'nickname' }),
    /** A member who holds that place. */
    piMember: f.ref('user.user', { label: 'nickname', readonly: true }),
    department: f.ref('department', { label: 'name', required: true }),
    ethicsNo: f.string({ max: 60, search: true }),
    registryNo: f.string({ max: 60, search: true }),
    plannedN: f.integer({ min: 1, max: 1_000_000 }),
    startsOn: f.date(),
    endsOn: f.date(),
    /** The arms of its subjects are sealed until it is unblinded. */
    blinded: f.switch({ default: false }),
    unblindedAt: f.dateTime({ readonly: true }),
    state: f.select({
      options: ['draft', 'submitted', 'approved', 'collecting', 'cleaning', 'frozen', 'locked', 'archived'],
      default: 'draft',
    }),
    /** What its runs are judged on; `auto` goes by the size of the data. */
    engine: f.select({ options: ['auto', 'duckdb', 'trino'], default: 'auto' }),
    /** Reasons for a change of data that are offered, one per line in both languages. */
    reasons: f.textarea({ max: 4000 }),
    remark: f.textarea({ max: 2000 }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  narrowed: true,
  rights: ['all', 'unblinded'],
  reason: 'afterSubmit',
  actions: {
    /** A new draft with the same plan, visits, arms, dictionary and gather projects; without subjects, data or team. */
    copy: {
      on: 'row',
      icon: 'copy',
      input: {
        code: f.string({ required: true, max: 30, pattern: 'code' }),
        title: f.string({ required: true, max: 120 }),
        titleEn: f.string({ required: true, max: 120 }),
      },
    },
    /** Opens the arms of all subjects and the variables that tell them, for good. */
    unblind: { on: 'row', icon: 'eye', danger: true, second: true, input: { reason: f.textarea({ required: true, max: 500 }) } },
    /** A new draft from a study of another system; what would become of it is asked for first. */
    take: {
      on: 'list',
      hidden: true,
      input: {
        text: f.textarea({ required: true, max: 1_800_000 }),
        code: f.string({ required: true, max: 30, pattern: 'code' }),
        title: f.string({ required: true, max: 120 }),
        titleEn: f.string({ required: true, max: 120 }),
        department: f.ref('department', { label: 'name', required: true }),
      },
    },
    /** What an export would hold, and what of it would not fit; the file itself comes by a ticket. */
    give: { on: 'row', icon: 'download', pure: true, input: { format: f.select({ options: ['odm', 'json', 'xpt'], required: true }) } },
  },
  moves: {
    submitted: { from: ['draft'], rule: 'submit', gate: true },
    draft: { from: ['submitted', 'approved'], rule: 'sendBack', reason: true },
    approved: { from: ['submitted'], rule: 'approve' },
    collecting: { from: ['approved'], rule: 'collect', gate: true },
    /** Out of a lock only with a second person, and why. */
    cleaning: { from: ['collecting', 'frozen', 'locked'], rule: 'clean', reason: ['frozen', 'locked'], second: ['locked'] },
    frozen: { from: ['cleaning'], rule: 'freeze', reason: true, gate: true },
    /** Out of the archive only with a second person. */
    locked: { from: ['frozen', 'archived'], rule: 'close', reason: true, second: ['archived'], gate: true },
    archived: { from: ['locked'], rule: 'archive', reason: true },
  },
  counts: { subjects: { of: 'study.subject', by: 'study' } },
  children: {
    dictionaries: { of: 'study.dictionary', by: 'study' },
    visits: { of: 'study.visit', by: 'study' },
    arms: { of: 'study.arm', by: 'study' },
    team: { of: 'study.member', by: 'study' },
    subjects: { of: 'study.subject', by: 'study' },
    gather: { of: 'gather.project', by: 'study' },
    marks: { of: 'study.mark', by: 'study' },
    locks: { of: 'study.lock', by: 'study' },
  },
  list: {
    columns: ['code', 'title', 'pi', 'piMember', 'department', 'state', 'subjects', 'plannedN', 'endsOn', 'updatedAt'],
    sort: '-id',
    filters: ['state', 'kind', 'pi', 'piMember', 'department', 'startsOn'],
  },
  form: [
    { section: 'study', rows: ['code', 'title', 'titleEn', ['kind', 'phase'], 'remark'] },
    {
      section: 'charge',
      rows: [
        ['pi', 'department'],
        ['ethicsNo', 'registryNo'],
      ],
    },
    { section: 'plan', rows: ['plannedN', ['startsOn', 'endsOn'], ['blinded', 'engine'], 'reasons'] },
  ],
})
