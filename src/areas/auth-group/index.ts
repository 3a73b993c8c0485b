import { defineResource, f } from '#kernel'

export const authGroup = defineResource('auth.group', {
  menu: { group: 'auth', icon: 'team', order: 10 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 60, search: true }),
    everything: f.switch({ default: false }),
    rules: f.refs('auth.rule', { label: 'title', when: { everything: [false] } }),
    scope: f.radio({ options: ['self', 'department', 'departmentTree', 'chosen', 'all'], default: 'self' }),
    departments: f.refs('department', { label: 'name', required: true, when: { scope: ['chosen'] } }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'tree', 'audited'],
  list: { columns: ['name', 'everything', 'rules', 'scope', 'status', 'updatedAt'], sort: 'id', filters: ['status'] },
  form: ['parentId', 'name', 'everything', 'rules', 'scope', 'departments', 'status', 'remark'],
})
