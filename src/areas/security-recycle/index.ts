import { defineResource, f } from '#kernel'

export const securityRecycle = defineResource('security.recycle', {
  menu: { group: 'security', icon: 'delete', order: 20 },
  label: 'title',
  fields: {
    title: f.string({ required: true, max: 60, search: true }),
    resource: f.string({ required: true, max: 60, unique: true, immutable: true, search: true, names: 'recyclable' }),
    days: f.integer({ min: 0, max: 3650, default: 30 }),
    approval: f.switch({ default: true }),
    groups: f.refs('auth.group', { label: 'name' }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'audited'],
  actions: {
    /** What one person may not do to a rule of two, a second one decides. */
    loosen: { on: 'row', icon: 'user-check', second: true, gate: true, input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  form: ['resource', 'title', ['days', 'approval'], 'groups', 'status', 'remark'],
  list: { columns: ['resource', 'title', 'days', 'approval', 'groups', 'status', 'updatedAt'], sort: '-id', filters: ['status'] },
})
