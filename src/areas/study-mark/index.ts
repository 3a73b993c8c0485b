import { defineResource, f } from '#kernel'

const readonly = true as const
const kind = f.radio({ options: ['source', 'review'], required: true })
const note = f.textarea({ max: 500 })

/** That somebody has looked at a value or a record: against the source, or as a review. It is lost when what was looked at changes. */
export const studyMark = defineResource('study.mark', {
  menu: { group: 'closing', icon: 'badge-check', order: 10 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, readonly }),
    form: f.ref('study.form', { label: 'name', required: true, readonly }),
    record: f.integer({ required: true, readonly }),
    subject: f.ref('study.subject', { label: 'code', required: true, readonly }),
    visit: f.ref('study.visit', { label: 'name', readonly }),
    department: f.ref('department', { label: 'name', required: true, readonly }),
    /** The slot; without one it is the whole record. */
    field: f.string({ max: 60, readonly }),
    /** What was looked at, as it was called then. */
    title: f.string({ max: 200, readonly, search: true }),
    kind: f.select({ options: ['source', 'review'], required: true, readonly }),
    /** The last change of the record that whoever looked at it has seen. */
    seen: f.integer({ required: true, readonly }),
    state: f.select({ options: ['valid', 'lost', 'withdrawn'], default: 'valid', readonly }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    note: f.textarea({ max: 500, readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [
    ['study', 'state'],
    ['form', 'record'],
  ],
  actions: {
    /** All records of a form, a visit or a subject at once, or of what these have in common. Very many are a task. */
    mark: {
      on: 'list',
      icon: 'badge-check',
      input: {
        form: f.ref('study.form', { label: 'name' }),
        visit: f.ref('study.visit', { label: 'name' }),
        subject: f.ref('study.subject', { label: 'code' }),
        kind,
        note,
      },
    },
    /** A record, or one value of it, as the page of the record has shown it. */
    markRecord: {
      on: 'list',
      hidden: true,
      input: {
        form: f.integer({ required: true, min: 1 }),
        record: f.integer({ required: true, min: 1 }),
        version: f.integer({ required: true, min: 1 }),
        field: f.string({ max: 60 }),
        kind,
        note,
      },
    },
  },
  moves: {
    lost: { from: ['valid'], server: true },
    withdrawn: { from: ['valid'], rule: 'withdraw', reason: true },
  },
  list: {
    columns: ['study', 'title', 'kind', 'state', 'subject', 'visit', 'form', 'department', 'by', 'createdAt', 'note'],
    sort: '-id',
    filters: ['study', 'form', 'visit', 'subject', 'department', 'kind', 'state', 'by', 'createdAt'],
  },
})
