import { defineResource, f } from '#kernel'

const readonly = true as const

/** One thing that was said or done about a query. Rows are added and never changed. */
export const queryEntry = defineResource('query.entry', {
  menu: { group: 'control', icon: 'messages-square', order: 71 },
  label: 'kind',
  fields: {
    query: f.ref('query', { label: 'title', readonly, required: true }),
    kind: f.select({
      options: ['raised', 'assigned', 'remark', 'answered', 'sentBack', 'closed', 'proved', 'standing', 'reopened', 'cancelled'],
      readonly,
      required: true,
    }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    member: f.ref('user.user', { label: 'nickname', readonly }),
    text: f.textarea({ readonly, search: true }),
    category: f.select({ options: ['corrected', 'confirmed', 'notAvailable', 'other'], readonly }),
    /** As they stood in the cell. In a list they are masked; the thread shows them to whoever reads the cell. */
    before: f.textarea({ readonly, sensitive: true }),
    after: f.textarea({ readonly, sensitive: true }),
    file: f.file({ readonly }),
    run: f.ref('qc.run', { label: 'title', readonly }),
    /** What a run proved or found standing; to whom it was given when nobody was there. */
    facts: f.json({ readonly, sensitive: true }),
  },
  traits: ['timestamps', 'readonly', 'exportable'],
  scopedBy: 'query',
  list: {
    columns: ['query', 'createdAt', 'kind', 'by', 'member', 'category', 'text', 'before', 'after', 'file', 'run'],
    sort: '-id',
    filters: ['query', 'kind', 'by', 'member', 'category', 'createdAt'],
  },
})
