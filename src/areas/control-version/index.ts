import { defineResource, f } from '#kernel'

const readonly = true as const

/** What a rule says from one day to another. Once it has left the draft nobody changes a word of it. */
export const controlVersion = defineResource('control.version', {
  menu: { group: 'control', icon: 'git-commit-horizontal', order: 30 },
  label: 'title',
  fields: {
    title: f.string({ readonly, search: true }),
    parameter: f.ref('control.parameter', { label: 'name', required: true, immutable: true }),
    number: f.integer({ readonly, required: true }),
    check: f.string({ readonly }),
    body: f.json(),
    messageZh: f.textarea({ max: 500 }),
    messageEn: f.textarea({ max: 500 }),
    gates: f.checkbox({ options: ['submit', 'freeze', 'lock', 'release'] }),
    autoQuery: f.switch({ default: false }),
    note: f.textarea({ max: 1000 }),
    state: f.select({ options: ['draft', 'tested', 'approved', 'active', 'retired'], default: 'draft' }),
    /** What it was tried on before it counted as tested: the hash of what it says, the rows, what failed, and the snapshot. */
    testedOn: f.json({ readonly }),
    testedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    approvedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    effectiveFrom: f.dateTime({ readonly }),
    effectiveTo: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'produced', 'audited', 'exportable'],
  scopedBy: 'parameter',
  unique: [['parameter', 'number']],
  actions: { difference: { on: 'row', icon: 'git-compare', pure: true, input: { other: f.integer({ min: 1 }) } } },
  moves: {
    tested: { from: ['draft'], rule: 'test', gate: true },
    draft: { from: ['tested'], rule: 'test' },
    approved: { from: ['tested'], second: true, rule: 'approve' },
    active: { from: ['approved'], rule: 'activate' },
    retired: { from: ['active'], rule: 'retire', reason: true },
  },
  list: {
    columns: ['title', 'parameter', 'number', 'state', 'autoQuery', 'gates', 'testedBy', 'approvedBy', 'effectiveFrom', 'effectiveTo'],
    sort: '-id',
    filters: ['state', 'parameter', 'effectiveFrom', 'autoQuery'],
  },
  form: ['body', { section: 'message', rows: [['messageZh', 'messageEn']] }, { section: 'use', rows: ['gates', 'autoQuery', 'note'] }],
})
