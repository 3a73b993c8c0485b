import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import type { studyProject } from '../index.ts'

/** What the way of a study depends on. */
export type Study = Pick<Row<typeof studyProject>, 'id' | 'state' | 'createdAt' | 'plannedN' | 'ethicsNo'>
type Condition = { readonly words: Words; readonly tab?: string; isMet(ctx: Ctx, study: Study): Promise<boolean> }

const exists = async (ctx: Ctx, text: string, study: Study): Promise<boolean> => (await ctx.db.query(text, [study.id])).length > 0

const hasPi: Condition = {
  words: { 'zh-cn': '团队中还没有主要研究者', en: 'The team has no principal investigator yet' },
  tab: 'team',
  isMet: (ctx, study) =>
    exists(
      ctx,
      `SELECT 1 FROM study_member WHERE study = $1 AND role = 'pi' AND deleted_at IS NULL AND ("to" IS NULL OR "to" > now())`,
      study,
    ),
}
const hasVisit: Condition = {
  words: { 'zh-cn': '还没有访视', en: 'There is no visit yet' },
  tab: 'visits',
  isMet: (ctx, study) => exists(ctx, 'SELECT 1 FROM study_visit WHERE study = $1 AND deleted_at IS NULL LIMIT 1', study),
}
const hasPlan: Condition = {
  words: { 'zh-cn': '还没有填写计划例数', en: 'The planned number of subjects is missing' },
  isMet: async (_, { plannedN }) => plannedN !== null,
}
const hasDictionary: Condition = {
  words: { 'zh-cn': '还没有发布数据字典', en: 'No dictionary is published yet' },
  tab: 'dictionaries',
  isMet: (ctx, study) => exists(ctx, `SELECT 1 FROM study_dictionary WHERE study = $1 AND state = 'published'`, study),
}
const hasEthics: Condition = {
  words: { 'zh-cn': '还没有填写伦理批件号', en: 'The ethics approval number is missing' },
  isMet: async (_, { ethicsNo }) => Boolean(ethicsNo?.trim()),
}

const SHEET = `SELECT state, hash, checked_hash AS "checkedHash" FROM study_signature WHERE study = $1 AND scope = 'study' AND state <> 'void' ORDER BY id DESC LIMIT 1`
type Sheet = { state: string; hash: string | null; checkedHash: string | null }
const sheetOf = async (ctx: Ctx, { id }: Study): Promise<Sheet | undefined> => (await ctx.db.query<Sheet>(SHEET, [id]))[0]
const isSigned: Condition = {
  words: { 'zh-cn': '主要研究者还没有签名', en: 'The principal investigator has not signed yet' },
  tab: 'locks',
  isMet: async (ctx, study) => (await sheetOf(ctx, study))?.state === 'signed',
}
const isChecked: Condition = {
  words: { 'zh-cn': '签名后的内容核对还没有完成', en: 'The content has not been checked since it was signed' },
  tab: 'locks',
  isMet: async (ctx, study) => {
    const sheet = await sheetOf(ctx, study)
    return sheet?.state !== 'signed' || sheet.checkedHash !== null
  },
}
const isUnchanged: Condition = {
  words: {
    'zh-cn': '内容与签名时不同：请解除冻结，查明原因后重新签名',
    en: 'The content is not what was signed: open the study, find out why, and sign again',
  },
  tab: 'locks',
  isMet: async (ctx, study) => {
    const sheet = await sheetOf(ctx, study)
    return !sheet?.checkedHash || sheet.checkedHash === sheet.hash
  },
}

/** What a study must have before it comes into a state, in the order in which people settle it. */
const CONDITIONS = {
  submitted: [hasPi, hasVisit, hasPlan],
  collecting: [hasEthics, hasDictionary],
  frozen: [],
  locked: [isSigned, isChecked, isUnchanged],
} as const

const blockersOf =
  (to: keyof typeof CONDITIONS) =>
  async (ctx: Ctx, study: Study): Promise<Blocker[]> => {
    const blockers: Blocker[] = []
    for (const { words, tab, isMet } of CONDITIONS[to])
      if (!(await isMet(ctx, study))) blockers.push({ words, address: `/admin/study/project/${study.id}${tab ? `?tab=${tab}` : ''}` })
    return blockers
  }
export const gates = {
  submitted: blockersOf('submitted'),
  collecting: blockersOf('collecting'),
  frozen: blockersOf('frozen'),
  locked: blockersOf('locked'),
}
