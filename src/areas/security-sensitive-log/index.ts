import { defineResource, f } from '#kernel'

export const securitySensitiveLog = defineResource('security.sensitiveLog', {
  menu: { group: 'security', icon: 'scroll-text', order: 40 },
  label: 'label',
  view: true,
  rights: ['all'],
  fields: {
    at: f.dateTime({ readonly: true }),
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    actorName: f.string({ readonly: true, search: true }),
    action: f.string({ readonly: true }),
    resource: f.string({ readonly: true, search: true, names: 'resource' }),
    record: f.string({ readonly: true, search: true }),
    label: f.string({ readonly: true }),
    field: f.string({ readonly: true, search: true, names: 'field' }),
    before: f.json({ readonly: true }),
    after: f.json({ readonly: true }),
    reason: f.string({ readonly: true }),
    ip: f.string({ readonly: true }),
    entry: f.integer({ readonly: true }),
  },
  traits: ['readonly', 'exportable'],
  actions: { rollback: { on: 'row', danger: true, icon: 'rotate-ccw', input: { why: f.textarea({ max: 300 }) } } },
  list: {
    columns: ['at', 'actorName', 'resource', 'label', 'field', 'before', 'after', 'action', 'ip'],
    sort: '-id',
    filters: ['at', 'admin', 'resource', 'record', 'field', 'action'],
  },
})
