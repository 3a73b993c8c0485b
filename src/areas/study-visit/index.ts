import { defineResource, f } from '#kernel'

/** A visit of the plan: on which day after its anchor, and how many days before and after that are still in time. */
export const studyVisit = defineResource('study.visit', {
  menu: { group: 'study', icon: 'calendar-days', order: 50 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 20, pattern: 'code', search: true }),
    name: f.string({ required: true, max: 60, search: true }),
    nameEn: f.string({ required: true, max: 60, search: true }),
    isPlanned: f.switch({ default: true }),
    day: f.integer({ required: true, min: -3650, max: 36_500, when: { isPlanned: [true] } }),
    before: f.integer({ min: 0, max: 3650, default: 0, when: { isPlanned: [true] } }),
    after: f.integer({ min: 0, max: 3650, default: 0, when: { isPlanned: [true] } }),
    anchor: f.select({ options: ['enrolment', 'screening'], default: 'enrolment', when: { isPlanned: [true] } }),
  },
  traits: ['timestamps', 'sortable', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  unique: [['study', 'code']],
  list: {
    columns: ['study', 'code', 'name', 'isPlanned', 'day', 'before', 'after', 'anchor', 'updatedAt'],
    sort: 'day',
    filters: ['study', 'isPlanned'],
  },
  form: ['study', 'code', ['name', 'nameEn'], 'isPlanned', ['anchor', 'day'], ['before', 'after']],
})
