import { defineResource, f, DIMENSIONS, SEVERITIES } from '#kernel'

const readonly = true as const

/** A rule as people speak of it. What it says stands in its versions; findings belong to it, whichever of them found them. */
export const controlParameter = defineResource('control.parameter', {
  menu: { group: 'control', icon: 'sliders-horizontal', order: 20 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    code: f.string({ required: true, max: 120, unique: true, search: true, immutable: true }),
    name: f.string({ required: true, max: 120, search: true }),
    nameEn: f.string({ required: true, max: 120, search: true }),
    study: f.ref('study.project', { label: 'title', immutable: true }),
    /** Code of a check type of the catalogue. */
    check: f.string({ required: true, max: 10, immutable: true, search: true }),
    /** As entered with the rule; then what the version in force says. */
    body: f.json({ immutable: true }),
    dimension: f.select({
      options: DIMENSIONS,
      readonly,
    }),
    target: f.string({ readonly, search: true }),
    severity: f.select({ options: SEVERITIES, readonly }),
    number: f.integer({ readonly }),
    state: f.select({ options: ['draft', 'tested', 'approved', 'active', 'retired'], readonly, default: 'draft' }),
    /** Of a rule that was taken over: where it comes from, and what spoke for it. */
    origin: f.select({ options: ['profile', 'starter', 'dictionary', 'fastq', 'vcf'], readonly }),
    evidence: f.json({ readonly }),
    /** Who hears that it blames what is right; whoever adds it, unless somebody else is named. */
    owner: f.ref('auth.admin', { label: 'nickname', release: true }),
    remark: f.textarea({ max: 2000 }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  narrowed: true,
  actions: {
    /** A new draft after the newest version. */
    revise: { on: 'row', icon: 'copy-plus' },
    take: {
      on: 'list',
      icon: 'file-up',
      input: { file: f.code({ required: true, language: 'json', max: 2_000_000 }), study: f.ref('study.project', { label: 'title' }) },
    },
    give: { on: 'rows', icon: 'file-down', pure: true },
    /** A rule as it is typed, over rows that are there: of a study, of one of its forms, of a delivery, or of a data file. */
    try: {
      on: 'list',
      hidden: true,
      input: {
        check: f.string({ required: true, max: 60 }),
        body: f.json(),
        study: f.ref('study.project', { label: 'title' }),
        form: f.ref('study.form', { label: 'name' }),
        datafile: f.ref('datafile', { label: 'name' }),
        delivery: f.ref('gather.delivery', { label: 'name' }),
        /** Of a rule that is stored. */
        parameter: f.ref('control.parameter', { label: 'name' }),
      },
    },
    /** The drafts of rules, one after the other: of a study its own data, or what is chosen. */
    tryAll: {
      on: 'rows',
      icon: 'flask-conical',
      input: {
        study: f.ref('study.project', { label: 'title' }),
        datafile: f.ref('datafile', { label: 'name' }),
        delivery: f.ref('gather.delivery', { label: 'name' }),
      },
    },
    /** Rules for a set: what data suggest, what the dictionary says, what a kind of file asks for. */
    propose: {
      on: 'list',
      hidden: true,
      input: {
        set: f.ref('control.set', { label: 'name', required: true }),
        source: f.select({ options: ['profile', 'starter', 'dictionary', 'fastq', 'vcf'], required: true }),
        form: f.ref('study.form', { label: 'name' }),
        datafile: f.ref('datafile', { label: 'name' }),
      },
    },
    /** All that a pack says, as rules of a study: a new set asks for it. */
    pack: {
      on: 'list',
      hidden: true,
      input: {
        study: f.ref('study.project', { label: 'title', required: true }),
        code: f.string({ required: true, max: 60 }),
        source: f.select({ options: ['dictionary', 'fastq', 'vcf'], required: true }),
      },
    },
    adopt: { on: 'list', hidden: true, input: { task: f.integer({ required: true, min: 1 }), keys: f.json({ required: true }) } },
  },
  children: {
    versions: { of: 'control.version', by: 'parameter' },
    overrides: { of: 'control.override', by: 'parameter', alike: ['study'] },
  },
  list: {
    columns: ['code', 'name', 'state', 'target', 'check', 'severity', 'dimension', 'study', 'number', 'updatedAt'],
    sort: '-id',
    filters: ['dimension', 'severity', 'state', 'study', 'check', 'owner', 'origin'],
  },
  form: ['code', ['name', 'nameEn'], ['study', 'check'], 'body', 'owner', 'remark'],
})
