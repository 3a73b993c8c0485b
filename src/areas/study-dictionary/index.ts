import { defineResource, f } from '#kernel'

/** A version of a study's dictionary. Forms, variables and lists are edited while it is a draft; what is published stays as it is. */
export const studyDictionary = defineResource('study.dictionary', {
  menu: { group: 'study', icon: 'book-open', order: 20 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    number: f.integer({ readonly: true }),
    /** The code of the study and the number. */
    title: f.string({ readonly: true, search: true }),
    state: f.select({ options: ['draft', 'published', 'retired'], default: 'draft' }),
    base: f.ref('study.dictionary', { label: 'title', readonly: true }),
    savedAt: f.dateTime({ readonly: true }),
    publishedAt: f.dateTime({ readonly: true }),
    publishedBy: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    /** How this version calls its forms, and whether they repeat or are entered twice: so for the records from its publication on. */
    forms: f.json({ readonly: true }),
    note: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'study',
  unique: [['study', 'number']],
  moves: {
    published: { from: ['draft'], rule: 'publish', reason: true, gate: true, second: 'half' },
    retired: { from: ['published'], server: true },
  },
  actions: {
    /** The whole draft, as the editor has it. */
    save: { on: 'row', hidden: true, input: { content: f.json({ required: true }), version: f.integer({ required: true }) } },
  },
  list: {
    columns: ['title', 'study', 'state', 'base', 'publishedAt', 'publishedBy', 'note', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'state', 'publishedAt'],
  },
  form: ['study', 'note'],
})
