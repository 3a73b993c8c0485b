import { defineResource, f } from '#kernel'

const readonly = true as const

/** A record entered a second time from the source, by somebody who did not enter it first. It is compared and kept; the record stays one. */
export const studySecondEntry = defineResource('study.secondEntry', {
  menu: { group: 'data', icon: 'files', order: 7 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, readonly }),
    form: f.ref('study.form', { label: 'name', required: true, readonly }),
    record: f.integer({ required: true, readonly }),
    subject: f.ref('study.subject', { label: 'code', required: true, readonly }),
    visit: f.ref('study.visit', { label: 'name', readonly }),
    department: f.ref('department', { label: 'name', required: true, readonly }),
    /** What was entered, as it was called then. */
    title: f.string({ max: 200, readonly, search: true }),
    /** How many values differ; the values themselves stand in `second_value`. */
    count: f.integer({ required: true, min: 0, readonly }),
    state: f.select({ options: ['conflict', 'agreed', 'settled'], default: 'conflict' }),
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    byMember: f.ref('user.user', { label: 'nickname', readonly }),
    settledBy: f.ref('auth.admin', { label: 'nickname', readonly }),
    settledAt: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  unique: [['form', 'record']],
  actions: {
    enter: {
      on: 'list',
      hidden: true,
      input: {
        form: f.integer({ required: true, min: 1 }),
        record: f.integer({ required: true, min: 1 }),
        values: f.json({ required: true }),
      },
    },
    /** For each difference the first or the second value, or a third one; the record is corrected by it. */
    settle: {
      on: 'row',
      icon: 'git-compare',
      // `version`: the record as whoever chose has seen it.
      input: { choices: f.json({ required: true }), version: f.integer({ min: 1 }), reason: f.textarea({ required: true, max: 500 }) },
    },
  },
  moves: { agreed: { from: ['conflict'], server: true }, settled: { from: ['conflict'], server: true } },
  list: {
    columns: ['title', 'study', 'form', 'department', 'state', 'count', 'by', 'byMember', 'createdAt', 'settledBy', 'settledAt'],
    sort: '-id',
    filters: ['study', 'form', 'department', 'state', 'by', 'byMember', 'createdAt'],
  },
})
