import { labelOf } from '#kernel'
import { Bind } from '../db/bind.ts'
import type { Ctx } from './context.ts'
import { isNarrowed, seenSql } from './scope.ts'

/** What these records are called, as far as this reader sees them. Also those that are deleted: whoever reads of them wants to know which they were. */
export const namesOf = async (ctx: Ctx, name: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const model = ctx.engine.registry.get(name)
  const label = model?.columns.get(labelOf(model.resource, ctx.language))
  if (!model || !label || ids.length === 0 || ctx.engine.masks.hidden(ctx, model).fields.has(label.name)) return new Map()
  const bind = new Bind()
  const wanted = `l."id" = ANY(${bind.add(ids)}::bigint[])`
  const seen = isNarrowed(model) ? await seenSql(ctx, model, bind) : null
  const found = await ctx.db.query<{ id: number; name: string | null }>(
    `SELECT l."id", l.${label.sql}::text AS name FROM ${model.table} l WHERE ${wanted}${seen ? ` AND ${seen}` : ''}`,
    bind.values,
  )
  return new Map(found.flatMap(({ id, name: called }) => (called ? [[id, called] as const] : [])))
}
