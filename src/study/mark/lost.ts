import type { Rows } from '../reader.ts'

/** Which marks of a form, or of one of its records, are about values that have changed since. Without a field a mark is about the whole record. */
const LOST = `SELECT m.id FROM study_mark m WHERE m.form = $1 AND ($2::bigint IS NULL OR m.record = $2) AND m.state = 'valid'
  AND EXISTS (SELECT 1 FROM value_change c WHERE c.form = m.form AND c.record = m.record AND c.id > m.seen AND (m.field IS NULL OR m.field = 'v' || c.slot))
  ORDER BY m.id`

/** Whoever changes values says so here, in the same transaction: nobody has looked at what stands there now. */
export const loseMarks = async (db: Rows, form: number, record: number | null, lose: (id: number) => Promise<unknown>): Promise<void> => {
  for (const { id } of await db.query<{ id: number }>(LOST, [form, record])) await lose(id)
}
