import { defineResource, f } from '#kernel'

export const userMoneyLog = defineResource('user.moneyLog', {
  menu: { group: 'user', icon: 'scroll-text', order: 40 },
  label: 'memo',
  fields: {
    member: f.ref('user.user', { label: 'nickname', required: true }),
    change: f.number({ required: true, scale: 2, min: -100_000_000, max: 100_000_000 }),
    before: f.number({ readonly: true, scale: 2 }),
    after: f.number({ readonly: true, scale: 2 }),
    memo: f.string({ required: true, max: 255, search: true }),
  },
  traits: ['timestamps', 'appendOnly', 'exportable', 'audited'],
  indexes: [['member', 'createdAt']],
  list: { columns: ['member', 'change', 'before', 'after', 'memo', 'createdAt'], sort: '-id', filters: ['member', 'createdAt'] },
  form: ['member', 'change', 'memo'],
})
