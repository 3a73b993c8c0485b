import { defineResource, f } from '#kernel'

/** Work that waits for a person: for one, or for whoever of a department takes it. */
export const todo = defineResource('todo', {
  menu: { group: 'home', icon: 'clipboard-list', order: 15 },
  label: 'title',
  fields: {
    title: f.string({ required: true, max: 200, search: true }),
    kind: f.select({ options: ['verify', 'doubleEntry', 'sign', 'review', 'chase', 'other'], default: 'other' }),
    study: f.ref('study.project', { label: 'title' }),
    assignee: f.ref('auth.admin', { label: 'nickname' }),
    department: f.ref('department', { label: 'name' }),
    due: f.date(),
    urgency: f.select({ options: ['high', 'normal', 'low'], default: 'normal' }),
    /** A page of ours where the work is done: `/admin/study/project/3`. */
    page: f.string({ max: 500 }),
    description: f.textarea({ max: 4000 }),
    /** Whoever asked looks at the work before it counts as done. */
    handIn: f.switch({ default: false }),
    state: f.select({ options: ['waiting', 'inProgress', 'returned', 'submitted', 'done', 'cancelled'], default: 'waiting' }),
    author: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    endedAt: f.dateTime({ readonly: true }),
    /** The last day on which somebody was reminded of it. */
    remindedOn: f.date({ readonly: true }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  moves: {
    /** From `submitted`: whoever asked sends it back to be done again. */
    inProgress: { from: ['waiting', 'returned', 'submitted'], rule: 'take', reason: ['submitted'] },
    submitted: { from: ['waiting', 'inProgress', 'returned'], rule: 'finish' },
    /** From `submitted`: whoever asked accepts it. */
    done: { from: ['waiting', 'inProgress', 'returned', 'submitted'], rule: 'finish' },
    returned: { from: ['waiting', 'inProgress'], rule: 'return', reason: true },
    waiting: { from: ['returned', 'done', 'cancelled'], rule: 'reopen', reason: true },
    cancelled: { from: ['waiting', 'inProgress', 'returned', 'submitted'], rule: 'cancel', reason: true },
  },
  indexes: [['state', 'due']],
  list: {
    columns: ['title', 'kind', 'state', 'due', 'urgency', 'assignee', 'department', 'study', 'author', 'updatedAt'],
    sort: '-id',
    filters: ['state', 'kind', 'assignee', 'study', 'due', 'urgency'],
  },
  form: [
    { section: 'what', rows: ['title', ['kind', 'urgency'], 'study', 'page', 'description'] },
    {
      section: 'who',
      rows: [
        ['assignee', 'department'],
        ['due', 'handIn'],
      ],
    },
  ],
})
