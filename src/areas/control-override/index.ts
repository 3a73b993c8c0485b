import { defineResource, f } from '#kernel'

const readonly = true as const

/**
 * That a rule differs at one site or in one gather project of a study, until a day, for a reason and with a second person. Nobody changes it:
 * what is no longer right is ended, and another is asked for.
 */
export const controlOverride = defineResource('control.override', {
  menu: { group: 'control', icon: 'split', order: 35 },
  label: 'title',
  fields: {
    title: f.string({ max: 250, readonly, search: true }),
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    parameter: f.ref('control.parameter', { label: 'name', required: true, immutable: true }),
    /** Of the rule, for whoever reads what differs. */
    check: f.string({ max: 10, readonly }),
    at: f.select({ options: ['department', 'gather'], default: 'department', immutable: true }),
    department: f.ref('department', { label: 'name', required: true, immutable: true, when: { at: ['department'] } }),
    gather: f.ref('gather.project', { label: 'name', required: true, immutable: true, when: { at: ['gather'] } }),
    mode: f.select({ options: ['change', 'off'], default: 'change', immutable: true }),
    /** What differs: settings of the check, severity, thresholds. Everything else stays the rule's. */
    body: f.json({ immutable: true, required: true, when: { mode: ['change'] } }),
    reason: f.textarea({ required: true, max: 500, immutable: true }),
    /** The last day that it holds. */
    until: f.date({ required: true, immutable: true }),
    state: f.select({ options: ['requested', 'active', 'ended', 'lapsed'], default: 'requested', readonly }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    approvedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    approvedAt: f.dateTime({ readonly }),
    endedAt: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [
    ['study', 'state'],
    ['parameter', 'state'],
  ],
  moves: {
    active: { from: ['requested'], rule: 'approve', second: true },
    ended: { from: ['requested', 'active'], rule: 'end', reason: ['active'] },
    lapsed: { from: ['requested', 'active'], server: true },
  },
  list: {
    columns: ['title', 'study', 'parameter', 'department', 'gather', 'mode', 'body', 'until', 'state', 'reason', 'by', 'approvedBy'],
    sort: '-id',
    filters: ['study', 'parameter', 'department', 'gather', 'mode', 'state', 'until'],
  },
  form: [['study', 'parameter'], 'at', 'department', 'gather', 'mode', 'body', 'reason', 'until'],
})
