import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'

const bySystem = (ctx: Ctx): Ctx => ({ ...ctx, actor: SYSTEM })
const idsOf = async (ctx: Ctx, studies: readonly number[], bin: 'live' | 'recycled'): Promise<number[]> => {
  const where = bin === 'live' ? 'deleted_at IS NULL' : 'deleted_at IS NOT NULL'
  const rows = await ctx.db.query<{ id: number }>(`SELECT id FROM study_member WHERE study = ANY($1::bigint[]) AND ${where}`, [studies])
  return rows.map(({ id }) => id)
}

const PLACE = 'SELECT 1 FROM study_member WHERE study = $1 AND admin = $2 AND role = $3 AND deleted_at IS NULL'
/** A consequence of what somebody may do with the study: they are not in its team before this. */
export const join = async (ctx: Ctx, study: number, admin: number | null, role: 'pi' | 'dataManager'): Promise<void> => {
  if (admin === null || (await ctx.db.query(PLACE, [study, admin, role])).length) return
  await ctx.engine.add(bySystem(ctx), 'study.member', { study, admin, role })
}

/** A team is nothing without its study: it goes into the bin, comes back and ends with it, and never stands in its way. */
export const dissolve = async (ctx: Ctx, studies: readonly number[]): Promise<void> => {
  const ids = await idsOf(ctx, studies, 'live')
  if (ids.length) await ctx.engine.del(bySystem(ctx), 'study.member', ids)
}
export const reunite = async (ctx: Ctx, studies: readonly number[]): Promise<void> => {
  const ids = await idsOf(ctx, studies, 'recycled')
  if (ids.length) await ctx.engine.restore(bySystem(ctx), 'study.member', ids)
}
export const forget = async (ctx: Ctx, studies: readonly number[]): Promise<void> => {
  const ids = await idsOf(ctx, studies, 'recycled')
  if (ids.length) await ctx.engine.purge(bySystem(ctx), 'study.member', ids)
}
