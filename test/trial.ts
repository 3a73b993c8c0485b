import { defineLocale, defineResource, f } from '#kernel'
import { serve } from '#server'

/** An area of its own with a list of children, a gate, a move with reason and one that a second person agrees to. */
export const trial = defineResource('test.trial', {
  menu: { group: 'org', icon: 'experiment', order: 91 },
  label: 'title',
  fields: {
    title: f.string({ required: true, max: 60, search: true }),
    isFrozen: f.switch({ default: false }),
    state: f.select({ options: ['draft', 'submitted', 'closed'], default: 'draft' }),
  },
  traits: ['timestamps', 'recyclable', 'audited', 'lockable', 'scoped'],
  moves: {
    submitted: { from: ['draft'], rule: 'submit', gate: true },
    draft: { from: ['submitted'], rule: 'sendBack', reason: true },
    closed: { from: ['submitted'], rule: 'close', second: true },
  },
  second: ['unlock'],
  counts: { subjects: { of: 'test.subject', by: 'trial' } },
  list: { columns: ['title', 'subjects', 'state', 'updatedAt'], sort: '-id', filters: ['state'] },
})

export const trialLocale = defineLocale(trial, {
  'zh-cn': {
    title: '研究',
    remark: '研究及其受试者。',
    fields: { title: '名称', isFrozen: '已冻结', state: '状态', subjects: '受试者' },
    options: { state: { draft: '草稿', submitted: '已提交', closed: '已结束' } },
    moves: { submitted: '提交', draft: '退回', closed: '结束研究' },
  },
  en: {
    title: 'Trials',
    remark: 'Trials and their subjects.',
    fields: { title: 'Title', isFrozen: 'Frozen', state: 'State', subjects: 'Subjects' },
    options: { state: { draft: 'Draft', submitted: 'Submitted', closed: 'Closed' } },
    moves: { submitted: 'Submit', draft: 'Send back', closed: 'Close the trial' },
  },
})

export const trialServer = serve(trial, {
  gates: {
    submitted: async (ctx, row) => {
      const [found] = await ctx.db.query('SELECT 1 FROM test_subject WHERE trial = $1 LIMIT 1', [row.id])
      const words = { 'zh-cn': '还没有受试者', en: 'There is no subject yet' }
      return found ? [] : [{ words, address: `/admin/test/subject?trial=${row.id}` }]
    },
  },
})

/** Seen by those who see its trial, and locked with it. Every change is explained. */
export const subject = defineResource('test.subject', {
  menu: { group: 'org', icon: 'user', order: 92 },
  label: 'code',
  fields: { code: f.string({ required: true, max: 20, search: true }), trial: f.ref('test.trial', { label: 'title', required: true }) },
  traits: ['timestamps', 'recyclable', 'sortable', 'audited'],
  scopedBy: 'trial',
  reason: 'always',
  list: { columns: ['code', 'trial', 'updatedAt'], sort: '-weigh' },
})

export const subjectLocale = defineLocale(subject, {
  'zh-cn': { title: '受试者', remark: '研究的受试者。', fields: { code: '编号', trial: '研究' } },
  en: { title: 'Subjects', remark: 'Subjects of a trial.', fields: { code: 'Code', trial: 'Trial' } },
})

export const subjectServer = serve(subject, {
  lockScope: async (ctx, row) => {
    const [frozen] = await ctx.db.query<{ title: string }>('SELECT title FROM test_trial WHERE id = $1 AND is_frozen', [row.trial])
    return frozen ? { 'zh-cn': frozen.title, en: frozen.title } : null
  },
})
