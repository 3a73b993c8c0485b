import { defineResource, f, SEVERITIES } from '#kernel'

const readonly = true as const

/** A violation and what became of it, from the run that found it first. Runs and people move it on; nobody edits it. */
export const finding = defineResource('finding', {
  menu: { group: 'control', icon: 'triangle-alert', order: 5 },
  label: 'name',
  fields: {
    /** The business key as people read it. */
    name: f.string({ readonly, required: true, search: true }),
    parameter: f.ref('control.parameter', { label: 'name', readonly, required: true }),
    field: f.string({ readonly, search: true }),
    value: f.textarea({ readonly, search: true }),
    severity: f.select({ options: SEVERITIES, readonly, ranked: true }),
    state: f.select({
      options: ['new', 'reopened', 'fixing', 'queried', 'accepted', 'false_positive', 'resolved'],
      readonly,
      default: 'new',
    }),
    /** Why the last run changed it. */
    cause: f.select({ options: ['data', 'rule', 'until'], readonly }),
    reason: f.textarea({ readonly }),
    acceptedUntil: f.date({ readonly }),
    study: f.ref('study.project', { label: 'title', readonly }),
    /** Where it was found: a row of a file, or a record of a form. */
    datafile: f.ref('datafile', { label: 'name', readonly }),
    form: f.ref('study.form', { label: 'name', readonly }),
    subject: f.ref('study.subject', { label: 'code', readonly }),
    visit: f.ref('study.visit', { label: 'name', readonly }),
    instance: f.integer({ readonly }),
    department: f.ref('department', { label: 'name', readonly }),
    record: f.integer({ readonly }),
    /** The columns that hold what `field` names, as the record has them for good. */
    slot: f.string({ readonly }),
    row: f.integer({ readonly }),
    key: f.string({ readonly }),
    /** How many it stands for, where a rule hit far too much. */
    massCount: f.integer({ readonly }),
    /** The row as it was when something about the finding changed. */
    context: f.json({ readonly }),
    fingerprint: f.string({ readonly, required: true, unique: true }),
    hash: f.string({ readonly, required: true }),
    firstRun: f.ref('qc.run', { label: 'title', readonly, required: true, unbound: true }),
    stateRun: f.ref('qc.run', { label: 'title', readonly, required: true, unbound: true }),
    /** The last one that asked about it. */
    query: f.ref('query', { label: 'title', readonly }),
  },
  traits: ['timestamps', 'readonly', 'exportable'],
  scopedBy: 'datafile',
  indexes: [['stateRun'], ['study', 'state'], ['form', 'record']],
  actions: {
    query: { on: 'rows', icon: 'message-circle-question-mark', input: { text: f.textarea({ max: 2000 }), due: f.date() } },
    accept: { on: 'rows', bulk: true, icon: 'check', input: { reason: f.textarea({ required: true, max: 500 }), until: f.date() } },
    fix: { on: 'rows', bulk: true, icon: 'wrench' },
    falsePositive: { on: 'rows', bulk: true, icon: 'circle-slash', input: { reason: f.textarea({ required: true, max: 500 }) } },
    /** Of one that stands for many: each becomes a finding of its own. */
    oneByOne: { on: 'row', icon: 'list-tree' },
    giveBack: { on: 'rows', bulk: true, icon: 'undo-2', input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  moves: {
    accepted: { from: ['new', 'reopened', 'fixing', 'queried'], reason: true, server: true },
    fixing: { from: ['new', 'reopened'], server: true },
    queried: { from: ['new', 'reopened'], server: true },
    false_positive: { from: ['new', 'reopened'], reason: true, server: true },
    new: { from: ['fixing', 'queried'], reason: true, server: true },
  },
  children: { events: { of: 'finding.event', by: 'finding' } },
  list: {
    columns: [
      'severity',
      'parameter',
      'name',
      'field',
      'value',
      'state',
      'query',
      'cause',
      'study',
      'form',
      'department',
      'datafile',
      'createdAt',
      'updatedAt',
    ],
    sort: '-id',
    opens: {
      where: [{ field: 'state', operator: 'IN', val: 'new,reopened' }],
      sort: [
        { field: 'severity', descending: false },
        { field: 'id', descending: true },
      ],
    },
    filters: ['state', 'severity', 'study', 'parameter', 'department', 'subject', 'createdAt'],
  },
})
