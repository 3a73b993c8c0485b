import { readDraft } from '#kernel'
import type { FieldProblem } from '#kernel'
import { storedOf } from '../db/kind.ts'
import { isAnyCase, isForever, uniquesOf } from '../db/unique.ts'
import type { Ctx } from '../model/context.ts'
import type { Column, Model } from '../model/model.ts'
import type { Sheet } from './sheet.ts'

type Key = { row: number; values: readonly unknown[] }
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
const textOf = (values: readonly unknown[]): string => JSON.stringify(values.map(String))

/** Which of these keys a record has already. */
const stored = async (ctx: Ctx, { table, isRecyclable }: Model, columns: readonly Column[], keys: readonly Key[]) => {
  if (keys.length === 0) return new Set<string>()
  const folded = (c: Column, sql: string) => (isAnyCase(c.field) ? `lower(${sql})` : sql)
  const given = columns.map((c, i) => `$${i + 1}::${storedOf(c.field).type}[]`).join(', ')
  const live = isRecyclable && !(columns.length === 1 && isForever(columns[0]?.field)) ? 'AND t."deleted_at" IS NULL' : ''
  const found = await ctx.db.query<{ key: string[] }>(
    `SELECT ARRAY[${columns.map((c) => `${folded(c, `t.${c.sql}`)}::text`).join(', ')}] AS key FROM ${table} t
      WHERE (${columns.map((c) => folded(c, `t.${c.sql}`)).join(', ')}) IN (SELECT * FROM unnest(${given})) ${live}`,
    columns.map((_, i) => keys.map(({ values }) => values[i])),
  )
  return new Set(found.map(({ key }) => textOf(key)))
}

/**
 * By row: which of its values must not be there twice and are, in a record or in an earlier row of the file. Found before anything is
 * written, so that a row with another mistake tells this one too, and the file is mended once.
 */
export const findTaken = async (
  ctx: Ctx,
  model: Model,
  { columns, numbers }: Sheet,
  drafts: readonly Record<string, unknown>[],
): Promise<FieldProblem[][]> => {
  const problems: FieldProblem[][] = drafts.map(() => [])
  const read = drafts.map((draft) => readDraft(model.resource, draft, 'add'))
  for (const names of uniquesOf(model.resource).filter((all) => all.every((name) => columns.some(([column]) => column === name)))) {
    const parts = names.flatMap((name) => model.columns.get(name) ?? [])
    const keys = read.flatMap(({ draft, problems: own }, row): Key[] => {
      if (names.some((name) => isBlank(draft[name]) || own.some((problem) => problem.field === name))) return []
      return [{ row, values: parts.map((c) => (isAnyCase(c.field) ? String(draft[c.name]).toLowerCase() : draft[c.name])) }]
    })
    const taken = await stored(ctx, model, parts, keys)
    const first = new Map<string, number>()
    const field = names.at(-1) ?? ''
    for (const { row, values } of keys) {
      const key = textOf(values)
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, row)
      if (taken.has(key)) problems[row]?.push({ field, key: 'taken' })
      else if (earlier !== undefined) problems[row]?.push({ field, key: 'takenInFile', params: { row: numbers[earlier] ?? earlier + 1 } })
    }
  }
  return problems
}
