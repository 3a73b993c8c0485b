import { defineResource, f } from '#kernel'

const readonly = true as const

/** What somebody says beside a record, to whoever sees it. Its list has one's own; the others stand with their records. */
export const comment = defineResource('comment', {
  menu: { group: 'home', icon: 'message-square-text', order: 40 },
  label: 'title',
  fields: {
    /** What it is about: a resource and the number of a record there. */
    resource: f.string({ required: true, max: 60, readonly }),
    record: f.integer({ required: true, min: 1, readonly }),
    study: f.ref('study.project', { label: 'title', readonly }),
    /** As it was called then. */
    title: f.string({ max: 200, readonly, search: true }),
    text: f.textarea({ required: true, max: 2000, readonly, search: true }),
    /** Admins and members are numbered apart. */
    mentions: f.refs('auth.admin', { label: 'nickname', readonly }),
    members: f.refs('user.user', { label: 'nickname', readonly }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    byMember: f.ref('user.user', { label: 'nickname', readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'audited'],
  narrowed: true,
  indexes: [['resource', 'record']],
  actions: {
    say: {
      on: 'list',
      hidden: true,
      input: {
        resource: f.string({ required: true, max: 60 }),
        record: f.integer({ required: true, min: 1 }),
        text: f.textarea({ required: true, max: 2000 }),
        mentions: f.refs('auth.admin', { label: 'nickname' }),
        members: f.refs('user.user', { label: 'nickname' }),
      },
    },
  },
  list: { columns: ['createdAt', 'title', 'text', 'mentions', 'members', 'study'], sort: '-id', filters: ['study', 'createdAt'] },
})
