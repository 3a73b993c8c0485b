import { defineResource, f } from '#kernel'

export const authAdmin = defineResource('auth.admin', {
  menu: { group: 'auth', icon: 'user', order: 20 },
  label: 'nickname',
  fields: {
    username: f.string({ required: true, pattern: 'account', unique: true, search: true, immutable: true }),
    nickname: f.string({ required: true, max: 50, search: true }),
    groups: f.refs('auth.group', { label: 'name', required: true }),
    department: f.ref('department', { label: 'name' }),
    job: f.ref('job', { label: 'name' }),
    avatar: f.image({ public: true }),
    email: f.string({ max: 100, pattern: 'email', search: true }),
    mobile: f.string({ max: 11, pattern: 'mobile', search: true }),
    password: f.password({ required: true }),
    motto: f.textarea({ max: 255 }),
    status: f.switch({ default: true }),
    lastLoginAt: f.dateTime({ readonly: true, unaudited: true }),
    lastLoginIp: f.string({ max: 50, readonly: true, unaudited: true }),
    /** The one of the last sign-in: what is mailed to them is written in it. */
    language: f.select({ options: ['zh-cn', 'en'], readonly: true, unaudited: true, default: 'zh-cn' }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  children: { log: { of: 'auth.log', by: 'admin' } },
  actions: {
    move: {
      on: 'rows',
      icon: 'arrow-right-left',
      input: { toDepartment: f.ref('department', { label: 'name', required: true }), toJob: f.ref('job', { label: 'name' }) },
    },
    /** For somebody who lost phone and codes: the next sign-in asks for the password alone. */
    resetFactor: { on: 'row', icon: 'shield-alert', danger: true, input: { reason: f.textarea({ required: true, max: 500 }) } },
    /** What a move would change about what these people see. */
    moveEffect: { on: 'rows', hidden: true, pure: true, input: { toDepartment: f.ref('department', { label: 'name', required: true }) } },
  },
  list: {
    columns: ['nickname', 'username', 'groups', 'department', 'job', 'email', 'mobile', 'lastLoginAt', 'status', 'createdAt'],
    sort: '-id',
    filters: ['groups', 'department', 'status', 'lastLoginAt'],
  },
  form: [
    { section: 'account', rows: [['username', 'nickname'], 'password', 'groups', 'status'] },
    { section: 'person', rows: [['department', 'job'], ['email', 'mobile'], 'avatar', 'motto'] },
  ],
})
