import { MASK } from '#server'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { readsField } from '#server/resource/reads.ts'
import { mayBeVeiled, veiledAmong } from '#study/record/veiled.ts'

const readsIn = (ctx: Ctx) => (form: number, slot: string) => readsField(ctx, `clinical.data.f${form}`, slot)
const PLACES = `SELECT e.id, f.form, f.slot FROM finding_event e JOIN finding f ON f.id = e.finding WHERE e.id = ANY($1::bigint[]) AND e.value IS NOT NULL`

/** A value of a variable that was made more sensitive after it was found is masked for whoever does not read it today. */
export const withVeil = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const told = rows.filter((row) => typeof row['value'] === 'string' && row['value'] !== '').map(({ id }) => id)
  if (told.length === 0) return rows
  const places = await ctx.db.query<{ id: number; form: number | null; slot: string | null }>(PLACES, [told])
  const veiled = await veiledAmong(places, readsIn(ctx))
  return rows.map((row) => (veiled.has(row.id) ? { ...row, value: MASK } : row))
}
export const unsearchable = async (ctx: Ctx): Promise<readonly string[]> => ((await mayBeVeiled(ctx.db, readsIn(ctx))) ? ['value'] : [])
