import { fail } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'

/** A record may not become a descendant of itself; the whole chain is walked, and two moves at once take turns. */
export const refuseCycle = async (ctx: Ctx, model: Model, id: number, parentId: number): Promise<void> => {
  await ctx.db.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [`tree:${model.resource.name}`])
  const found = await ctx.db.query(
    `WITH RECURSIVE up AS (SELECT id, parent_id FROM ${model.table} WHERE id = $1 UNION SELECT p.id, p.parent_id FROM ${model.table} p JOIN up ON p.id = up.parent_id) SELECT 1 FROM up WHERE id = $2`,
    [parentId, id],
  )
  if (found.length) throw fail('record.cycle')
}

/** Deleting a parent would hide its children: they go together or not at all. */
export const refuseOrphans = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<void> => {
  const live = model.isRecyclable ? ' AND deleted_at IS NULL' : ''
  const [left] = await ctx.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${model.table} WHERE parent_id = ANY($1::bigint[]) AND NOT (id = ANY($1::bigint[]))${live}`,
    [ids],
  )
  if (left?.count) throw fail('record.hasChildren', { count: left.count })
}
