import { defineResource, f } from '#kernel'

/** A person in a study, by a code. Who it is lies sealed in a table of its own. */
export const studySubject = defineResource('study.subject', {
  menu: { group: 'study', icon: 'user-round', order: 40 },
  label: 'code',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, immutable: true }),
    code: f.string({ required: true, max: 40, pattern: 'code', search: true }),
    department: f.ref('department', { label: 'name', required: true }),
    arm: f.ref('study.arm', { label: 'name' }),
    /** Its study is blinded: the arm is sealed, and `arm` stays empty until it is unblinded. */
    blinded: f.switch({ readonly: true, default: false }),
    allocatedAt: f.dateTime({ readonly: true }),
    state: f.select({ options: ['screened', 'enrolled', 'completed', 'withdrawn'], default: 'screened' }),
    screenedOn: f.date(),
    consentVersion: f.string({ max: 40 }),
    consentOn: f.date(),
    enrolledOn: f.date(),
    endedOn: f.date({ readonly: true }),
    mergedInto: f.ref('study.subject', { label: 'code', readonly: true }),
    /** What went with it, and which records stand aside because the other had them too. */
    merge: f.json({ readonly: true }),
    identifiedAt: f.dateTime({ readonly: true }),
    /** By the number of a visit: why it did not take place. */
    missed: f.json({ readonly: true }),
    remark: f.textarea({ max: 1000 }),
  },
  /** By the standing of a visit, as the timeline of a subject tells it. */
  asks: {
    expectedAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    doneAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    draftAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    dueAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    lateAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    missedAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
    extraAt: f.ref('study.visit', { label: 'name', asked: ['IN'] }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  scopedBy: 'study',
  unique: [['study', 'code']],
  indexes: [['study', 'department', 'state']],
  reason: 'afterSubmit',
  moves: {
    enrolled: { from: ['screened'], rule: 'enrol', gate: true },
    completed: { from: ['enrolled'], rule: 'complete' },
    withdrawn: { from: ['screened', 'enrolled'], rule: 'withdraw', reason: true },
  },
  actions: {
    /** Answers who it is; each time it is asked stands in the trail. */
    identify: { on: 'row', pure: true, icon: 'eye', input: { reason: f.string({ required: true, max: 200 }) } },
    seal: {
      on: 'row',
      icon: 'lock',
      input: {
        name: f.string({ required: true, max: 60 }),
        idNumber: f.string({ max: 40 }),
        phone: f.string({ max: 30 }),
        address: f.string({ max: 200 }),
      },
    },
    /** Which arm a subject of a blinded study is in: kept sealed, and shown to nobody. */
    allocate: { on: 'row', icon: 'split', input: { arm: f.ref('study.arm', { label: 'name', required: true }) } },
    /** Answers the arm to whoever may know it; each time it is asked stands in the trail. */
    allocation: { on: 'row', pure: true, icon: 'eye', input: { reason: f.string({ required: true, max: 200 }) } },
    /** In an emergency: the arm of this one, for whoever sees the subject. */
    unblind: { on: 'row', icon: 'eye', danger: true, second: true, input: { reason: f.string({ required: true, max: 200 }) } },
    /** The same person as another one: everything becomes theirs. `stands`: of each record that both have, whose counts. */
    merge: {
      on: 'row',
      icon: 'merge',
      danger: true,
      second: true,
      gate: true,
      input: {
        into: f.ref('study.subject', { label: 'code', required: true }),
        stands: f.json(),
        reason: f.textarea({ required: true, max: 500 }),
      },
    },
    /** A visit that did not take place, and why; without a reason it is waited for again. */
    miss: {
      on: 'row',
      hidden: true,
      input: { visit: f.ref('study.visit', { label: 'name', required: true }), because: f.textarea({ max: 500 }) },
    },
  },
  children: { files: { of: 'datafile', by: 'subject' } },
  list: {
    columns: ['code', 'study', 'department', 'arm', 'state', 'screenedOn', 'enrolledOn', 'endedOn', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'department', 'arm', 'state', 'enrolledOn'],
  },
  form: ['study', ['code', 'department'], ['arm', 'screenedOn'], ['consentVersion', 'consentOn'], 'enrolledOn', 'remark'],
})
