import { defineResource, f } from '#kernel'

export const approval = defineResource('approval', {
  menu: { group: 'security', icon: 'audit', order: 30 },
  label: 'title',
  fields: {
    /** What was asked for: a verb of the resource, and what it was given. */
    action: f.string({ readonly: true, search: true, required: true }),
    input: f.json({ readonly: true }),
    /** The right that it needs. */
    rule: f.string({ readonly: true }),
    resource: f.string({ readonly: true, search: true, names: 'resource' }),
    record: f.integer({ readonly: true }),
    /** The record as it was when somebody asked: another one is another question. */
    recordVersion: f.integer({ readonly: true }),
    title: f.string({ readonly: true, search: true }),
    reason: f.textarea({ readonly: true }),
    state: f.select({ options: ['requested', 'approved', 'rejected', 'withdrawn', 'lapsed'], readonly: true, default: 'requested' }),
    requestedBy: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    decidedBy: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    decidedAt: f.dateTime({ readonly: true }),
    note: f.textarea({ readonly: true }),
    /** Whose record it is: seen by those who see the record, also when it is gone. */
    department: f.integer({ readonly: true }),
    owner: f.integer({ readonly: true }),
  },
  traits: ['timestamps', 'readonly', 'audited'],
  actions: {
    approve: { on: 'rows', confirm: true, danger: true, icon: 'check' },
    reject: { on: 'rows', icon: 'x', input: { answer: f.textarea({ required: true, max: 500 }) } },
    withdraw: { on: 'rows', confirm: true, icon: 'undo-2' },
  },
  moves: {
    approved: { from: ['requested'], server: true },
    rejected: { from: ['requested'], server: true },
    withdrawn: { from: ['requested'], server: true },
    lapsed: { from: ['requested'], server: true },
  },
  indexes: [['resource', 'record']],
  list: {
    columns: ['action', 'resource', 'title', 'reason', 'state', 'requestedBy', 'createdAt', 'decidedBy', 'decidedAt', 'note'],
    sort: '-id',
    filters: ['state', 'action', 'resource', 'createdAt'],
  },
})
