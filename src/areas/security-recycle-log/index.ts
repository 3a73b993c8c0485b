import { defineResource, f } from '#kernel'

export const securityRecycleLog = defineResource('security.recycleLog', {
  menu: { group: 'security', icon: 'recycle', order: 10 },
  label: 'title',
  view: true,
  fields: {
    resource: f.string({ readonly: true, search: true, names: 'recyclable' }),
    record: f.integer({ readonly: true }),
    title: f.string({ readonly: true, search: true }),
    children: f.integer({ readonly: true }),
    deletedAt: f.dateTime({ readonly: true }),
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    actorName: f.string({ readonly: true, search: true }),
    department: f.ref('department', { label: 'name', readonly: true }),
    owner: f.integer({ readonly: true }),
    keepUntil: f.dateTime({ readonly: true }),
    approval: f.switch({ readonly: true }),
    requested: f.switch({ readonly: true }),
  },
  traits: ['readonly', 'exportable'],
  actions: {
    recover: {
      on: 'rows',
      icon: 'rotate-ccw',
      input: {
        withChildren: f.switch({ default: true }),
        withParents: f.switch({ default: false }),
        toTop: f.switch({ default: false }),
        values: f.json(),
      },
    },
    purge: { on: 'rows', danger: true, icon: 'delete', input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  list: {
    columns: ['resource', 'title', 'children', 'deletedAt', 'actorName', 'keepUntil', 'requested'],
    sort: '-deletedAt',
    filters: ['resource', 'deletedAt', 'admin', 'requested'],
  },
})
