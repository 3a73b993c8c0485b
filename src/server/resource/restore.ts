import { fail } from '#kernel'
import type { AnyRow, Ctx } from '../kit.ts'
import { MASK } from './mask.ts'
import type { Model } from './model.ts'

/** These records of a tree and everything below them that lies in the bin. */
export const withBranch = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<number[]> => {
  const rows = await ctx.db.query<{ id: number }>(
    `WITH RECURSIVE down AS (SELECT id FROM ${model.table} WHERE id = ANY($1::bigint[])
      UNION SELECT c.id FROM ${model.table} c JOIN down ON c.parent_id = down.id WHERE c.deleted_at IS NOT NULL) SELECT id FROM down`,
    [ids],
  )
  return rows.map((r) => r.id)
}

/** Says what stands in the way before the database does, and which record it is. */
export const refuseRestoreConflict = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  if (model.isTree) await refuseHiddenParent(ctx, model, rows)
  const label = model.columns.get(model.resource.label)!
  for (const { name, sql, field } of model.columns.values()) {
    if (!field.unique) continue
    const values = rows.map((r) => r[name]).filter((v) => v !== null && v !== undefined)
    const [other] = await ctx.db.query<{ id: number; value: unknown; label: string }>(
      `SELECT t."id", t.${sql} AS value, t.${label.sql}::text AS label FROM ${model.table} t WHERE t."deleted_at" IS NULL AND t.${sql} = ANY($1) LIMIT 1`,
      [values],
    )
    if (!other) continue
    const { fields } = ctx.engine.masks.hidden(ctx, model)
    const value = fields.has(name) ? MASK : String(other.value)
    const title = fields.has(label.name) ? MASK : other.label
    throw fail(
      'record.restoreConflict',
      { field: model.locale[ctx.language].fields[name] ?? name, value, other: `${title} #${other.id}` },
      { problems: [{ field: name, key: 'taken' }], conflict: { field: name, value, id: other.id, label: title } },
    )
  }
}

const refuseHiddenParent = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  const label = model.columns.get(model.resource.label)!
  const [parent] = await ctx.db.query<{ id: number; label: string }>(
    `SELECT t."id", t.${label.sql}::text AS label FROM ${model.table} t WHERE t."id" = ANY($1::bigint[]) AND t."deleted_at" IS NOT NULL AND NOT t."id" = ANY($2::bigint[]) LIMIT 1`,
    [rows.map((r) => r['parentId']).filter(Boolean), rows.map((r) => r.id)],
  )
  if (parent) throw fail('record.parentRecycled', { parent: parent.label }, { parent })
}
