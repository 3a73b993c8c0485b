import type { Rows } from '../reader.ts'
import { slotName, tableName } from '../record/table.ts'

export type Plan = { id: number; critical: boolean; percent: number; seed: string }
export const planOf = async (db: Rows, study: number): Promise<Plan | undefined> =>
  (await db.query<Plan>('SELECT id, critical, percent, seed FROM study_verification WHERE study = $1', [study]))[0]

type Form = { id: number; slots: number[] }
/** The forms that have records, with the slots of their critical variables. */
const FORMS = `SELECT f.id, coalesce(array_agg(v.slot ORDER BY v.slot) FILTER (WHERE v.critical), '{}') AS slots FROM study_form f
  LEFT JOIN study_dictionary d ON d.study = f.study AND d.state = 'published' LEFT JOIN study_variable v ON v.form = f.id AND v.dictionary = d.id
  WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL GROUP BY f.id ORDER BY f.id`

const LITERAL = /^[\w.-]{1,40}$/
/**
 * Whether the draw takes a subject `s`: the first 32 bits of SHA-256 over “seed:code”, as a share of all that they can be. Who comes later
 * changes nothing for the others, and a greater share only adds some.
 */
export const drawnText = ({ seed, percent }: Pick<Plan, 'seed' | 'percent'>): string => {
  if (!LITERAL.test(seed) || !Number.isSafeInteger(percent)) throw new Error('no such draw')
  return `('x' || left(encode(sha256(convert_to('${seed}:' || s.code, 'UTF8')), 'hex'), 8))::bit(32)::bigint * 100 < ${percent}::bigint * 4294967296`
}

const either = (conditions: readonly string[]): string => (conditions.length ? `(${conditions.join(' OR ')})` : 'false')
/** Of one form: each submitted record, whether it is planned and verified, and the critical values that nobody has looked at. */
const formText = ({ id, slots }: Form, plan: Plan | undefined): string => {
  const critical = plan?.critical ? slots.map(slotName) : []
  const lacking = critical.map(
    (slot) => `CASE WHEN r."${slot}" IS NOT NULL AND NOT '${slot}' = ANY(coalesce(m.fields, '{}')) THEN '${slot}' END`,
  )
  return `SELECT ${id} AS form, r.id AS record, r.subject, s.code, r.visit, r.department, ${plan ? drawnText(plan) : 'false'} AS drawn,
    ${either(critical.map((slot) => `r."${slot}" IS NOT NULL`))} AS critical, array_remove(ARRAY[${lacking.join(', ')}]::text[], NULL) AS lacking,
    coalesce(m.source, false) AS source, coalesce(m.review, false) AS review
    FROM "record"."${tableName(id)}" r JOIN study_subject s ON s.id = r.subject
    LEFT JOIN (SELECT record, bool_or(field IS NULL AND kind = 'source') AS source, bool_or(field IS NULL AND kind = 'review') AS review,
      array_agg(field) FILTER (WHERE kind = 'source') AS fields FROM study_mark WHERE form = ${id} AND state = 'valid' GROUP BY record) m ON m.record = r.id
    WHERE r.state <> 'draft' AND r.deleted_at IS NULL AND s.merged_into IS NULL`
}

/**
 * All submitted records of a study with what was looked at. Planned is every record of who is drawn, and what holds a critical value of anybody;
 * verified is a record that was looked at as a whole, or, of who is not drawn, in its critical values. Undefined: there is no form yet.
 */
export const recordsText = async (db: Rows, study: number, plan: Plan | undefined): Promise<string | undefined> => {
  const forms = await db.query<Form>(FORMS, [study])
  if (forms.length === 0) return undefined
  return `SELECT *, drawn OR critical AS planned, source OR (NOT drawn AND lacking = '{}') AS verified
    FROM (${forms.map((form) => formText(form, plan)).join(' UNION ALL ')}) every`
}

/** How many planned records of the study `$1` are left, and exactly which: a waiver is for those and no others. */
export const leftText = async (db: Rows, study: number, plan: Plan): Promise<string | undefined> => {
  const text = await recordsText(db, study, plan)
  return (
    text &&
    `SELECT count(*) AS n, md5(string_agg(form || ':' || record, ',' ORDER BY form, record)) AS which FROM (${text}) x
    WHERE planned AND NOT verified AND $1::bigint IS NOT NULL`
  )
}
