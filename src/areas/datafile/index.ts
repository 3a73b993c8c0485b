import { defineResource, f } from '#kernel'

const readonly = true as const

/** A file of a study, as people speak of it; what was sent stands in its versions and never changes. */
export const datafile = defineResource('datafile', {
  menu: { group: 'data', icon: 'files', order: 10 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 255, search: true }),
    /** Where it lay with whoever sent it: pictures of two series have the same names. */
    folder: f.string({ readonly, search: true }),
    kind: f.select({
      options: ['table', 'text', 'sequence', 'variant', 'image', 'dicom', 'nifti', 'pdf', 'office', 'archive', 'remote', 'other'],
      readonly,
      default: 'other',
    }),
    state: f.select({
      options: ['received', 'parsing', 'unread', 'staged', 'accepted', 'quarantined', 'rejected', 'locked'],
      readonly,
      default: 'received',
    }),
    rating: f.select({ options: ['excellent', 'good', 'fair', 'poor'] }),
    /** Of the newest version. */
    number: f.integer({ readonly, default: 0 }),
    format: f.string({ readonly, search: true }),
    encoding: f.string({ readonly }),
    size: f.integer({ readonly, unit: 'B' }),
    rows: f.integer({ readonly }),
    columns: f.integer({ readonly }),
    sha256: f.string({ readonly, search: true }),
    /** Of a table that lies in Trino and is judged there: catalog, schema, table, and the column that numbers its rows. */
    remote: f.json({ readonly }),
    /** Whose data it holds, and of which visit. */
    subject: f.ref('study.subject', { label: 'code' }),
    visit: f.ref('study.visit', { label: 'name' }),
    /** With subject and visit, the record that it was sent with: the form, and its number where that repeats. */
    form: f.ref('study.form', { label: 'name', readonly }),
    instance: f.integer({ readonly }),
    /** Whether the stored bytes of the newest version still had their hash when they were last read again. */
    check: f.select({ options: ['intact', 'broken'], readonly }),
    checkedAt: f.dateTime({ readonly }),
    note: f.textarea({ max: 2000 }),
  },
  traits: ['timestamps', 'produced', 'recyclable', 'exportable', 'audited', 'scoped'],
  /** The file of a subject is a file of its study: whoever is not in the team does not see it, however far they see otherwise. */
  scopedBy: 'subject',
  actions: {
    /** The right to send files, and what may be sent. */
    upload: { on: 'list', hidden: true, pure: true },
    /** A table that lies in Trino, by its name: nothing of it is copied. */
    link: {
      on: 'list',
      icon: 'link',
      input: {
        alias: f.string({ required: true, max: 100 }),
        catalog: f.string({ max: 100 }),
        schema: f.string({ max: 100 }),
        table: f.string({ required: true, max: 200 }),
        row: f.string({ max: 200 }),
      },
    },
    /** First rows, head and profile of a version. */
    preview: { on: 'row', hidden: true, pure: true, input: { version: f.integer({ min: 1 }) } },
    reread: { on: 'rows', icon: 'refresh-cw' },
    /** Asks whoever handed it over. */
    query: {
      on: 'row',
      beside: true,
      icon: 'message-circle-question-mark',
      input: { study: f.ref('study.project', { label: 'title' }), text: f.textarea({ max: 2000, required: true }), due: f.date() },
    },
    /** Reads the stored bytes again and compares their hash. */
    verify: { on: 'rows', beside: true, icon: 'shield-check' },
  },
  moves: {
    /** A new version has come: what was judged of the one before does not hold for it. */
    received: { from: ['parsing', 'unread', 'staged', 'accepted', 'quarantined', 'rejected'], server: true },
    parsing: { from: ['received', 'unread', 'staged', 'accepted', 'quarantined', 'rejected'], server: true },
    /** Its reading failed, was parked or cancelled: nothing is known of its content. */
    unread: { from: ['received', 'parsing'], server: true },
    /** Also what lies elsewhere: there is nothing to read. */
    staged: { from: ['parsing', 'received'], server: true },
    /** Opened again after it was locked: said why, and agreed to by a second person. */
    accepted: { from: ['staged', 'quarantined', 'locked'], rule: 'accept', reason: ['locked'], second: ['locked'] },
    quarantined: { from: ['parsing', 'unread', 'staged', 'accepted'], rule: 'quarantine', reason: true },
    rejected: { from: ['unread', 'staged', 'quarantined'], rule: 'reject', reason: true },
    locked: { from: ['accepted'], rule: 'close' },
  },
  second: ['delete'],
  children: { versions: { of: 'datafile.version', by: 'datafile' } },
  indexes: [['sha256']],
  list: {
    columns: ['name', 'state', 'kind', 'size', 'rows', 'subject', 'updatedAt'],
    sort: '-id',
    filters: ['kind', 'state', 'rating', 'subject', 'visit', 'form', 'updatedAt'],
  },
  form: ['name', ['rating', 'departmentId'], ['subject', 'visit'], 'note'],
})
