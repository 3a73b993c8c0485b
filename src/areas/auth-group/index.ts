import { defineResource, f } from '#kernel'

export const authGroup = defineResource('auth.group', {
  menu: { group: 'auth', icon: 'team', order: 10 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 60, search: true }),
    everything: f.switch({ default: false }),
    rules: f.refs('auth.rule', { label: 'title', release: true, when: { everything: [false] } }),
    scope: f.radio({ options: ['self', 'department', 'departmentTree', 'chosen', 'all'], default: 'self' }),
    departments: f.refs('department', { label: 'name', required: true, when: { scope: ['chosen'] } }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 500 }),
  },
  counts: { people: { of: 'auth.admin', by: 'groups', many: true } },
  traits: ['timestamps', 'tree', 'audited'],
  list: { columns: ['name', 'people', 'scope', 'everything', 'rules', 'status', 'updatedAt'], sort: 'id', filters: ['status'] },
  form: ['parentId', 'name', 'everything', 'rules', 'scope', 'departments', 'status', 'remark'],
})
