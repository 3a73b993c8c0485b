import { defineResource, f } from '#kernel'

const readonly = true as const

/** Data of a study asked for by somebody who will analyse it: what for, which variables of whom, de-identified how, until when; then the package. */
export const analysisProject = defineResource('analysis.project', {
  menu: { group: 'study', icon: 'chart-column', order: 90 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 30, pattern: 'code', unique: true, search: true }),
    title: f.string({ required: true, max: 120, search: true }),
    purpose: f.textarea({ required: true, max: 2000 }),
    validUntil: f.date({ required: true }),
    /** The form that the expression speaks of, and whom it is true of; without them everybody. */
    cohortForm: f.ref('study.form', { label: 'name', readonly }),
    cohort: f.textarea({ max: 2000, readonly }),
    plan: f.json({ readonly }),
    /** Whoever asks: a person of the house, or a member with a place in the team. */
    requester: f.ref('auth.admin', { label: 'nickname', readonly }),
    member: f.ref('user.user', { label: 'nickname', readonly }),
    state: f.select({ options: ['draft', 'submitted', 'approved', 'released', 'expired', 'withdrawn'], default: 'draft' }),
    approvedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    approvedAt: f.dateTime({ readonly }),
    task: f.integer({ readonly, of: 'task' }),
    releasedAt: f.dateTime({ readonly }),
    subjects: f.integer({ readonly }),
    rows: f.integer({ readonly }),
    size: f.integer({ readonly, unit: 'B' }),
    sha256: f.string({ max: 64, readonly, search: true }),
    evidence: f.json({ readonly }),
    look: f.json({ readonly }),
    /** From then on nobody can say which pseudonym is whose. */
    keyDestroyedAt: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  reason: 'afterSubmit',
  rights: ['download'],
  actions: {
    /** Whom and what, de-identified how; of a draft. */
    arrange: {
      on: 'row',
      hidden: true,
      input: { cohortForm: f.integer(), cohort: f.textarea({ max: 2000 }), plan: f.json({ required: true }) },
    },
    /** What a plan would do: counts, k, loss, and made-up rows. Answers a task. */
    assess: {
      on: 'row',
      hidden: true,
      input: { cohortForm: f.integer(), cohort: f.textarea({ max: 2000 }), plan: f.json({ required: true }) },
    },
    /** Has the package made. */
    release: { on: 'row', hidden: true, gate: true },
    destroyKey: { on: 'row', hidden: true, danger: true, input: { reason: f.textarea({ required: true, max: 500 }) } },
  },
  moves: {
    submitted: { from: ['draft'], rule: 'submit', gate: true },
    draft: { from: ['submitted', 'approved'], rule: 'sendBack', reason: true },
    // The requester is the first person: whoever leads the study is the second.
    approved: { from: ['submitted'], rule: 'approve', gate: true },
    // With the commit of the package.
    released: { from: ['approved'], server: true },
    expired: { from: ['released'], server: true },
    withdrawn: { from: ['approved', 'released'], rule: 'withdraw', reason: true },
  },
  list: {
    columns: ['code', 'title', 'study', 'requester', 'member', 'state', 'subjects', 'validUntil', 'releasedAt', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'state', 'requester', 'member', 'validUntil'],
  },
  form: ['study', ['code', 'validUntil'], 'title', 'purpose'],
})
