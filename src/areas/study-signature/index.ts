import { defineResource, f } from '#kernel'

const readonly = true as const

/**
 * The content of a frozen study, or of a frozen form, visit or subject of it, as a hash, and who answers for it. Made when the study is frozen, computed by a worker, signed with the password
 * again, computed once more: only what is still the same is locked. It is void when the study is opened.
 */
export const studySignature = defineResource('study.signature', {
  menu: { group: 'closing', icon: 'signature', order: 50 },
  label: 'title',
  fields: {
    study: f.ref('study.project', { label: 'title', required: true, readonly }),
    scope: f.select({ options: ['study', 'form', 'visit', 'subject'], default: 'study', readonly }),
    /** What keeps a part of the study as it is: the signature is void when that is lifted. The whole study has its own. */
    lock: f.ref('study.lock', { label: 'title', readonly }),
    form: f.ref('study.form', { label: 'name', readonly }),
    visit: f.ref('study.visit', { label: 'name', readonly }),
    subject: f.ref('study.subject', { label: 'code', readonly }),
    title: f.string({ max: 200, readonly, search: true }),
    state: f.select({ options: ['hashing', 'ready', 'signed', 'void'], default: 'hashing', readonly }),
    /** SHA-256 over the canonical text of all records; the manifest has it form by form. */
    hash: f.string({ max: 64, readonly, search: true }),
    records: f.integer({ readonly }),
    manifest: f.json({ readonly }),
    meaning: f.textarea({ max: 500, readonly }),
    /** One of the two: an investigator works in the back office or is a member. */
    by: f.ref('auth.admin', { label: 'nickname', readonly }),
    byMember: f.ref('user.user', { label: 'nickname', readonly }),
    signedAt: f.dateTime({ readonly }),
    /** What the content was once more, after it was signed. */
    checkedHash: f.string({ max: 64, readonly }),
    checkedAt: f.dateTime({ readonly }),
    voidedAt: f.dateTime({ readonly }),
    voidReason: f.textarea({ max: 500, readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'exportable', 'audited'],
  scopedBy: 'study',
  indexes: [['study', 'state']],
  actions: {
    sign: {
      on: 'row',
      icon: 'signature',
      input: { meaning: f.textarea({ required: true, max: 500 }), proof: f.string({ required: true, max: 100 }) },
    },
  },
  moves: {
    ready: { from: ['hashing'], server: true },
    signed: { from: ['ready'], server: true },
    void: { from: ['hashing', 'ready', 'signed'], server: true },
  },
  list: {
    columns: ['study', 'scope', 'title', 'state', 'records', 'hash', 'by', 'byMember', 'signedAt', 'checkedAt', 'voidedAt', 'voidReason'],
    sort: '-id',
    filters: ['study', 'scope', 'state', 'by', 'signedAt'],
  },
})
