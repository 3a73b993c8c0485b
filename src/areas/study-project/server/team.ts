import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'

const bySystem = (ctx: Ctx): Ctx => ({ ...ctx, actor: SYSTEM })
const MEMBERS = 'SELECT m.id FROM study_member m JOIN study_project s ON s.id = m.study WHERE m.study = ANY($1::bigint[]) AND'
const BINS = {
  live: 'm.deleted_at IS NULL',
  recycled: 'm.deleted_at IS NOT NULL',
  /** Whoever had been taken out of the team before the study went is not in it when it comes back. */
  gone: 'm.deleted_at >= s.deleted_at',
} as const
const idsOf = async (ctx: Ctx, studies: readonly number[], bin: keyof typeof BINS): Promise<number[]> => {
  const rows = await ctx.db.query<{ id: number }>(`${MEMBERS} ${BINS[bin]}`, [studies])
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
/** Asked while the study still lies in the bin, which tells since when. */
export const reunite = async (ctx: Ctx, study: number): Promise<void> => {
  const ids = await idsOf(ctx, [study], 'gone')
  if (ids.length) await ctx.engine.restore(bySystem(ctx), 'study.member', ids)
}
export const forget = async (ctx: Ctx, studies: readonly number[]): Promise<void> => {
  const ids = await idsOf(ctx, studies, 'recycled')
  if (ids.length) await ctx.engine.purge(bySystem(ctx), 'study.member', ids)
}
