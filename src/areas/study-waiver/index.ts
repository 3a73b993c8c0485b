import { defineResource, f } from '#kernel'

const readonly = true as const

/**
 * That a study may be frozen although something stands in the way: exactly what was there when it was asked for, with a reason and a second
 * person. It ends when the study is opened again.
 */
export const studyWaiver = defineResource('study.waiver', {
  menu: { group: 'closing', icon: 'circle-slash', order: 30 },
  label: 'title',
  labelIn: { en: 'titleEn' },
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    /** What the blocker says a waiver must name. */
    blocker: f.string({ required: true, max: 100, immutable: true, search: true }),
    /** What stood in the way, as it was said then. */
    title: f.string({ max: 200, readonly, search: true }),
    titleEn: f.string({ max: 200, readonly }),
    reason: f.textarea({ required: true, max: 500, immutable: true }),
    state: f.select({ options: ['requested', 'granted', 'withdrawn', 'ended'], default: 'requested', readonly }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    grantedBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    grantedAt: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [['study', 'state']],
  moves: {
    granted: { from: ['requested'], rule: 'grant', second: true },
    withdrawn: { from: ['requested', 'granted'], rule: 'withdraw', reason: ['granted'] },
    ended: { from: ['requested', 'granted'], server: true },
  },
  list: {
    columns: ['study', 'title', 'state', 'reason', 'by', 'createdAt', 'grantedBy', 'grantedAt'],
    sort: '-id',
    filters: ['study', 'state', 'by', 'createdAt'],
  },
  form: ['study', 'blocker', 'reason'],
})
