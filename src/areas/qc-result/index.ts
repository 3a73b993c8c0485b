import { defineResource, f, DIMENSIONS, SEVERITIES } from '#kernel'

const readonly = true as const

/** What one rule said in one run, with the counts that the verdict came from. */
export const qcResult = defineResource('qc.result', {
  menu: { group: 'control', icon: 'list', order: 60 },
  label: 'code',
  fields: {
    run: f.ref('qc.run', { label: 'title', readonly, required: true }),
    parameter: f.ref('control.parameter', { label: 'name', readonly, required: true }),
    parameterVersion: f.ref('control.version', { label: 'title', readonly, required: true }),
    /** Where it judged the rows of one place, otherwise than elsewhere. */
    override: f.ref('control.override', { label: 'title', readonly }),
    /** The form whose records were judged; none for a file. */
    form: f.ref('study.form', { label: 'name', readonly }),
    code: f.string({ readonly, required: true, search: true }),
    check: f.string({ readonly, required: true, search: true }),
    target: f.string({ readonly, search: true }),
    dimension: f.select({
      options: DIMENSIONS,
      readonly,
    }),
    severity: f.select({ options: SEVERITIES, readonly, ranked: true }),
    status: f.select({ options: ['error', 'not_applicable', 'skipped', 'failed', 'warned', 'passed'], readonly }),
    reason: f.string({ readonly }),
    rows: f.integer({ readonly }),
    denominator: f.integer({ readonly }),
    violated: f.integer({ readonly }),
    value: f.float({ readonly }),
    score: f.float({ readonly }),
    /** The whole result as the engine gives it: thresholds, measures, groups, message. */
    result: f.json({ readonly }),
  },
  traits: ['timestamps', 'readonly', 'exportable'],
  scopedBy: 'run',
  indexes: [['run', 'status']],
  list: {
    columns: [
      'code',
      'parameter',
      'status',
      'violated',
      'denominator',
      'target',
      'severity',
      'run',
      'dimension',
      'check',
      'override',
      'value',
      'score',
    ],
    sort: 'id',
    window: true,
    filters: ['run', 'status', 'severity', 'dimension', 'form', 'parameter', 'check', 'override'],
  },
})
