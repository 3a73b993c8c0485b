import type { Rows } from '../reader.ts'
import { tableName } from './table.ts'

/** Where a visit of a subject stands: something is submitted, only begun, waited for, or known not to have taken place. */
export type VisitStanding = 'done' | 'draft' | 'missed' | 'late' | 'due' | 'later' | 'undated' | 'closed' | 'extra'

const HELD = `SELECT f.id FROM study_form f WHERE f.study = ANY($1::bigint[]) AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
/** The forms of these studies that can hold records. */
export const heldForms = async (db: Rows, studies: readonly number[]): Promise<number[]> =>
  (await db.query<{ id: number }>(HELD, [studies])).map(({ id }) => id)

/** Parameters as they stand in the statement around it, each an array of numbers but the day. */
type Within = { today: string; subjects?: string; visits?: string }
const among = (column: string, list: string | undefined): string => (list ? ` AND ${column} = ANY(${list}::bigint[])` : '')

/** The day of a visit of the plan, of the subject `s` and the visit `v`, with the first and the last that are in time. */
export const PLANNED = `CROSS JOIN LATERAL (SELECT CASE WHEN v.is_planned THEN (CASE v.anchor WHEN 'screening' THEN s.screened_on ELSE s.enrolled_on END) + v.day::int END AS day) o
  CROSS JOIN LATERAL (SELECT o.day, o.day - coalesce(v.before, 0)::int AS opens, o.day + coalesce(v.after, 0)::int AS closes) p`

/**
 * Subjects and visits of their study, each with where it stands: of many subjects in one statement, and the same for one of them on the page of
 * the subject. Whoever has withdrawn is asked for nothing any more.
 */
export const standingsText = (forms: readonly number[], { today, subjects, visits }: Within): string => {
  const held = forms.map(
    (form) => `SELECT subject, visit, state FROM "record"."${tableName(form)}"
      WHERE visit IS NOT NULL AND entry = 1 AND deleted_at IS NULL${among('subject', subjects)}${among('visit', visits)}`,
  )
  const records = held.length
    ? held.join(' UNION ALL ')
    : 'SELECT NULL::bigint AS subject, NULL::bigint AS visit, NULL AS state WHERE false'
  return `SELECT s.id AS subject, s.department, v.id AS visit, v.is_planned,
    CASE WHEN e.is_done THEN 'done' WHEN e.is_done IS NOT NULL THEN 'draft' WHEN coalesce(s.missed ? v.id::text, false) THEN 'missed'
      WHEN NOT v.is_planned THEN 'extra' WHEN p.day IS NULL THEN 'undated' WHEN s.state = 'withdrawn' THEN 'closed'
      WHEN p.opens > ${today}::date THEN CASE s.state WHEN 'completed' THEN 'closed' ELSE 'later' END
      WHEN p.closes < ${today}::date THEN 'late' WHEN s.state = 'completed' THEN 'closed' ELSE 'due' END AS standing
  FROM study_subject s JOIN study_visit v ON v.study = s.study AND v.deleted_at IS NULL ${PLANNED}
  LEFT JOIN (SELECT subject, visit, bool_or(state <> 'draft') AS is_done FROM (${records}) r GROUP BY subject, visit) e ON e.subject = s.id AND e.visit = v.id
  WHERE true${among('s.id', subjects)}${among('v.id', visits)}`
}

/** What people count by: each a condition on such a row `x`. Expected is what the plan asks for by now; outside it is whatever came without being asked for. */
export const COUNTED = {
  expected: `x.is_planned AND x.standing IN ('done', 'draft', 'due', 'late', 'missed')`,
  done: `x.is_planned AND x.standing = 'done'`,
  draft: `x.is_planned AND x.standing = 'draft'`,
  due: `x.standing = 'due'`,
  late: `x.standing = 'late'`,
  missed: `x.standing = 'missed'`,
  extra: `NOT x.is_planned AND x.standing IN ('done', 'draft')`,
} as const
export type Counted = keyof typeof COUNTED
