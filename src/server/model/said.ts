import type { Ctx } from './context.ts'
import type { Coded } from './half.ts'
import type { Model } from './model.ts'
import type { AnyRow } from './row.ts'

/** These values in the reader's words, in their order. */
export const sayAll = async (ctx: Ctx, model: Model | undefined, field: string, all: readonly Coded[]): Promise<readonly string[]> => {
  const say = all.length ? model?.half?.said?.[field] : undefined
  return (await say?.(ctx, all)) ?? all.map(({ value }) => value)
}

/** Nobody sends a value of such a field back: what is shown stands in its place. */
export const sayRows = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  let all = rows
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
