import { defineResource, f } from '#kernel'
import { ROLES } from '#study/role.ts'

const readonly = true as const

/** A place in the team of a study for somebody who has no account yet, or whose account nobody here can see: whoever opens the link takes it, once. */
export const studyInvitation = defineResource('study.invitation', {
  menu: { group: 'study', icon: 'mail-plus', order: 75 },
  label: 'name',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    name: f.string({ required: true, max: 60, search: true }),
    /** With an address the link is good for an account of this address alone. */
    email: f.string({ max: 120, pattern: 'email', search: true }),
    role: f.select({ options: ROLES, default: 'coordinator' }),
    departments: f.refs('department', { label: 'name' }),
    /** How long the place in the team holds. */
    to: f.dateTime(),
    expiresAt: f.dateTime(),
    /** With whose rights the place is given. */
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    issuedAt: f.dateTime({ readonly }),
    user: f.ref('user.user', { label: 'nickname', readonly }),
    acceptedAt: f.dateTime({ readonly }),
    state: f.select({ options: ['open', 'accepted', 'revoked'], default: 'open' }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'study',
  actions: {
    /** A new link, by mail where there is an address; the one before is void. */
    issue: { on: 'row', icon: 'send', input: {} },
  },
  moves: { accepted: { from: ['open'], server: true }, revoked: { from: ['open'], rule: 'revoke' } },
  list: {
    columns: ['name', 'state', 'issuedAt', 'study', 'email', 'role', 'departments', 'expiresAt', 'by', 'user'],
    sort: '-id',
    filters: ['study', 'state', 'role', 'expiresAt'],
  },
  form: ['study', ['name', 'email'], 'role', 'departments', ['expiresAt', 'to']],
})
