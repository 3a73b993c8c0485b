import { defineResource, f } from '#kernel'
import { ROLES } from '#study/role.ts'

/** A place in the team of a study: who, as what, where and for how long. */
export const studyMember = defineResource('study.member', {
  menu: { group: 'study', icon: 'users', order: 70 },
  label: 'role',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    admin: f.ref('auth.admin', { label: 'nickname', immutable: true }),
    user: f.ref('user.user', { label: 'nickname', immutable: true }),
    role: f.select({ options: ROLES, default: 'coordinator' }),
    departments: f.refs('department', { label: 'name' }),
    from: f.dateTime(),
    to: f.dateTime(),
    remark: f.string({ max: 200 }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  unique: [
    ['study', 'admin', 'role'],
    ['study', 'user', 'role'],
  ],
  actions: {
    revoke: { on: 'rows', danger: true, icon: 'user-x', input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  list: {
    columns: ['study', 'admin', 'user', 'role', 'departments', 'from', 'to', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'role', 'admin', 'user', 'departments'],
  },
  form: ['study', ['admin', 'user'], 'role', 'departments', ['from', 'to'], 'remark'],
})
