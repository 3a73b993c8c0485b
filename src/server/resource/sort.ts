import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import type { AnyRow, Ctx } from '../context.ts'
import type { Model, Registry } from './model.ts'
import { rowsById } from './read.ts'

type Place = { id: number; weigh: number }

/**
 * Places `id` where `targetId` stands and shifts the rows between them by one. Only their weights change hands, so the cost is the
 * distance; where weights are equal the siblings are numbered first. Sorters of the same siblings take turns.
 */
export const placeRow = async (ctx: Ctx, registry: Registry, model: Model, id: number, targetId: number): Promise<void> => {
  if (id === targetId) return
  await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sort:${model.resource.name}`])
  const rows = await rowsById(ctx, registry, model, [id, targetId], 'live')
  const moved = rows.find((r) => r.id === id)
  const target = rows.find((r) => r.id === targetId)
  if (!moved || !target) throw fail('record.missing')
  if (model.isTree && moved['parentId'] !== target['parentId']) throw fail('record.beyond')
  let between = await placesBetween(ctx, model, moved, target)
  if (new Set(between.map((p) => p.weigh)).size !== between.length) {
    await renumber(ctx, model, moved)
    between = await placesBetween(ctx, model, moved, target)
  }
  const order = between.map((p) => p.id).filter((x) => x !== id)
  const downwards = between[0]?.id === id
  if (downwards) order.push(id)
  else order.unshift(id)
  const weights = between.map((p) => p.weigh)
  await ctx.db.query(
    `UPDATE ${model.table} t SET "weigh" = n.weigh, "version" = "version" + 1 FROM unnest($1::bigint[], $2::bigint[]) AS n(id, weigh) WHERE t."id" = n.id AND t."weigh" <> n.weigh`,
    [order, weights],
  )
  await record(ctx, {
    action: 'sortable',
    resource: model.resource.name,
    recordId: id,
    label: String(moved[model.resource.label] ?? ''),
    changes: { weigh: [moved['weigh'], target['weigh']] },
  })
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
