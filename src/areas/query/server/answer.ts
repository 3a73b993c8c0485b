import { can, fail, filled, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { tellsArm } from '#study/blind.ts'
import { partIn } from '#study/query/role.ts'
import { recheckTouched } from '#study/run/recheck.ts'
import locale from '../locale.ts'
import { formName, openCell } from './place.ts'
import { asSystem, now, say, stepQuery } from './thread.ts'
import type { About, Query } from './thread.ts'

export type Answer = {
  category: 'corrected' | 'confirmed' | 'notAvailable' | 'other'
  value: string | null
  note: string | null
  file: string | null
}

export const isAsked = ({ actor }: Ctx, { assignees, members }: Pick<About, 'assignees' | 'members'>): boolean =>
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

const PAIRS = `SELECT DISTINCT form, subject FROM finding WHERE query = $1 AND form IS NOT NULL AND subject IS NOT NULL`
const recheckQuery = async (ctx: Ctx, { id, study }: Query): Promise<void> => {
  const pairs = await ctx.db.query<{ form: number; subject: number }>(PAIRS, [id])
  if (pairs.length > 0) await recheckTouched(asSystem(ctx), { study, pairs })
}

export const answer = async (ctx: Ctx, row: Query, { category, value, note, file }: Answer): Promise<void> => {
  if (!(await mayAnswer(ctx, row))) throw refuse(locale, 'mayAnswer')
  if (!value && !note?.trim() && category !== 'confirmed') throw refuse(locale, 'explain')
  // First, so that a query that is answered already changes no value.
  await stepQuery(ctx, row, 'answered', note, { category, answeredAt: now(ctx) })
  const values = value ? await correct(ctx, row, value) : {}
  // Corrected where it stands, perhaps before the query came: nothing changes now, and nothing else would ask for a look.
  if (category === 'corrected' && !value) await recheckQuery(ctx, row)
  await say(ctx, row.id, 'answered', { category, text: note, file, ...values })
}
