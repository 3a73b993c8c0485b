import { defineResource, f } from '#kernel'

/** One handing over of data to a gather project. Made by the server as data comes in; people decide about it. */
export const gatherDelivery = defineResource('gather.delivery', {
  menu: { group: 'data', icon: 'package', order: 7 },
  label: 'name',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, readonly: true }),
    gather: f.ref('gather.project', { label: 'name', required: true, readonly: true }),
    number: f.integer({ required: true, readonly: true }),
    name: f.string({ required: true, max: 200, readonly: true, search: true }),
    department: f.ref('department', { label: 'name', readonly: true }),
    form: f.ref('study.form', { label: 'name', readonly: true }),
    datafile: f.ref('datafile', { label: 'name', readonly: true }),
    receivedAt: f.dateTime({ readonly: true }),
    /** The member who sent it, and when they stood by what was read; until then nobody decides about it. */
    sender: f.ref('user.user', { label: 'nickname', readonly: true }),
    submittedAt: f.dateTime({ readonly: true }),
    sha256: f.string({ max: 64, readonly: true, search: true }),
    size: f.integer({ readonly: true, unit: 'B' }),
    rowsIn: f.integer({ readonly: true }),
    rowsStored: f.integer({ readonly: true }),
    rowsChanged: f.integer({ readonly: true }),
    rowsSame: f.integer({ readonly: true }),
    rowsRejected: f.integer({ readonly: true }),
    manifest: f.json({ readonly: true }),
    diff: f.json({ readonly: true }),
    task: f.integer({ readonly: true, of: 'task' }),
    /** The query that this file answers. */
    query: f.integer({ readonly: true, of: 'query' }),
    /** Put aside by a person: nothing but a person's decision stores it. */
    held: f.switch({ default: false, readonly: true }),
    state: f.select({
      options: ['received', 'reading', 'mapped', 'compared', 'accepted', 'quarantined', 'rejected'],
      default: 'received',
    }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'gather',
  unique: [['gather', 'number']],
  actions: {
    /** Which column fills what; it is compared anew. */
    map: { on: 'row', hidden: true, input: { mapping: f.json({ required: true }) } },
    /** Stores what was compared. */
    accept: { on: 'row', hidden: true, input: { reason: f.textarea({ max: 500 }) } },
    /** Reads and compares once more with what is stored by now. */
    again: { on: 'row', hidden: true },
    /** Asks whoever handed it over. */
    query: {
      on: 'row',
      beside: true,
      icon: 'message-circle-question-mark',
      input: { text: f.textarea({ max: 2000, required: true }), due: f.date() },
    },
    /** The subjects that the file names and the study does not have, at the site of the delivery; then it is compared once more. */
    addSubjects: { on: 'row', hidden: true },
  },
  moves: {
    reading: { from: ['received', 'mapped', 'compared', 'quarantined'], server: true },
    mapped: { from: ['reading'], server: true },
    compared: { from: ['mapped'], server: true },
    // With the commit of its rows.
    accepted: { from: ['compared', 'quarantined'], server: true },
    quarantined: { from: ['received', 'reading', 'mapped', 'compared'], rule: 'quarantine' },
    rejected: { from: ['received', 'reading', 'mapped', 'compared', 'quarantined'], rule: 'reject', reason: true },
  },
  children: { runs: { of: 'qc.run', by: 'delivery' } },
  list: {
    columns: ['number', 'name', 'gather', 'state', 'rowsIn', 'rowsStored', 'rowsChanged', 'rowsRejected', 'receivedAt', 'department'],
    sort: '-id',
    filters: ['study', 'gather', 'department', 'state', 'receivedAt'],
  },
})
