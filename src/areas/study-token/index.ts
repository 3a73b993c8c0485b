import { defineResource, f } from '#kernel'

/** What a machine delivers data with: to these gather projects, until that day. The secret is shown once and stored as a hash. */
export const studyToken = defineResource('study.token', {
  menu: { group: 'study', icon: 'key-round', order: 80 },
  label: 'name',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    name: f.string({ required: true, max: 80, search: true }),
    gathers: f.refs('gather.project', { label: 'name', required: true }),
    expiresAt: f.dateTime({ required: true }),
    /** Whose rights it has. */
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    issuedAt: f.dateTime({ readonly: true }),
    state: f.select({ options: ['active', 'revoked'], default: 'active' }),
    remark: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'study',
  actions: {
    /** A new secret; the one before is void. */
    issue: { on: 'row', icon: 'key-round', input: { reason: f.string({ max: 200 }) } },
  },
  moves: { revoked: { from: ['active'], rule: 'revoke' } },
  list: {
    columns: ['name', 'study', 'gathers', 'expiresAt', 'admin', 'issuedAt', 'state'],
    sort: '-id',
    filters: ['study', 'state', 'expiresAt'],
  },
  form: ['study', 'name', 'gathers', 'expiresAt', 'remark'],
})
