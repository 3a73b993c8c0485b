import { defineResource, f } from '#kernel'

/** What of a study is to be verified against its source: its critical variables in everybody, and everything of a share of subjects drawn by a seed. */
export const studyVerification = defineResource('study.verification', {
  menu: { group: 'closing', icon: 'list-checks', order: 20 },
  label: 'seed',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    critical: f.switch({ default: true }),
    percent: f.integer({ required: true, min: 0, max: 100, default: 10 }),
    /** Who is drawn follows from it and the code of the subject alone. It stays: another one would be another draw. */
    seed: f.string({ max: 40, pattern: 'code', immutable: true }),
    remark: f.textarea({ max: 500 }),
  },
  traits: ['timestamps', 'audited'],
  scopedBy: 'study',
  unique: [['study']],
  reason: 'always',
  list: { columns: ['study', 'critical', 'percent', 'seed', 'remark', 'updatedAt'], sort: '-id', filters: ['study'] },
  form: ['study', 'critical', 'percent', 'seed', 'remark'],
})
