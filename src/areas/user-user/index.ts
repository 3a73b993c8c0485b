import { defineResource, f } from '#kernel'

export const userUser = defineResource('user.user', {
  menu: { group: 'user', icon: 'contacts', order: 10 },
  label: 'nickname',
  fields: {
    username: f.string({ required: true, pattern: 'account', unique: true, search: true, immutable: true }),
    nickname: f.string({ required: true, max: 50, search: true }),
    group: f.ref('user.group', { label: 'name', required: true }),
    email: f.string({ max: 100, pattern: 'email', unique: true, search: true }),
    mobile: f.string({ max: 11, pattern: 'mobile', unique: true, search: true }),
    avatar: f.image({ public: true }),
    gender: f.radio({ options: ['0', '1', '2'], default: '0' }),
    birthday: f.date(),
    money: f.number({ readonly: true, scale: 2, default: 0 }),
    score: f.integer({ readonly: true, default: 0 }),
    password: f.password({ required: true }),
    motto: f.textarea({ max: 255 }),
    status: f.switch({ default: true }),
    lastLoginAt: f.dateTime({ readonly: true, unaudited: true }),
    lastLoginIp: f.string({ max: 50, readonly: true, unaudited: true }),
    /** The one of the last sign-in: what is mailed to them is written in it. */
    language: f.select({ options: ['zh-cn', 'en'], readonly: true, unaudited: true, default: 'zh-cn' }),
    joinIp: f.string({ max: 50, readonly: true }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  actions: {
    /** For somebody who lost phone and codes: the next sign-in asks for the password alone. */
    resetFactor: { on: 'row', icon: 'shield-alert', danger: true, input: { reason: f.textarea({ required: true, max: 500 }) } },
    adjustMoney: {
      on: 'row',
      icon: 'wallet',
      input: {
        change: f.number({ required: true, scale: 2, min: -100_000_000, max: 100_000_000 }),
        memo: f.string({ required: true, max: 255 }),
      },
    },
    adjustScore: {
      on: 'row',
      icon: 'badge-check',
      input: { change: f.integer({ required: true, min: -100_000_000, max: 100_000_000 }), memo: f.string({ required: true, max: 255 }) },
    },
  },
  list: {
    columns: ['nickname', 'username', 'group', 'money', 'score', 'mobile', 'email', 'lastLoginAt', 'status', 'createdAt'],
    sort: '-id',
    filters: ['group', 'gender', 'status', 'createdAt'],
  },
  form: [['username', 'nickname'], 'password', ['group', 'status'], ['email', 'mobile'], ['gender', 'birthday'], 'avatar', 'motto'],
})
