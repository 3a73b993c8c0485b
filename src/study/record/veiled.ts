import type { Rows } from '../reader.ts'
import type { Reads } from './normal.ts'
import { slotName } from './table.ts'

/** Which cells something speaks of: the form, and its columns as one text. */
type Place = { readonly id: number; readonly form: number | null; readonly slot: string | null }

const reading = (reads: Reads) => {
  const known = new Map<string, Promise<boolean>>()
  return (form: number, slot: string): Promise<boolean> => {
    const key = `${form} ${slot}`
    const found = known.get(key) ?? reads(form, slot)
    known.set(key, found)
    return found
  }
}
/**
 * Those of these whose value the reader does not read today. What was sensitive as it was found has none; what was made so later keeps it, and
 * is judged as it is read.
 */
export const veiledAmong = async (places: readonly Place[], reads: Reads): Promise<Set<number>> => {
  const isRead = reading(reads)
  const veiled = new Set<number>()
  for (const { id, form, slot } of places) {
    if (form === null || slot === null) continue
    for (const one of slot.split(', ').filter((name) => /^v\d+$/.test(name))) if (!(await isRead(form, one))) veiled.add(id)
  }
  return veiled
}

const RAISED = `SELECT v.form, v.slot FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.state <> 'draft' GROUP BY v.form, v.slot
  HAVING min(v.sensitivity) = 0 AND (array_agg(v.sensitivity ORDER BY d.number DESC))[1] > 0`
/** Whether there may be such values: a filter on them would spell them out. */
export const mayBeVeiled = async (db: Rows, reads: Reads): Promise<boolean> => {
  for (const { form, slot } of await db.query<{ form: number; slot: number }>(RAISED, []))
    if (!(await reads(form, slotName(slot)))) return true
  return false
}
