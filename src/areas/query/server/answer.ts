import { can, fail, filled, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { tellsArm } from '#study/blind.ts'
import { partIn } from '#study/query/role.ts'
import locale from '../locale.ts'
import { formName, openCell } from './place.ts'
import { now, say, stepQuery } from './thread.ts'
import type { About, Query } from './thread.ts'

export type Answer = {
  category: 'corrected' | 'confirmed' | 'notAvailable' | 'other'
  value: string | null
  note: string | null
  file: string | null
}

const isAsked = ({ actor }: Ctx, { assignees, members }: About): boolean =>
  actor.kind === 'member' ? (members ?? []).includes(actor.id) : (assignees ?? []).includes(adminId(actor) ?? 0)
export const mayAnswer = async (ctx: Ctx, row: About): Promise<boolean> =>
  isAsked(ctx, row) || (await partIn(ctx.db, ctx.actor, row.study, row.department)).answers

const REASON = { 'zh-cn': '质疑 #{id}', en: 'Query #{id}' }
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** The value is entered by the one write path, with the query as its reason. Members enter what their place in the team lets them enter. */
const correct = async (ctx: Ctx, { id, form, record, field }: About, value: string) => {
  if (form === null || record === null || field === null) throw refuse(locale, 'noCell')
  if (ctx.actor.kind === 'admin' && !can(ctx.actor.rules, ruleOf('clinical.data', 'edit'))) throw fail('auth.forbidden')
  const { row } = await openCell(ctx, form, record)
  const before = textOf(row[field])
  if (before === value) throw refuse(locale, 'sameValue')
  const reason = filled(REASON, { id })
  await ctx.engine.edit({ ...ctx, reason }, formName(form), { id: record, [field]: value })
  if (await tellsArm(ctx.db, form, field)) return {}
  const after = textOf((await openCell(ctx, form, record)).row[field])
  return { before, after }
}

export const answer = async (ctx: Ctx, row: Query, { category, value, note, file }: Answer): Promise<void> => {
  if (!(await mayAnswer(ctx, row))) throw refuse(locale, 'mayAnswer')
  if (!value && !note?.trim() && category !== 'confirmed') throw refuse(locale, 'explain')
  // First, so that a query that is answered already changes no value.
  await stepQuery(ctx, row, 'answered', note, { category, answeredAt: now(ctx) })
  const values = value ? await correct(ctx, row, value) : {}
  await say(ctx, row.id, 'answered', { category, text: note, file, ...values })
}
