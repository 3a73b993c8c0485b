import { tableName } from '../record/table.ts'
import type { StoredRecord } from './content.ts'

/** Every slot that the table has: what a variable held that was removed since is still there. */
export const STORED_FORMS = `SELECT f.id, f.code, array_agg(substr(a.attname, 2)::int ORDER BY substr(a.attname, 2)::int) AS slots FROM study_form f
  JOIN pg_class c ON c.relname = 't' || f.id JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'record'
  JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attname ~ '^v[0-9]+$' WHERE f.study = $1 GROUP BY f.id, f.code ORDER BY f.code`
export type FormTable = { id: number; code: string; slots: number[] }

/** A part of a study: one form, one visit or one subject of it. */
export type ContentPart = { readonly form?: number | null; readonly visit?: number | null; readonly subject?: number | null }
const only = (column: string, id: number | null | undefined): string => {
  if (id === null || id === undefined) return ''
  if (!Number.isSafeInteger(id)) throw new Error(`${id} is no number of a record`)
  return ` AND r.${column} = ${id}`
}
/** Its records in the canonical order. */
export const storedText = ({ id, slots }: FormTable, { visit, subject }: ContentPart = {}): string =>
  `SELECT coalesce(s.code, '#' || r.subject) AS subject, v.code AS visit, r.instance, r.entry, ${slots.map((slot) => `r."v${slot}"`).join(', ')}
  FROM "record"."${tableName(id)}" r LEFT JOIN study_subject s ON s.id = r.subject LEFT JOIN study_visit v ON v.id = r.visit
  WHERE r.deleted_at IS NULL${only('visit', visit)}${only('subject', subject)} ORDER BY coalesce(s.code, '#' || r.subject) COLLATE "C", v.code COLLATE "C" NULLS FIRST, r.instance, r.entry, r.id`

export const storedIn = (row: Readonly<Record<string, unknown>>, slots: readonly number[]): StoredRecord => {
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
