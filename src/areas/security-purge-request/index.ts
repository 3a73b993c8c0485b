import { defineResource, f } from '#kernel'

export const securityPurgeRequest = defineResource('security.purgeRequest', {
  menu: { group: 'security', icon: 'audit', order: 30 },
  label: 'title',
  fields: {
    resource: f.string({ readonly: true, search: true }),
    record: f.integer({ readonly: true }),
    title: f.string({ readonly: true, search: true }),
    reason: f.textarea({ readonly: true }),
    state: f.select({ options: ['requested', 'approved', 'rejected'], readonly: true, default: 'requested' }),
    requestedBy: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    decidedBy: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    decidedAt: f.dateTime({ readonly: true }),
  },
  traits: ['timestamps', 'readonly', 'audited'],
  actions: {
    approve: { on: 'rows', confirm: true, danger: true, icon: 'check' },
    reject: { on: 'rows', confirm: true, icon: 'x' },
  },
  states: { requested: ['approved', 'rejected'], approved: [], rejected: [] },
  indexes: [['resource', 'record']],
  list: {
    columns: ['id', 'resource', 'record', 'title', 'reason', 'state', 'requestedBy', 'decidedBy', 'decidedAt', 'createdAt'],
    sort: '-id',
    filters: ['state', 'resource', 'createdAt'],
  },
})
