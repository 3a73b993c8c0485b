import { defineResource, f } from '#kernel'

const readonly = true as const

/** Rows of the queue as people see them; the queue itself writes them. */
export const task = defineResource('task', {
  menu: { group: 'home', icon: 'activity', order: 20 },
  label: 'title',
  view: true,
  fields: {
    title: f.string({ readonly, search: true }),
    kind: f.string({ readonly, search: true }),
    state: f.select({ options: ['waiting', 'running', 'done', 'failed', 'parked', 'cancelled'], readonly }),
    /** From 0 to 1. */
    progress: f.float({ readonly }),
    step: f.string({ readonly }),
    resource: f.string({ readonly, search: true, names: 'resource' }),
    record: f.string({ readonly, search: true }),
    /** Of which study that is: its tasks are seen by its team. */
    study: f.ref('study.project', { label: 'title', readonly }),
    member: f.ref('user.user', { label: 'nickname', readonly }),
    createdAt: f.dateTime({ readonly }),
    runAfter: f.dateTime({ readonly }),
    startedAt: f.dateTime({ readonly }),
    endedAt: f.dateTime({ readonly }),
    duration: f.integer({ readonly, unit: 's' }),
    attempt: f.integer({ readonly }),
    lane: f.select({ options: ['light', 'heavy'], readonly }),
    schedule: f.string({ readonly }),
    worker: f.string({ readonly }),
    isCancelling: f.switch({ readonly }),
    error: f.json({ readonly }),
    input: f.json({ readonly }),
    result: f.json({ readonly }),
    /** What the kind and its steps are called, in every language. */
    called: f.json({ readonly }),
    /** The same as text, to be found by. */
    words: f.string({ readonly, search: true }),
  },
  traits: ['readonly', 'scoped', 'exportable', 'audited'],
  scopedBy: 'study',
  actions: {
    cancel: { on: 'rows', confirm: true, danger: true, icon: 'circle-x' },
    retry: { on: 'rows', icon: 'rotate-ccw' },
    park: { on: 'rows', confirm: true, icon: 'circle-pause' },
  },
  list: {
    columns: ['title', 'kind', 'state', 'error', 'progress', 'resource', 'ownerId', 'startedAt', 'duration'],
    sort: '-id',
    filters: ['state', 'kind', 'ownerId', 'resource', 'schedule', 'createdAt', 'endedAt'],
  },
})
