import { LANGUAGES, can, hasTrait, isPointer, labelOf, ruleFor } from '#kernel'
import type { Field } from '#kernel'
import { Bind } from '../db/bind.ts'
import type { Ctx } from '../model/context.ts'
import { isNarrowed, scopeSql } from '../model/scope.ts'
import { namesIn } from './cell.ts'

type Named = { id: number; name: string }

/** Records by name in any language, as far as this person could pick them in a form: others, and names that are masked, are not found. */
const find = async (ctx: Ctx, field: Field, names: readonly string[]): Promise<Named[]> => {
  const target = isPointer(field) && field.kind !== 'remoteSelect' ? ctx.engine.registry.get(field.to) : undefined
  if (!target || names.length === 0 || !can(ctx.actor.rules, ruleFor(target.resource, 'index'))) return []
  const hidden = ctx.engine.masks.hidden(ctx, target).fields
  const labels = [...new Set(LANGUAGES.map((language) => labelOf(target.resource, language)))]
    .filter((name) => !hidden.has(name))
    .flatMap((name) => target.columns.get(name)?.sql ?? [])
  if (labels.length === 0) return []
  const bind = new Bind()
  const parts = [
    `n.name = ANY(${bind.add(names)}::text[])`,
    ...(hasTrait(target.resource, 'recyclable') ? ['t."deleted_at" IS NULL'] : []),
    ...(isNarrowed(target) ? await scopeSql(ctx, target, bind) : []),
  ]
  return ctx.db.query<Named>(
    `SELECT DISTINCT t."id", n.name FROM ${target.table} t, unnest(ARRAY[${labels.map((sql) => `t.${sql}::text`).join(', ')}]) AS n(name)
      WHERE ${parts.join(' AND ')}`,
    bind.values,
  )
}

/** One question for each column that points to records. */
export const findNames = async (
  ctx: Ctx,
  columns: readonly (readonly [name: string, field: Field])[],
  rows: readonly (readonly string[])[],
): Promise<(column: string, name: string) => readonly number[]> => {
  const known = new Map<string, Map<string, number[]>>()
  for (const [i, [column, field]] of columns.entries()) {
    const wanted = new Set(rows.flatMap((row) => namesIn(field, row[i] ?? '')))
    const ids = new Map<string, number[]>()
    for (const { id, name } of await find(ctx, field, [...wanted])) ids.set(name, [...(ids.get(name) ?? []), id])
    known.set(column, ids)
  }
  return (column, name) => known.get(column)?.get(name) ?? []
}
