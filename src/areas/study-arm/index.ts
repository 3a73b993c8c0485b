import { defineResource, f } from '#kernel'

export const studyArm = defineResource('study.arm', {
  menu: { group: 'study', icon: 'split', order: 60 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 20, pattern: 'code', search: true }),
    name: f.string({ required: true, max: 60, search: true }),
    nameEn: f.string({ required: true, max: 60, search: true }),
    plannedN: f.integer({ min: 0, max: 1_000_000 }),
  },
  counts: { subjects: { of: 'study.subject', by: 'arm' } },
  traits: ['timestamps', 'sortable', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  unique: [['study', 'code']],
  list: { columns: ['study', 'code', 'name', 'subjects', 'plannedN', 'updatedAt'], sort: '-weigh', filters: ['study'] },
  form: ['study', 'code', ['name', 'nameEn'], 'plannedN'],
})
