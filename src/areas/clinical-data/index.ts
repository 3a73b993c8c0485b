import { defineResource, f } from '#kernel'

/**
 * The forms of the studies as they are published; below each, `clinical.data.f12`, its records. The rights, and the states with the words of
 * their moves, are those that all forms have.
 */
export const clinicalData = defineResource('clinical.data', {
  menu: { group: 'data', icon: 'table-2', order: 5 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  view: true,
  fields: {
    study: f.ref('study.project', { label: 'title', readonly: true }),
    code: f.string({ readonly: true, search: true }),
    name: f.string({ readonly: true, search: true }),
    nameEn: f.string({ readonly: true, search: true }),
    state: f.select({ options: ['draft', 'submitted', 'verified', 'signed'], readonly: true }),
  },
  traits: ['recyclable', 'exportable'],
  scopedBy: 'study',
  rights: ['reveal'],
  moves: {
    submitted: { from: ['draft'], rule: 'submit', gate: true },
    verified: { from: ['submitted'], rule: 'verify', gate: true },
    signed: { from: ['verified'], rule: 'sign' },
  },
  list: { columns: ['study', 'code', 'name'], sort: 'id', filters: ['study'] },
})
