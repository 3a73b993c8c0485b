import { defineResource, f } from '#kernel'

export const securityRecycleLog = defineResource('security.recycleLog', {
  menu: { group: 'security', icon: 'recycle', order: 10 },
  label: 'title',
  view: true,
  fields: {
    resource: f.string({ readonly: true, search: true }),
    record: f.integer({ readonly: true }),
    title: f.string({ readonly: true, search: true }),
    deletedAt: f.dateTime({ readonly: true }),
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    actorName: f.string({ readonly: true, search: true }),
    department: f.ref('department', { label: 'name', readonly: true }),
    owner: f.integer({ readonly: true }),
    requested: f.switch({ readonly: true }),
  },
  traits: ['readonly', 'exportable'],
  actions: {
    recover: { on: 'rows', confirm: true, icon: 'rotate-ccw', input: { withChildren: f.switch({ default: true }) } },
    purge: { on: 'rows', confirm: true, danger: true, icon: 'delete', input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  list: {
    columns: ['id', 'resource', 'record', 'title', 'deletedAt', 'actorName', 'department', 'requested'],
    sort: '-deletedAt',
    filters: ['resource', 'deletedAt', 'admin', 'requested'],
  },
})
