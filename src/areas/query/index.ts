import { defineResource, f } from '#kernel'

const readonly = true as const
const note = f.textarea({ required: true, max: 2000 })
const reason = f.textarea({ required: true, max: 500 })

/** A question to those who entered something: about one value, a whole record, or what rules have found there. */
export const query = defineResource('query', {
  menu: { group: 'control', icon: 'message-circle-question-mark', order: 7 },
  label: 'title',
  fields: {
    /** What it is about, kept in codes, `HTN-0006 · V1 · sbp`, and shown in names, `HTN-0006 · Baseline · Systolic`. */
    title: f.string({ readonly, required: true, search: true }),
    study: f.ref('study.project', { label: 'title', readonly, required: true }),
    department: f.ref('department', { label: 'name', readonly }),
    subject: f.ref('study.subject', { label: 'code', readonly }),
    visit: f.ref('study.visit', { label: 'name', readonly }),
    form: f.ref('study.form', { label: 'name', readonly }),
    /** The record of the form, and the column of it that is asked about. */
    record: f.integer({ readonly }),
    field: f.string({ readonly }),
    datafile: f.ref('datafile', { label: 'name', readonly }),
    /** What was handed over, where it is about that file. */
    delivery: f.ref('gather.delivery', { label: 'name', readonly }),
    text: f.textarea({ readonly, required: true, search: true }),
    state: f.select({ options: ['open', 'answered', 'closed', 'cancelled'], readonly, default: 'open' }),
    /** Of the last answer. */
    category: f.select({ options: ['corrected', 'confirmed', 'notAvailable', 'other'], readonly }),
    assignees: f.refs('auth.admin', { label: 'nickname', readonly, release: true }),
    members: f.refs('user.user', { label: 'nickname', readonly, release: true }),
    due: f.date({ readonly }),
    author: f.ref('auth.admin', { label: 'nickname', readonly }),
    answeredAt: f.dateTime({ readonly }),
    closedAt: f.dateTime({ readonly }),
    /** Closed by a run that found nothing of it any more. */
    proved: f.switch({ readonly, default: false }),
    sentBack: f.integer({ readonly, default: 0 }),
    reopened: f.integer({ readonly, default: 0 }),
  },
  /** Behind a lock nobody answers it any more. */
  asks: { locked: f.switch({ asked: ['='] }) },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [
    ['study', 'state'],
    ['form', 'record'],
  ],
  actions: {
    answer: {
      on: 'row',
      icon: 'corner-down-left',
      input: {
        category: f.radio({ options: ['corrected', 'confirmed', 'notAvailable', 'other'], required: true }),
        value: f.string({ max: 4000, when: { category: ['corrected'] } }),
        note: f.textarea({ max: 2000 }),
        file: f.file({}),
      },
    },
    /** Changes no data: behind a lock, where nobody answers any more, it is the way out. */
    close: { on: 'rows', beside: true, icon: 'check', input: { note: f.textarea({ max: 2000 }), accept: f.switch({ default: false }) } },
    sendBack: { on: 'rows', icon: 'undo-2', input: { note } },
    remark: { on: 'row', icon: 'message-square', input: { note, file: f.file({}) } },
    assign: {
      on: 'rows',
      icon: 'user-plus',
      input: {
        assignees: f.refs('auth.admin', { label: 'nickname' }),
        members: f.refs('user.user', { label: 'nickname' }),
        due: f.date(),
      },
    },
    reopen: { on: 'rows', icon: 'rotate-ccw', input: { reason } },
    cancel: { on: 'rows', icon: 'x', danger: true, input: { reason } },
    /** A corrected file that its sender stands by: the answer of whoever sent it. */
    handed: { on: 'row', hidden: true, input: { delivery: f.integer({ min: 1, required: true }) } },
    /** About a record or one value of it, a file, or findings; the screens of those ask it. */
    raise: {
      on: 'list',
      hidden: true,
      input: {
        form: f.integer({ min: 1 }),
        record: f.integer({ min: 1 }),
        field: f.string({ max: 60 }),
        datafile: f.integer({ min: 1 }),
        delivery: f.integer({ min: 1 }),
        /** Of a data file that no study claims. */
        study: f.integer({ min: 1 }),
        findings: f.refs('finding', { label: 'name' }),
        text: f.textarea({ max: 2000 }),
        due: f.date(),
      },
    },
  },
  moves: {
    answered: { from: ['open'], server: true },
    open: { from: ['answered', 'closed'], reason: true, server: true },
    closed: { from: ['open', 'answered'], server: true },
    cancelled: { from: ['open'], reason: true, server: true },
  },
  children: { findings: { of: 'finding', by: 'query' }, entries: { of: 'query.entry', by: 'query' } },
  list: {
    columns: ['id', 'title', 'text', 'state', 'due', 'assignees', 'category', 'department', 'study', 'createdAt', 'updatedAt'],
    sort: '-id',
    filters: ['state', 'study', 'department', 'visit', 'assignees', 'author', 'due', 'createdAt'],
  },
})
