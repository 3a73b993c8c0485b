import { defineResource, f } from '#kernel'

export const userGroup = defineResource('user.group', {
  menu: { group: 'user', icon: 'team', order: 20 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 50, unique: true, search: true }),
    everything: f.switch({ default: false }),
    rules: f.refs('user.rule', { label: 'title', release: true, when: { everything: [false] } }),
    status: f.switch({ default: true }),
  },
  counts: { members: { of: 'user.user', by: 'group' } },
  traits: ['timestamps', 'audited'],
  list: { columns: ['name', 'members', 'everything', 'rules', 'status', 'updatedAt'], sort: 'id', filters: ['status'] },
})
