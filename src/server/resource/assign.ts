import { fail } from '#kernel'
import { changesOf, recordRow } from '../audit/entry.ts'
import type { AnyRow, Ctx } from '../kit.ts'
import { Bind } from './condition.ts'
import type { Model, Registry } from './model.ts'
import { rowsById } from './read.ts'

/**
 * Columns that no form may send, set by the server with an entry in the trail. The version stays: a person with the form open changes
 * other fields and must not be told of a conflict.
 */
export const assignRow = async (
  ctx: Ctx,
  registry: Registry,
  model: Model,
  id: number,
  values: Record<string, unknown>,
): Promise<AnyRow> => {
  const [row] = await rowsById(ctx, registry, model, [id], 'live', true)
  if (!row) throw fail('record.missing')
  const bind = new Bind()
  const set = Object.entries(values).map(([name, value]) => {
    const column = model.columns.get(name)
    if (!column?.field.readonly) throw new Error(`${model.resource.name}.${name} is not set by the server: edit it`)
    return `${column.sql} = ${bind.add(value)}`
  })
  await ctx.db.query(`UPDATE ${model.table} SET ${set.join(', ')} WHERE "id" = ${bind.add(id)}`, bind.values)
  const [after] = await rowsById(ctx, registry, model, [id], 'live')
  await recordRow(ctx, model, 'assign', after!, changesOf(model, row, after!))
  return after!
}
