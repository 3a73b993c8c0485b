import { defineResource, f } from '#kernel'

/** A form of a study. It stays what it is across versions of the dictionary; its number is that of the table of its records. */
export const studyForm = defineResource('study.form', {
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 64, search: true }),
    name: f.string({ required: true, max: 100, search: true }),
    nameEn: f.string({ required: true, max: 100, search: true }),
    repeats: f.switch({ default: false }),
    doubleEntry: f.switch({ default: false }),
    position: f.integer({ min: 0, default: 0 }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'study',
  unique: [['study', 'code']],
  list: { columns: ['study', 'code', 'name', 'repeats', 'doubleEntry', 'updatedAt'], sort: 'position', filters: ['study'] },
  form: ['study', 'code', ['name', 'nameEn'], ['repeats', 'doubleEntry'], 'position'],
})
