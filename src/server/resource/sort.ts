import { fail, hasTrait } from '#kernel'
import { SYSTEM } from '../model/actor.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { change } from './change.ts'
import { refuseLocked } from './lock.ts'
import type { Model } from '../model/model.ts'
import { holdRows, rowsById } from './read.ts'

type Place = { id: number; weigh: number }

/**
 * Places `id` where `targetId` stands and shifts the rows between them by one. Only their weights change hands, so the cost is the
 * distance; where weights are equal the siblings are numbered first. Sorters of the same siblings take turns.
 */
export const placeRow = async (ctx: Ctx, model: Model, id: number, targetId: number): Promise<void> => {
  if (id === targetId) return
  await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sort:${model.resource.name}`])
  await change(ctx, model, {
    action: 'sortable',
    scope: () => holdRows(ctx, model, [id, targetId], 'live'),
    references: async (items) => {
      const [a, b] = items
      if (model.isTree && a!.before!['parentId'] !== b!.before!['parentId']) throw fail('record.beyond')
      await refuseLockedBetween(ctx, model, a!.before!, b!.before!)
    },
    write: async (items) => {
      const [moved, target] = [items.find((i) => i.before!.id === id)!, items.find((i) => i.before!.id === targetId)!]
      await shift(ctx, model, moved.before!, target.before!)
      moved.after = { ...moved.before!, weigh: target.before!['weigh'] }
    },
    audit: ({ before, after }) => after && { weigh: [before!['weigh'], after['weigh']] },
  })
}

const shift = async (ctx: Ctx, model: Model, moved: AnyRow, target: AnyRow): Promise<void> => {
  let between = await placesBetween(ctx, model, moved, target)
  if (new Set(between.map((p) => p.weigh)).size !== between.length) {
    await renumber(ctx, model, moved)
    between = await placesBetween(ctx, model, moved, target)
  }
  const order = between.map((p) => p.id).filter((id) => id !== moved.id)
  const downwards = between[0]?.id === moved.id
  if (downwards) order.push(moved.id)
  else order.unshift(moved.id)
  await ctx.db.query(
    `UPDATE ${model.table} t SET "weigh" = n.weigh, "version" = "version" + 1 FROM unnest($1::bigint[], $2::bigint[]) AS n(id, weigh) WHERE t."id" = n.id AND t."weigh" <> n.weigh`,
    [order, between.map((p) => p.weigh)],
  )
}

/** Those in between move by one place: that is a write too, also to what the sorter does not see. */
const refuseLockedBetween = async (ctx: Ctx, model: Model, a: AnyRow, b: AnyRow): Promise<void> => {
  if (!hasTrait(model.resource, 'lockable') && !model.half?.lockScope) return
  const ids = (await placesBetween(ctx, model, a, b)).map((p) => p.id)
  await refuseLocked(ctx, model, await rowsById({ ...ctx, actor: SYSTEM, departments: [] }, model, ids, 'live', true))
}

const siblings = (model: Model) => (model.isTree ? 'AND "parent_id" IS NOT DISTINCT FROM $1::bigint' : 'AND $1::bigint IS NULL')
const parentOf = (model: Model, row: AnyRow) => (model.isTree ? (row['parentId'] as number | null) : null)
const live = (model: Model) => (model.isRecyclable ? '"deleted_at" IS NULL' : 'true')

/** Both ends and everything between them in the order of the list. */
const placesBetween = (ctx: Ctx, model: Model, a: AnyRow, b: AnyRow): Promise<Place[]> =>
  ctx.db.query<Place>(
    `WITH ends AS (SELECT min("weigh") AS low, max("weigh") AS high FROM ${model.table} WHERE "id" = ANY($2::bigint[]))
     SELECT "id", "weigh" FROM ${model.table}, ends WHERE ${live(model)} ${siblings(model)} AND "weigh" BETWEEN ends.low AND ends.high ORDER BY "weigh" DESC, "id" DESC`,
    [parentOf(model, a), [a.id, b.id]],
  )

const renumber = async (ctx: Ctx, model: Model, row: AnyRow): Promise<void> => {
  await ctx.db.query(
    `UPDATE ${model.table} t SET "weigh" = n.place FROM (SELECT "id", row_number() OVER (ORDER BY "weigh", "id") AS place FROM ${model.table} WHERE ${live(model)} ${siblings(model)}) n WHERE t."id" = n."id" AND t."weigh" <> n.place`,
    [parentOf(model, row)],
  )
}
