import { defineResource, f } from '#kernel'

export const authLog = defineResource('auth.log', {
  menu: { group: 'auth', icon: 'history', order: 40 },
  label: 'label',
  view: true,
  rights: ['all'],
  fields: {
    at: f.dateTime({ readonly: true }),
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    actorKind: f.select({ options: ['admin', 'member', 'system'], readonly: true }),
    actorName: f.string({ readonly: true, search: true }),
    action: f.string({ readonly: true, search: true }),
    kind: f.select({ options: ['work', 'signIn'], readonly: true }),
    outcome: f.select({ options: ['done', 'refused'], readonly: true }),
    resource: f.string({ readonly: true, search: true, names: 'resource' }),
    record: f.string({ readonly: true, search: true }),
    label: f.string({ readonly: true, search: true }),
    /** Shown as `label` to whoever reads English. */
    labelEn: f.string({ readonly: true }),
    changes: f.json({ readonly: true }),
    reason: f.string({ readonly: true }),
    ip: f.string({ readonly: true, search: true }),
    userAgent: f.string({ readonly: true }),
    requestId: f.string({ readonly: true }),
  },
  traits: ['readonly', 'exportable'],
  list: {
    columns: ['id', 'at', 'actorName', 'outcome', 'action', 'resource', 'label', 'changes', 'ip', 'reason'],
    sort: '-id',
    filters: ['kind', 'at', 'admin', 'outcome', 'action', 'resource', 'record'],
  },
})
