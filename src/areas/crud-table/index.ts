import { defineResource, f } from '#kernel'

export const crudTable = defineResource('crud.table', {
  menu: { group: 'routine', icon: 'code', order: 90 },
  label: 'title',
  fields: {
    name: f.string({ required: true, max: 64, unique: true, immutable: true, search: true }),
    title: f.string({ required: true, max: 100, search: true }),
    status: f.select({ options: ['active', 'dropped'], default: 'active' }),
    fieldCount: f.integer({ required: true }),
    definition: f.json({ required: true }),
    fieldOrder: f.json({}),
    locale: f.json({ required: true }),
    statements: f.code({ language: 'sql' }),
  },
  traits: ['timestamps', 'readonly', 'audited'],
  actions: {
    preview: { on: 'list', hidden: true, pure: true },
    apply: { on: 'list', hidden: true },
    source: { on: 'list', hidden: true, pure: true },
    code: { on: 'row', hidden: true, pure: true },
    drop: { on: 'row', danger: true, hidden: true },
  },
  list: { columns: ['id', 'title', 'name', 'fieldCount', 'status', 'updatedAt'], sort: '-id', filters: ['status'] },
})
