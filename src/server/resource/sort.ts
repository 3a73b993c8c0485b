import { fail, hasTrait } from '#kernel'
import { Bind } from '../db/bind.ts'
import { SYSTEM } from '../model/actor.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { change } from './change.ts'
import { refuseLocked } from './lock.ts'
import type { Column, Model } from '../model/model.ts'
import { holdRows, rowsById } from './read.ts'

type Place = { id: number; weigh: number }

/**
 * Places `id` where `targetId` stands and shifts the rows between them by one. Only their weights change hands, so the cost is the
 * distance; where weights are equal, those above make room as far as they must. Sorters of the same resource take turns.
 */
export const placeRow = async (ctx: Ctx, model: Model, id: number, targetId: number): Promise<void> => {
  if (id === targetId) return
  await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sort:${model.resource.name}`])
  let places: readonly Place[] = []
  await change(ctx, model, {
    action: 'sortable',
    scope: () => holdRows(ctx, model, [id, targetId], 'live'),
    references: async (items) => {
      const rows = items.flatMap(({ before }) => before ?? [])
      if (above(model).some(({ name }) => new Set(rows.map((row) => row[name])).size > 1)) throw fail('record.beyond')
      places = await newPlaces(ctx, model, rows, id, targetId)
      await refuseLockedAmong(ctx, model, places)
    },
    write: async (items) => {
      await weighAnew(ctx, model, places)
      const weights = new Map(places.map((place) => [place.id, place.weigh]))
      for (const item of items) if (item.before?.id === id) item.after = { ...item.before, weigh: weights.get(id) ?? item.before['weigh'] }
    },
    audit: ({ before, after }) => before && after && { weigh: [before['weigh'], after['weigh']] },
  })
}

/** Those below the same record are in one order. What stands below another is none of theirs: their study may be frozen, or not be seen. */
const above = ({ isTree, resource, columns }: Model): Column[] =>
  [isTree ? 'parentId' : '', resource.scopedBy ?? ''].flatMap((name) => columns.get(name) ?? [])

/** The weights that change, in the order of the list. */
const newPlaces = async (ctx: Ctx, model: Model, ends: readonly AnyRow[], id: number, targetId: number): Promise<Place[]> => {
  const weights = ends.map((row) => Number(row['weigh']))
  const [low, high] = [Math.min(...weights), Math.max(...weights)]
  let old = await placesOf(ctx, model, ends, low, high)
  if (new Set(old.map(({ weigh }) => weigh)).size < old.length) old = await placesOf(ctx, model, ends, low, null)
  const order = old.map((place) => place.id)
  const at = order.indexOf(targetId)
  order.splice(order.indexOf(id), 1)
  order.splice(at, 0, id)
  const before = new Map(old.map((place) => [place.id, place.weigh]))
  const free = spread(old.map(({ weigh }) => weigh))
  return order.flatMap((one, i) => (free[i] === undefined || free[i] === before.get(one) ? [] : [{ id: one, weigh: free[i] }]))
}

/** Falling weights, no two of them equal: each at least one above the next. */
const spread = (falling: readonly number[]): number[] => {
  const rising: number[] = []
  for (const weigh of falling.toReversed()) rising.push(Math.max(weigh, (rising.at(-1) ?? Number.NEGATIVE_INFINITY) + 1))
  return rising.toReversed()
}

/** Those that make room are written too, also what the sorter does not see. */
const refuseLockedAmong = async (ctx: Ctx, model: Model, places: readonly Place[]): Promise<void> => {
  if (!hasTrait(model.resource, 'lockable') && !model.half?.lockScope) return
  const ids = places.map(({ id }) => id)
  await refuseLocked(ctx, model, await rowsById({ ...ctx, actor: SYSTEM, departments: [] }, model, ids, 'live', true))
}

/** Everything from one weight to another, or to the top, in the order of the list. */
const placesOf = (ctx: Ctx, model: Model, [row]: readonly AnyRow[], low: number, high: number | null): Promise<Place[]> => {
  const bind = new Bind()
  const parts = above(model).map(({ name, sql }) => `${sql} IS NOT DISTINCT FROM ${bind.add(row?.[name])}::bigint`)
  if (model.isRecyclable) parts.push('"deleted_at" IS NULL')
  parts.push(`"weigh" >= ${bind.add(low)}::bigint`, ...(high === null ? [] : [`"weigh" <= ${bind.add(high)}::bigint`]))
  return ctx.db.query<Place>(
    `SELECT "id", "weigh" FROM ${model.table} WHERE ${parts.join(' AND ')} ORDER BY "weigh" DESC, "id" DESC`,
    bind.values,
  )
}

const weighAnew = (ctx: Ctx, model: Model, places: readonly Place[]): Promise<unknown> =>
  ctx.db.query(
    `UPDATE ${model.table} t SET "weigh" = n.weigh, "version" = "version" + 1 FROM unnest($1::bigint[], $2::bigint[]) AS n(id, weigh) WHERE t."id" = n.id`,
    [places.map(({ id }) => id), places.map(({ weigh }) => weigh)],
  )
