import { defineResource, f } from '#kernel'

const readonly = true as const

/**
 * What is frozen or locked of a study. Frozen: no entry, no import; locked: nothing at all until it is lifted. The whole study is frozen and
 * locked by its own moves, which bring its row here.
 */
export const studyLock = defineResource('study.lock', {
  menu: { group: 'closing', icon: 'lock', order: 40 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    scope: f.select({ options: ['study', 'gather', 'form', 'visit', 'subject', 'record'], required: true, immutable: true }),
    gather: f.ref('gather.project', { label: 'name', required: true, immutable: true, when: { scope: ['gather'] } }),
    form: f.ref('study.form', { label: 'name', required: true, immutable: true, when: { scope: ['form', 'record'] } }),
    visit: f.ref('study.visit', { label: 'name', required: true, immutable: true, when: { scope: ['visit'] } }),
    subject: f.ref('study.subject', { label: 'code', required: true, immutable: true, when: { scope: ['subject'] } }),
    record: f.integer({ required: true, min: 1, immutable: true, when: { scope: ['record'] } }),
    level: f.select({ options: ['freeze', 'lock'], default: 'freeze', required: true }),
    /** What it is about, as it was called then. */
    title: f.string({ max: 200, readonly, search: true }),
    reason: f.textarea({ required: true, max: 500 }),
    state: f.select({ options: ['frozen', 'locked', 'lifted'], default: 'frozen' }),
    /** Who brought it to its level, and when. */
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    since: f.dateTime({ readonly }),
    /** What was signed when the whole study was locked. */
    signature: f.ref('study.signature', { label: 'title', readonly }),
    liftedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    liftedAt: f.dateTime({ readonly }),
    liftReason: f.textarea({ max: 500, readonly }),
  },
  traits: ['timestamps', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [['study', 'state']],
  actions: {
    /** What is frozen of a study can be signed by itself. */
    sheet: { on: 'row', icon: 'signature' },
  },
  moves: {
    locked: { from: ['frozen'], rule: 'close', gate: true },
    lifted: { from: ['frozen', 'locked'], rule: 'lift', reason: true, second: ['locked'] },
  },
  list: {
    columns: ['study', 'scope', 'title', 'state', 'by', 'since', 'reason', 'liftedBy', 'liftedAt', 'liftReason'],
    sort: '-id',
    filters: ['study', 'scope', 'state', 'by', 'since'],
  },
  form: ['study', ['scope', 'level'], 'gather', 'form', 'visit', 'subject', 'record', 'reason'],
})
