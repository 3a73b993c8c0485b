import type { Rows } from '../reader.ts'
import { tableName } from '../record/table.ts'
import type { Scope } from './held.ts'

/** What a lock on less than its study is about. */
export type Part = { readonly study: number } & {
  readonly scope: Exclude<Scope, 'study'>
  readonly gather: number | null
  readonly form: number | null
  readonly visit: number | null
  readonly subject: number | null
  readonly record: number | null
}
const PART = `SELECT study, scope, gather, form, visit, subject, record FROM study_lock WHERE id = $1 AND scope <> 'study'`
export const partOf = async (db: Rows, lock: number): Promise<Part | undefined> => (await db.query<Part>(PART, [lock]))[0]

const whole = (n: number | null): number => {
  if (!Number.isSafeInteger(n)) throw new Error(`${n} is no number of a record`)
  return Number(n)
}
const FORMS = `SELECT f.id FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
/** Whether the row of this alias, which says its `form`, `record`, `visit` and `subject`, stands there. */
export type Within = (alias: string) => string
/** As the lock will look: a record is of a gather project by the delivery that brought it. */
export const withinPart = async (db: Rows, part: Part | null): Promise<Within> => {
  if (!part) return () => 'true'
  const { scope, study } = part
  const is = (column: 'form' | 'record' | 'visit' | 'subject') => (t: string) => `${t}."${column}" = ${whole(part[column])}`
  if (scope === 'record') return (t) => `${is('form')(t)} AND ${is('record')(t)}`
  if (scope !== 'gather') return is(scope)
  const forms = await db.query<{ id: number }>(FORMS, [study])
  const brought = (t: string, id: number): string => `WHEN ${id} THEN EXISTS (SELECT 1 FROM "record"."${tableName(id)}" r
    JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = ${t}."record" AND d.gather = ${whole(part.gather)})`
  return (t) => (forms.length === 0 ? 'false' : `CASE ${t}."form" ${forms.map(({ id }) => brought(t, id)).join(' ')} ELSE false END`)
}

/** A list shows just these where it can be narrowed so: which gather project brought a record no list says. */
export const doorTo = (part: Part): string => {
  const named = part.scope === 'record' ? (['form', 'record'] as const) : part.scope === 'gather' ? [] : [part.scope]
  return named.map((name) => `&filter=${name}:IN:${whole(part[name])}`).join('')
}
