import { defineResource, f } from '#kernel'

const readonly = true as const

/** One thing that happened to a finding. Rows are added and never changed. */
export const findingEvent = defineResource('finding.event', {
  menu: { group: 'control', icon: 'history', order: 70 },
  label: 'to',
  fields: {
    finding: f.ref('finding', { label: 'name', readonly, required: true, unbound: true }),
    run: f.ref('qc.run', { label: 'title', readonly, unbound: true }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    from: f.select({ options: ['new', 'reopened', 'fixing', 'queried', 'accepted', 'false_positive', 'resolved'], readonly }),
    to: f.select({ options: ['new', 'reopened', 'fixing', 'queried', 'accepted', 'false_positive', 'resolved'], readonly }),
    cause: f.select({ options: ['data', 'rule', 'until', 'person', 'merge', 'query'], readonly }),
    value: f.textarea({ readonly }),
    reason: f.textarea({ readonly }),
  },
  traits: ['timestamps', 'readonly', 'exportable'],
  scopedBy: 'finding',
  indexes: [['finding'], ['run']],
  list: {
    columns: ['finding', 'createdAt', 'from', 'to', 'cause', 'value', 'by', 'reason', 'run'],
    sort: '-id',
    filters: ['finding', 'to', 'cause', 'run', 'by', 'createdAt'],
  },
})
