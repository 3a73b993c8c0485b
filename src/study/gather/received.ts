import type { Rows } from '../reader.ts'
import { tableName } from '../record/table.ts'

/** What came in of a gather project, by department and by week. Subjects count in the week of their first record. */
export type Received = { department: number; records: number; subjects: number; last: string }
export type Week = { week: string; records: number; subjects: number }
export type Counted = { id: number; form: number | null; isEntered: boolean; visits: readonly number[]; departments: readonly number[] }

const THERE = 'SELECT to_regclass($1) IS NOT NULL AS "isThere"'
/**
 * Records of its form that its deliveries brought and, where it asks for the form to be filled in, those that were entered and submitted. `$1` gather project,
 * `$2` visits and `$3` departments that it names, `$4` whether it is filled in, `$5` the departments that the reader sees; null: all.
 */
const counted = (form: number): string => `FROM "record"."${tableName(form)}" r
  WHERE r.deleted_at IS NULL AND r.entry = 1 AND r.state <> 'draft' AND ($5::bigint[] IS NULL OR r.department = ANY($5))
    AND CASE WHEN r.delivery_id IS NULL
      THEN $4::boolean AND ($2::bigint[] = '{}' OR r.visit = ANY($2)) AND ($3::bigint[] = '{}' OR r.department = ANY($3))
      ELSE r.delivery_id IN (SELECT d.id FROM gather_delivery d WHERE d.gather = $1) END`

const ask = async <T>(db: Rows, of: Counted, sites: readonly number[] | null, text: (from: string) => string): Promise<T[]> => {
  const [table] = of.form === null ? [] : await db.query<{ isThere: boolean }>(THERE, [`record.${tableName(of.form)}`])
  if (of.form === null || !table?.isThere) return []
  return db.query<T>(text(counted(of.form)), [of.id, of.visits, of.departments, of.isEntered, sites])
}

/** The departments that have handed over, the most first. */
export const receivedOf = (db: Rows, of: Counted, sites: readonly number[] | null): Promise<Received[]> =>
  ask<Received>(
    db,
    of,
    sites,
    (from) => `SELECT department, sum(n)::bigint AS records, count(*) AS subjects, max(last) AS last
      FROM (SELECT r.department, r.subject, count(*) AS n, max(r.created_at) AS last ${from} GROUP BY 1, 2) s GROUP BY 1 ORDER BY 2 DESC, 1`,
  )

/** Weeks begin on the Monday of the hospital. */
export const weeksOf = (db: Rows, of: Counted, sites: readonly number[] | null, zone: string): Promise<Week[]> =>
  ask<Week>(
    db,
    of,
    sites,
    (
      from,
    ) => `WITH own AS (SELECT r.subject, date_trunc('week', r.created_at AT TIME ZONE '${zone}')::date AS week, count(*) AS n ${from} GROUP BY 1, 2)
      SELECT week::text AS week, sum(n)::bigint AS records, count(*) FILTER (WHERE is_first) AS subjects
      FROM (SELECT *, row_number() OVER (PARTITION BY subject ORDER BY week) = 1 AS is_first FROM own) w GROUP BY 1 ORDER BY 1`,
  )
