import { defineResource, f } from '#kernel'

export const department = defineResource('department', {
  menu: { group: 'org', icon: 'apartment', order: 10 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 60, pattern: 'name', search: true }),
    code: f.string({ required: true, max: 30, pattern: 'code', unique: true, search: true }),
    head: f.ref('auth.admin', { label: 'nickname' }),
    phone: f.string({ max: 30 }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 500 }),
  },
  counts: { people: { of: 'auth.admin', by: 'department' } },
  children: { people: { of: 'auth.admin', by: 'department' }, jobs: { of: 'job', by: 'department' } },
  traits: ['timestamps', 'tree', 'sortable', 'recyclable', 'exportable', 'importable', 'audited'],
  list: {
    columns: ['name', 'code', 'head', 'people', 'phone', 'status', 'updatedAt'],
    sort: '-weigh',
    filters: ['code', 'head', 'status'],
  },
  form: ['parentId', ['name', 'code'], ['head', 'phone'], 'status', 'remark'],
})
