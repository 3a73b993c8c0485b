import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { pairsOf } from '#study/record/found-value.ts'

type Found = { id: number; field: string; slot: string; value: string }
const FOUND = `SELECT id, field, slot, value FROM finding WHERE id = ANY($1::bigint[]) AND record IS NOT NULL AND field LIKE '%, %' AND slot IS NOT NULL AND value IS NOT NULL`

/** What a rule over several variables found in each, by slot: beside the record as it is now nobody would take the text apart. */
export const withThen = async ({ db }: Pick<Ctx, 'db'>, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const found = new Map((await db.query<Found>(FOUND, [rows.map(({ id }) => id)])).map((one) => [one.id, one]))
  return rows.map((row) => {
    const one = found.get(row.id)
    if (!one) return row
    const slots = one.slot.split(', ')
    const pairs = pairsOf(one.field, one.value)
    return pairs.length === slots.length
      ? { ...row, _then: Object.fromEntries(slots.map((slot, at) => [slot, pairs[at]?.[1] ?? ''])) }
      : row
  })
}
