import { defineResource, f } from '#kernel'

export const userScoreLog = defineResource('user.scoreLog', {
  menu: { group: 'user', icon: 'badge-check', order: 50 },
  label: 'memo',
  fields: {
    member: f.ref('user.user', { label: 'nickname', required: true }),
    change: f.integer({ required: true, min: -100_000_000, max: 100_000_000 }),
    before: f.integer({ readonly: true }),
    after: f.integer({ readonly: true }),
    memo: f.string({ required: true, max: 255, search: true }),
  },
  traits: ['timestamps', 'appendOnly', 'exportable', 'audited'],
  indexes: [['member', 'createdAt']],
  list: { columns: ['member', 'change', 'before', 'after', 'memo', 'createdAt'], sort: '-id', filters: ['member', 'createdAt'] },
  form: ['member', 'change', 'memo'],
})
