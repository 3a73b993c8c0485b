import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { offerOf, offerTold } from '#study/release/offered.ts'
import { treatmentsOf } from '#study/release/plan.ts'
import { toldLevels } from '#study/told.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { isRequester, problemsIn } from './asked.ts'

/** What can be asked for, and what stands in the way of what is asked for. */
export const offerFor = async (ctx: Ctx, row: AnyRow) => {
  const study = Number(row['study'])
  const whole = await offerOf(ctx.db, study)
  const isMine = isRequester(ctx.actor, row)
  if (!whole) return { forms: [], variables: [], problems: [], isMine }
  const found = offerTold(whole, await toldLevels(ctx, study))
  // What somebody else asked for may be more than this person is told of: it is no fault of their plan.
  const isUntold = (one: { form: number | null; slot: number | null }): boolean =>
    !isMine && whole.variables.some((v) => v.form === one.form && v.slot === one.slot && !found.variables.includes(v))
  return {
    forms: found.forms,
    variables: found.variables.map((variable) => ({ ...variable, treatments: treatmentsOf(variable) })),
    problems: problemsIn(found, row['plan'])
      .filter((problem) => !isUntold(problem))
      .map(({ form, slot, words }) => ({ form, slot, text: words[ctx.language] })),
    isMine,
  }
}

const TRIAL = `SELECT state, result, error FROM task WHERE id = $1 AND kind = 'analysis.assess' AND resource = $2 AND record = $3`
type Work = { state: string; result: unknown; error: Readonly<Record<string, string>> | null }
export const trialOf = async (ctx: Ctx, row: AnyRow, task: unknown) => {
  const [found] = await ctx.db.query<Work>(TRIAL, [Number(task), analysisProject.name, String(row.id)])
  if (!found) throw refuse(locale, 'noTask')
  const isFailed = found.state === 'failed' || found.state === 'parked' || found.state === 'cancelled'
  return { state: found.state, result: found.result, error: isFailed ? (found.error?.[ctx.language] ?? found.state) : null }
}

const WORK = 'SELECT state, error FROM task WHERE id = $1'
/** The work on the package. */
export const workOn = async (ctx: Ctx, row: AnyRow): Promise<{ atWork: boolean; error: string | null }> => {
  const [work] = await ctx.db.query<Work>(WORK, [row['task'] ?? null])
  const isFailed = work?.state === 'failed' || work?.state === 'parked'
  return {
    atWork: work?.state === 'waiting' || work?.state === 'running',
    error: isFailed ? (work.error?.[ctx.language] ?? work.state) : null,
  }
}

const DOWNLOADS = `SELECT at, actor_name AS by, changes -> 'sha256' ->> 1 AS sha256 FROM audit_entry
  WHERE resource = $1 AND record_id = $2 AND action = 'download' ORDER BY id DESC LIMIT 200`
/** Who has taken the package. */
export const downloadsOf = (ctx: Ctx, row: AnyRow) => ctx.db.query(DOWNLOADS, [analysisProject.name, String(row.id)])

const leftOut = z.object({ leftOut: z.array(z.object({ name: z.string(), why: z.object({ 'zh-cn': z.string(), en: z.string() }) })) })
/** Files that were asked for and are not in the package, and why, in the reader's words. */
export const leftOutOf = (ctx: Ctx, row: AnyRow): { name: string; why: string }[] =>
  (leftOut.safeParse(row['evidence']).data?.leftOut ?? []).map(({ name, why }) => ({ name, why: why[ctx.language] }))
