import type { Rows } from '../reader.ts'
import { tableName } from './table.ts'

const FORMS = `SELECT f.id FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
const ASKED = `SELECT DISTINCT form FROM gather_project WHERE study = $1 AND channel = 'form' AND state <> 'draft' AND deleted_at IS NULL AND form = ANY($2::bigint[])`

/** Visits of the plan whose days are over before `day`, of everybody who is still asked for them, unless somebody said why there was none. */
const places = (day: string): string => `SELECT s.id AS subject, s.department, v.id AS visit FROM study_subject s
  JOIN study_visit v ON v.study = s.study AND v.deleted_at IS NULL AND v.is_planned
  WHERE s.study = $1 AND s.deleted_at IS NULL AND s.state <> 'withdrawn' AND s.merged_into IS NULL AND NOT coalesce(s.missed ? v.id::text, false)
  AND (CASE v.anchor WHEN 'screening' THEN s.screened_on ELSE s.enrolled_on END) + v.day::int + coalesce(v.after, 0)::int < '${day}'::date`
const isIn = (form: number): string =>
  `EXISTS (SELECT 1 FROM "record"."${tableName(form)}" r WHERE r.subject = p.subject AND r.visit = p.visit AND r.entry = 1 AND r.deleted_at IS NULL)`
const asks = (
  form: number,
): string => `EXISTS (SELECT 1 FROM gather_project g WHERE g.study = $1 AND g.form = ${Math.trunc(form)} AND g.channel = 'form'
  AND g.state <> 'draft' AND g.deleted_at IS NULL AND (cardinality(coalesce(g.visits, '{}')) = 0 OR p.visit = ANY(g.visits))
  AND (cardinality(coalesce(g.departments, '{}')) = 0 OR p.department = ANY(g.departments)))`

/** How many, which, and whose: as far as an address can name them. */
const NAMED = 50
const counted = (
  from: string,
): string => `SELECT count(*)::int AS n, md5(string_agg(subject || ':' || visit || ':' || form, ',' ORDER BY subject, visit, form)) AS which,
  (array_agg(DISTINCT subject))[1:${NAMED}] AS subjects FROM (${from}) x`

export type Absent = { n: number; which: string | null; subjects: number[] | null }
/**
 * What should have been entered by now and was not. `visits`: nothing at all is there. `forms`: the visit took place, and a form that is filled in
 * at it is missing.
 */
export const absentIn = async (db: Rows, study: number, day: string): Promise<{ visits: Absent; forms: Absent } | null> => {
  const forms = (await db.query<{ id: number }>(FORMS, [study])).map(({ id }) => id)
  if (forms.length === 0) return null
  const asked = (await db.query<{ form: number }>(ASKED, [study, forms])).map(({ form }) => form)
  const some = `(${forms.map(isIn).join(' OR ')})`
  const read = async (from: string): Promise<Absent> =>
    (await db.query<Absent>(`WITH place AS MATERIALIZED (${places(day)}) ${counted(from)}`, [study]))[0] ?? {
      n: 0,
      which: null,
      subjects: null,
    }
  const one = (form: number): string =>
    `SELECT p.subject, p.visit, ${Math.trunc(form)} AS form FROM place p WHERE ${asks(form)} AND NOT ${isIn(form)} AND ${some}`
  return {
    visits: await read(`SELECT p.subject, p.visit, 0 AS form FROM place p WHERE NOT ${some}`),
    forms: asked.length ? await read(asked.map(one).join(' UNION ALL ')) : { n: 0, which: null, subjects: null },
  }
}
