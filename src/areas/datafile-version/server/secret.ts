import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { readsField } from '#server/resource/reads.ts'
import { mayHold, secretNames } from '#study/record/secret.ts'

/** What holds values: the bytes themselves, and what reading noticed in them. */
const TELLING = ['url', 'notes'] as const

/** Those of these versions that hold a column which this person does not read. */
const partlyRead = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<Set<number>> => {
  const files = [...new Set(rows.map((row) => Number(row['datafile'])))]
  const names = await secretNames(ctx.db, files, (form, slot) => readsField(ctx, `clinical.data.f${form}`, slot))
  if (names.size === 0) return new Set()
  const holds = ({ kind, columns, header, datafile }: AnyRow): boolean =>
    mayHold({ kind, columns, header }, names.get(Number(datafile)) ?? [])
  return new Set(rows.filter(holds).map(({ id }) => id))
}

/** The address of a file goes to whoever reads all of it. */
export const withoutAddress = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const partly = await partlyRead(ctx, rows)
  return rows.map((row) => (partly.has(row.id) ? { ...row, ...Object.fromEntries(TELLING.map((name) => [name, null])) } : row))
}
export const withheld = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<Record<number, readonly string[]>> =>
  Object.fromEntries([...(await partlyRead(ctx, rows))].map((id) => [id, TELLING]))
