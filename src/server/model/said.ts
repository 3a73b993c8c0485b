import { isPointer, labelOf } from '#kernel'
import type { Ctx } from './context.ts'
import type { Coded } from './half.ts'
import type { Model } from './model.ts'
import type { AnyRow } from './row.ts'

/** These values in the reader's words, in their order. */
export const sayAll = async (ctx: Ctx, model: Model | undefined, field: string, all: readonly Coded[]): Promise<readonly string[]> => {
  const say = all.length ? model?.half?.said?.[field] : undefined
  return (await say?.(ctx, all)) ?? all.map(({ value }) => value)
}

const labelsOf = ({ _labels }: AnyRow): Readonly<Record<string, unknown>> => (typeof _labels === 'object' && _labels ? { ..._labels } : {})

/** What a row refers to, by the name that its own page has. */
const sayReferences = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  let all = rows
  for (const { name, field } of model.columns.values()) {
    const target = isPointer(field) && field.kind !== 'remoteSelect' ? ctx.engine.registry.get(field.to) : undefined
    const label = target && labelOf(target.resource, ctx.language)
    if (!label || !target.half?.said?.[label]) continue
    const coded = all.flatMap((row) => {
      const [id, value] = [row[name], labelsOf(row)[name]]
      return typeof id === 'number' && typeof value === 'string' ? [{ row, id, value }] : []
    })
    const words = new Map((await sayAll(ctx, target, label, coded)).map((word, i) => [coded[i]?.row, word]))
    all = all.map((row) => (words.has(row) ? { ...row, _labels: { ...labelsOf(row), [name]: words.get(row) } } : row))
  }
  return all
}

/** Nobody sends a value of such a field back: what is shown stands in its place. */
export const sayRows = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  let all = await sayReferences(ctx, model, rows)
  for (const field of Object.keys(model.half?.said ?? {})) {
    const words = await sayAll(
      ctx,
      model,
      field,
      rows.map((row) => ({ id: row.id, value: String(row[field] ?? '') })),
    )
    all = all.map((row, i) => (row[field] ? { ...row, [field]: words[i] } : row))
  }
  return all
}
