import { defineResource, f } from '#kernel'

const readonly = true as const

/** All that is known of a locked study in one file, made when the study is archived. It stays also when the study comes back. */
export const studyArchive = defineResource('study.archive', {
  menu: { group: 'closing', icon: 'archive', order: 60 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, readonly }),
    title: f.string({ max: 200, readonly, search: true }),
    state: f.select({ options: ['making', 'ready', 'failed', 'ended'], default: 'making', readonly }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    task: f.integer({ readonly, of: 'task' }),
    madeAt: f.dateTime({ readonly }),
    records: f.integer({ readonly }),
    /** The hash of the content: the one that was signed. */
    hash: f.string({ max: 64, readonly, search: true }),
    size: f.integer({ readonly, unit: 'B' }),
    sha256: f.string({ max: 64, readonly, search: true }),
    files: f.json({ readonly }),
    endedAt: f.dateTime({ readonly }),
    endReason: f.textarea({ max: 500, readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [['study', 'state']],
  rights: ['download'],
  moves: {
    ready: { from: ['making', 'failed'], server: true },
    failed: { from: ['making'], server: true },
    ended: { from: ['making', 'ready', 'failed'], server: true },
  },
  list: {
    columns: ['study', 'title', 'state', 'records', 'size', 'hash', 'sha256', 'by', 'madeAt', 'endedAt', 'endReason'],
    sort: '-id',
    filters: ['study', 'state', 'by', 'madeAt'],
  },
})
