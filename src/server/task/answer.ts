import type { Language } from '#kernel'
import { adminId } from '../model/actor.ts'
import type { Ctx } from '../model/context.ts'

const MINE = `SELECT state, progress, result, error FROM task WHERE id = $1 AND kind = ANY($2::text[]) AND owner_kind = 'admin' AND owner_id = $3`
type Found = { state: string; progress: number | null; result: unknown; error: Readonly<Record<Language, string>> | null }
/** How far the answer to a question is, for the admin who asked for it and nobody else. */
export const answerOf = async (ctx: Ctx, kinds: readonly string[], task: number) => {
  const [found] = await ctx.db.query<Found>(MINE, [Number.isSafeInteger(task) ? task : 0, kinds, adminId(ctx.actor)])
  if (!found) return undefined
  const { state, progress, result, error } = found
  const isFailed = state === 'failed' || state === 'parked'
  return { state, progress: progress ?? 0, result, error: isFailed ? (error?.[ctx.language] ?? state) : null }
}
