import type { Database } from '#server/db/database.ts'
import { readByCursor } from '#server/db/cursor.ts'
import { LIMITS } from '#server/db/limits.ts'
import { hashForm, manifestOf } from '#study/lock/content.ts'
import type { FormHash, Manifest, StoredRecord } from '#study/lock/content.ts'
import { tableName } from '#study/record/table.ts'

/** Every slot that the table has: what a variable held that was removed since is still there. */
const FORMS = `SELECT f.id, f.code, array_agg(substr(a.attname, 2)::int ORDER BY substr(a.attname, 2)::int) AS slots FROM study_form f
  JOIN pg_class c ON c.relname = 't' || f.id JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'record'
  JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attname ~ '^v[0-9]+$' WHERE f.study = $1 GROUP BY f.id, f.code ORDER BY f.code`
type Form = { id: number; code: string; slots: number[] }

const textOf = ({ id, slots }: Form): string =>
  `SELECT coalesce(s.code, '#' || r.subject) AS subject, v.code AS visit, r.instance, r.entry, ${slots.map((slot) => `r."v${slot}"`).join(', ')}
  FROM "record"."${tableName(id)}" r LEFT JOIN study_subject s ON s.id = r.subject LEFT JOIN study_visit v ON v.id = r.visit
  WHERE r.deleted_at IS NULL ORDER BY coalesce(s.code, '#' || r.subject) COLLATE "C", v.code COLLATE "C" NULLS FIRST, r.instance, r.entry, r.id`

const stored = (row: Readonly<Record<string, unknown>>, slots: readonly number[]): StoredRecord => {
  const values: Record<number, string> = {}
  for (const slot of slots) {
    const value = row[`v${slot}`]
    if (typeof value === 'string') values[slot] = value
  }
  const visit = row['visit']
  return {
    subject: String(row['subject']),
    visit: typeof visit === 'string' ? visit : null,
    instance: Number(row['instance']),
    entry: Number(row['entry']),
    values,
  }
}
async function* recordsOf(database: Database, form: Form, signal: AbortSignal): AsyncGenerator<StoredRecord> {
  for await (const row of readByCursor(database, { text: textOf(form), values: [] }, LIMITS.task, signal)) yield stored(row, form.slots)
}

/** The content of a study, row by row. It is frozen: what is read one form after the other is one state. */
export const contentOf = async (
  database: Database,
  study: number,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Manifest> => {
  const forms = await database.query<Form>(FORMS, [study])
  const hashes: FormHash[] = []
  for (const form of forms) {
    hashes.push(await hashForm(form.code, recordsOf(database, form, signal)))
    progress(hashes.length / forms.length)
  }
  return manifestOf(hashes)
}
