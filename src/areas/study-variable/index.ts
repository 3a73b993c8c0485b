import { defineResource, f } from '#kernel'

/** A variable of a form in one version of the dictionary. Its slot is what it is in every version. */
export const studyVariable = defineResource('study.variable', {
  label: 'code',
  fields: {
    dictionary: f.ref('study.dictionary', { label: 'title', required: true, immutable: true }),
    form: f.ref('study.form', { label: 'name', required: true, immutable: true }),
    slot: f.integer({ readonly: true, required: true }),
    position: f.integer({ readonly: true, default: 0 }),
    code: f.string({ required: true, max: 64, search: true }),
    label: f.string({ max: 500, search: true }),
    labelEn: f.string({ max: 500, search: true }),
    section: f.string({ max: 200 }),
    type: f.select({
      options: ['text', 'longText', 'integer', 'number', 'date', 'dateTime', 'time', 'choice', 'choices', 'yesNo'],
      default: 'text',
    }),
    unit: f.string({ max: 40 }),
    /** Other units that it may be entered in: `mg/dL = 0.0555 : 1`. */
    units: f.string({ max: 400 }),
    /** What is usual, by sex, age and site: `3.9~6.1; sex=2: 3.5~5.8`. */
    normal: f.string({ max: 1000 }),
    codelist: f.string({ max: 64 }),
    min: f.string({ max: 40 }),
    max: f.string({ max: 40 }),
    required: f.switch({ default: false }),
    branching: f.string({ max: 2000 }),
    formula: f.string({ max: 2000 }),
    /** Several codes stand apart by blanks. */
    missingCodes: f.string({ max: 800 }),
    sensitivity: f.integer({ min: 0, max: 4, default: 0 }),
    critical: f.switch({ default: false }),
    /** The database keeps an index of it. */
    indexed: f.switch({ default: false }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'dictionary',
  unique: [['dictionary', 'form', 'slot']],
  list: {
    columns: ['dictionary', 'form', 'code', 'label', 'type', 'unit', 'codelist', 'min', 'max', 'required', 'sensitivity', 'critical'],
    sort: 'position',
    filters: ['dictionary', 'form', 'type', 'required', 'critical'],
  },
})
