import type { Reader, Rows } from '../reader.ts'
import { tableName } from './table.ts'

const FORMS = `SELECT f.id, f.name, f.name_en AS "nameEn" FROM study_form f WHERE f.study = $1 AND f.double_entry AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.position, f.id`
export type DoubleForm = { id: number; name: string; nameEn: string }
/** The forms of a study that are entered twice. */
export const doubleForms = (db: Rows, study: number): Promise<DoubleForm[]> => db.query<DoubleForm>(FORMS, [study])

/** Whether nobody has entered the record `r` again. */
export const singleText = (form: number): string =>
  `NOT EXISTS (SELECT 1 FROM study_second_entry e WHERE e.form = ${Math.trunc(form)} AND e.record = r.id)`
/** Of a form that is entered twice: submitted records that nobody has entered again. Whoever has left the study is not waited for. */
export const unpairedText = (form: number): string => `FROM "record"."${tableName(form)}" r JOIN study_subject s ON s.id = r.subject
  WHERE r.deleted_at IS NULL AND r.state <> 'draft' AND s.state <> 'withdrawn' AND s.merged_into IS NULL
  AND ${singleText(form)}`

/** Members and admins are numbered apart. */
export type Person = Pick<Reader, 'kind' | 'id'>
/** Whether this person has entered any value of the record `r`. */
export const enteredText = (form: number, { kind, id }: Person): string =>
  `EXISTS (SELECT 1 FROM value_change c WHERE c.form = ${Math.trunc(form)} AND c.record = r.id AND c.actor_kind = '${kind}' AND c.actor_id = ${Math.trunc(id)})`
/** Whether this person has entered any value of the record. */
export const hasEntered = async (db: Rows, by: Person, form: number, record: number): Promise<boolean> =>
  (await db.query(`SELECT 1 FROM (SELECT $1::bigint AS id) r WHERE ${enteredText(form, by)}`, [record])).length > 0
/** Whether this record is still to be entered a second time, by somebody who has entered none of it: they are not shown what it says. */
export const isBlind = async (db: Rows, by: Person, form: number, record: number): Promise<boolean> => {
  if ((await standingOf(db, form, record)) !== 'missing' || (await hasEntered(db, by, form, record))) return false
  return (await db.query(`SELECT 1 ${unpairedText(form)} AND r.id = $1`, [record])).length > 0
}

const STANDING = `SELECT f.double_entry AS "isDouble", e.state FROM study_form f LEFT JOIN study_second_entry e ON e.form = f.id AND e.record = $2 WHERE f.id = $1`
export type Standing = 'single' | 'missing' | 'conflict' | 'done'
/** How far a record is with its second entry. */
export const standingOf = async (db: Rows, form: number, record: number): Promise<Standing> => {
  const [found] = await db.query<{ isDouble: boolean; state: string | null }>(STANDING, [form, record])
  if (!found?.isDouble) return 'single'
  return found.state === null ? 'missing' : found.state === 'conflict' ? 'conflict' : 'done'
}
