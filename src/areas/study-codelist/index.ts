import { defineResource, f } from '#kernel'

/** The values that variables of one version of a dictionary are chosen from. */
export const studyCodelist = defineResource('study.codelist', {
  label: 'code',
  fields: {
    dictionary: f.ref('study.dictionary', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 64, search: true }),
    name: f.string({ max: 100, search: true }),
    items: f.json({}),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'dictionary',
  unique: [['dictionary', 'code']],
  list: { columns: ['dictionary', 'code', 'name', 'updatedAt'], sort: '-id', filters: ['dictionary'] },
})
