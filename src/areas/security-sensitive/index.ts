import { defineResource, f } from '#kernel'

export const securitySensitive = defineResource('security.sensitive', {
  menu: { group: 'security', icon: 'eye-off', order: 50 },
  label: 'title',
  fields: {
    title: f.string({ required: true, max: 60, search: true }),
    resource: f.string({ required: true, max: 60, immutable: true, search: true, names: 'resource' }),
    field: f.string({ required: true, max: 60, immutable: true, search: true, names: 'field' }),
    watch: f.switch({ default: true }),
    mask: f.switch({ default: false }),
    groups: f.refs('auth.group', { label: 'name', when: { mask: [true] } }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'audited'],
  indexes: [['resource', 'field']],
  form: [['resource', 'field'], 'title', ['watch', 'mask'], 'groups', 'status', 'remark'],
  list: {
    columns: ['resource', 'field', 'title', 'watch', 'mask', 'groups', 'status', 'updatedAt'],
    sort: '-id',
    filters: ['resource', 'watch', 'mask', 'status'],
  },
})
