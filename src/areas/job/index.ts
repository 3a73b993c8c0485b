import { defineResource, f } from '#kernel'

export const job = defineResource('job', {
  menu: { group: 'org', icon: 'idcard', order: 20 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 60, search: true }),
    code: f.string({ required: true, max: 30, pattern: 'code', unique: true, search: true }),
    category: f.select({ options: ['clinical', 'research', 'data', 'management'], default: 'clinical' }),
    department: f.ref('department', { label: 'name' }),
    headcount: f.integer({ min: 0, max: 10_000, default: 1 }),
    status: f.switch({ default: true }),
    duties: f.textarea({ max: 2000 }),
  },
  counts: { people: { of: 'auth.admin', by: 'job' } },
  traits: ['timestamps', 'sortable', 'recyclable', 'exportable', 'importable', 'audited'],
  list: {
    columns: ['name', 'code', 'category', 'department', 'headcount', 'people', 'status', 'updatedAt'],
    sort: '-weigh',
    filters: ['category', 'department', 'status', 'updatedAt'],
  },
  form: [['name', 'code'], ['category', 'department'], ['headcount', 'status'], 'duties'],
})
