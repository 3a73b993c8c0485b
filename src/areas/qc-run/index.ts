import { defineResource, f } from '#kernel'

const readonly = true as const

/** One judgement of a file, of a form or of all forms of a study by rules, with everything that is needed to repeat it. */
export const qcRun = defineResource('qc.run', {
  menu: { group: 'control', icon: 'activity', order: 50 },
  label: 'title',
  labelIn: { en: 'titleEn' },
  fields: {
    title: f.string({ readonly, required: true, search: true }),
    titleEn: f.string({ readonly, required: true, search: true }),
    /** What was judged: a version of a file, or the records of a study, of one of its forms where it names one. */
    datafile: f.ref('datafile', { label: 'name', readonly }),
    fileVersion: f.ref('datafile.version', { label: 'name', readonly }),
    study: f.ref('study.project', { label: 'title', readonly }),
    form: f.ref('study.form', { label: 'name', readonly }),
    set: f.ref('control.set', { label: 'name', readonly }),
    /** Of a re-check instead of a set: the rules, and the forms and subjects that it was asked for. */
    asked: f.json({ readonly }),
    /** What was stored before it began by itself. */
    delivery: f.ref('gather.delivery', { label: 'name', readonly }),
    trigger: f.select({ options: ['manual', 'intake', 'schedule', 'gate', 'recheck'], readonly, default: 'manual' }),
    state: f.select({ options: ['waiting', 'running', 'done', 'failed'], readonly, default: 'waiting' }),
    score: f.float({ readonly }),
    /** What it would be if no blocking check had failed. */
    uncapped: f.float({ readonly }),
    /** Why there is no result, in both languages. */
    error: f.json({ readonly }),
    applicable: f.integer({ readonly }),
    total: f.integer({ readonly }),
    failed: f.integer({ readonly }),
    warned: f.integer({ readonly }),
    passed: f.integer({ readonly }),
    notApplicable: f.integer({ readonly }),
    errors: f.integer({ readonly }),
    rows: f.integer({ readonly }),
    dimensions: f.json({ readonly }),
    appeared: f.integer({ readonly }),
    reopened: f.integer({ readonly }),
    resolved: f.integer({ readonly }),
    changed: f.integer({ readonly }),
    /** The evidence: what was read, judged by what, when, and the hash of all that was found. */
    sourceHash: f.string({ readonly }),
    /** Of records: the hash and number of rows of each form as it was read. */
    snapshots: f.json({ readonly }),
    versions: f.json({ readonly }),
    engine: f.string({ readonly }),
    /** Which database judged, why that one, and of a server, which. */
    judgedBy: f.select({ options: ['duckdb', 'trino'], readonly }),
    judgedWhy: f.json({ readonly }),
    judgedOn: f.string({ readonly }),
    formula: f.string({ readonly }),
    judgedAt: f.string({ readonly }),
    evidence: f.string({ readonly, search: true }),
    /** Hashes of stored files. */
    violations: f.string({ readonly }),
    report: f.string({ readonly }),
    /** What the report was drawn from. */
    model: f.string({ readonly }),
    /** What it judged by, as the `qc` command reads it: overrides are resolved. */
    rules: f.string({ readonly }),
    /** Of its violations: by place, the fields whose values go nowhere and what the fields are called for good; rules that tell nothing. */
    told: f.json({ readonly }),
    /** Of records: what was judged and hit at each site. */
    sites: f.json({ readonly }),
    /** Of records: the score of each form and of each site. */
    scores: f.json({ readonly }),
    task: f.integer({ readonly, of: 'task' }),
    finishedAt: f.dateTime({ readonly }),
    /** Of a scheduled run whose report is mailed: what became of that. */
    mailed: f.json({ readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'datafile',
  actions: {
    start: {
      on: 'list',
      icon: 'play',
      input: {
        datafile: f.ref('datafile', { label: 'name', required: true }),
        set: f.ref('control.set', { label: 'name', required: true }),
      },
    },
    judge: {
      on: 'list',
      icon: 'table-2',
      input: {
        study: f.ref('study.project', { label: 'title', required: true }),
        form: f.ref('study.form', { label: 'name' }),
        set: f.ref('control.set', { label: 'name', required: true }),
      },
    },
    again: { on: 'row', icon: 'rotate-ccw' },
    /** Over the form of a delivery that has just been stored, by the set of its gather project. */
    intake: { on: 'list', hidden: true, input: { delivery: f.ref('gather.delivery', { label: 'name', required: true }) } },
    /** Over the newest version of a file, by the sets that have found in it what is still open. */
    refile: { on: 'list', hidden: true, input: { datafile: f.ref('datafile', { label: 'name', required: true }) } },
    /** Over the whole study, because a step of it asks for a run that is not older than its data. */
    gate: {
      on: 'list',
      hidden: true,
      input: {
        study: f.ref('study.project', { label: 'title', required: true }),
        set: f.ref('control.set', { label: 'name', required: true }),
      },
    },
    /** What one finding stands for, as findings of its own. */
    singles: { on: 'list', hidden: true, input: { finding: f.ref('finding', { label: 'name', required: true }) } },
    /** Asked by other areas, see `#study/run/recheck.ts`. */
    recheck: {
      on: 'list',
      hidden: true,
      input: {
        study: f.ref('study.project', { label: 'title', required: true }),
        parameters: f.json({ required: true }),
        pairs: f.json({ required: true }),
      },
    },
  },
  moves: {
    // Failed with its task: a task may be asked to go on.
    running: { from: ['waiting', 'failed'], server: true },
    done: { from: ['running'], server: true },
    failed: { from: ['waiting', 'running'], server: true },
  },
  // What a finding became later is no part of what this run did to it.
  children: { results: { of: 'qc.result', by: 'run' }, changes: { of: 'finding.event', by: 'run' } },
  list: {
    columns: [
      'title',
      'set',
      'trigger',
      'state',
      'score',
      'failed',
      'warned',
      'passed',
      'appeared',
      'resolved',
      'createdAt',
      'study',
      'form',
      'applicable',
      'total',
    ],
    sort: '-id',
    filters: ['state', 'study', 'form', 'datafile', 'set', 'trigger', 'judgedBy', 'createdAt'],
  },
})
