import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { cancelTask } from '#server/task/act.ts'
import locale from '../locale.ts'

const MINE = `SELECT state, progress, result, error FROM task WHERE id = $1 AND kind = ANY($2::text[]) AND owner_kind = 'admin' AND owner_id = $3`
type Found = { state: string; progress: number | null; result: unknown; error: Readonly<Record<string, string>> | null }
type Kind = 'control.try' | 'control.propose'
const mine = async (ctx: Ctx, kinds: readonly Kind[], task: number): Promise<Found> => {
  const [found] = await ctx.db.query<Found>(MINE, [Number.isSafeInteger(task) ? task : 0, kinds, adminId(ctx.actor)])
  if (!found) throw refuse(locale, 'noTrial')
  return found
}

/** How far an answer is, for whoever asked for it and nobody else. */
export const readAnswer = async (ctx: Ctx, kind: Kind, task: number) => {
  const { state, progress, result, error } = await mine(ctx, [kind], task)
  const isFailed = state === 'failed' || state === 'parked'
  return { state, progress: progress ?? 0, result, error: isFailed ? (error?.[ctx.language] ?? state) : null }
}
export const stopAnswer = async (ctx: Ctx, task: number): Promise<{ stopped: boolean }> => {
  await mine(ctx, ['control.try', 'control.propose'], task)
  return { stopped: await cancelTask(ctx.db, task) }
}
