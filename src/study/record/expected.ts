import type { Rows } from '../reader.ts'
import { tableName } from './table.ts'

/** Where a form of a subject at a visit stands: entered, to be entered again by whoever asks, begun, or waited for. A visit outside the plan is waited for by nobody. */
export type Standing = 'done' | 'second' | 'draft' | 'missed' | 'late' | 'due' | 'later' | 'undated' | 'extra'
/** What somebody has to do now. */
const TODO = ['late', 'due', 'draft', 'second'] as const satisfies readonly Standing[]

export type Wanted = {
  study: number
  form: number
  /** Whose subjects; null: of all departments. */
  sites: readonly number[] | null
  /** At which visits; none: at all. */
  visits: readonly number[]
  today: string
  /** Of a submitted record `r`: whether whoever asks is to enter it a second time. Without it nobody is. */
  waits?: string
}
export type Cell = {
  visit: number | null
  name: string | null
  nameEn: string | null
  instance: number
  state: string | null
  standing: Standing
  opens: string | null
  closes: string | null
}
export type ExpectedSubject = { id: number; code: string; cells: Cell[] }

/** `$1` study, `$2` sites, `$3` visits, `$4` today. Whoever has left or was merged is asked for nothing. */
const cells = ({ form, waits }: Wanted): string => `WITH visit AS (
    SELECT id, name, name_en, is_planned, day, coalesce(before, 0) AS before, coalesce(after, 0) AS after, anchor FROM study_visit
    WHERE study = $1 AND deleted_at IS NULL AND (cardinality($3::bigint[]) = 0 OR id = ANY($3))
    UNION ALL SELECT NULL, NULL, NULL, true, NULL, 0, 0, NULL WHERE NOT EXISTS (SELECT 1 FROM study_visit WHERE study = $1 AND deleted_at IS NULL)
  ), place AS (
    SELECT s.id AS subject, s.code, s.department, v.*, coalesce(s.missed ? v.id::text, false) AS missed, (CASE v.anchor WHEN 'screening' THEN s.screened_on ELSE s.enrolled_on END) + v.day::int AS planned
    FROM study_subject s CROSS JOIN visit v
    WHERE s.study = $1 AND s.deleted_at IS NULL AND s.state <> 'withdrawn' AND s.merged_into IS NULL AND ($2::bigint[] IS NULL OR s.department = ANY($2))
  ), cell AS (
    SELECT p.subject, p.code, p.department, p.id AS visit, p.name, p.name_en, p.day, coalesce(r.instance, 1) AS instance, r.state,
      p.planned - p.before::int AS opens, p.planned + p.after::int AS closes,
      CASE ${waits ? `WHEN r.state <> 'draft' AND ${waits} THEN 'second' ` : ''}WHEN r.state <> 'draft' THEN 'done' WHEN r.state = 'draft' THEN 'draft' WHEN p.missed THEN 'missed' WHEN NOT p.is_planned THEN 'extra' WHEN p.planned IS NULL THEN 'undated'
        WHEN p.planned + p.after::int < $4::date THEN 'late' WHEN p.planned - p.before::int > $4::date THEN 'later' ELSE 'due' END AS standing
    FROM place p LEFT JOIN "record"."${tableName(form)}" r
      ON r.subject = p.subject AND r.visit IS NOT DISTINCT FROM p.id AND r.entry = 1 AND r.deleted_at IS NULL
  )`
const given = ({ study, sites, visits, today }: Wanted): unknown[] => [study, sites, visits, today]

/** How many places there are of each standing. */
export const countExpected = async (db: Rows, wanted: Wanted): Promise<Partial<Record<Standing, number>>> => {
  const text = `${cells(wanted)} SELECT standing, count(*)::int AS n FROM cell GROUP BY standing`
  const found = await db.query<{ standing: Standing; n: number }>(text, given(wanted))
  return Object.fromEntries(found.map(({ standing, n }) => [standing, n]))
}

export type SiteCount = { site: number } & Record<'done' | 'draft' | 'due' | 'late', number>
/** Of each department, what is asked for by now: filled, begun, and waited for. */
export const countBySite = async (db: Rows, wanted: Wanted): Promise<SiteCount[]> => {
  const each = (['done', 'draft', 'due', 'late'] as const).map((one) => `count(*) FILTER (WHERE standing = '${one}')::int AS ${one}`)
  return db.query<SiteCount>(`${cells(wanted)} SELECT department AS site, ${each.join(', ')} FROM cell GROUP BY 1`, given(wanted))
}

type Asked = { view: 'todo' | 'all'; code: string; page: number; limit: number }
const SHOWN = `json_build_object('visit', visit, 'name', name, 'nameEn', name_en, 'instance', instance, 'state', state, 'standing', standing, 'opens', opens, 'closes', closes)`
/** Subjects with what is expected of each; those with something to do first, the most urgent on top. */
export const listExpected = async (
  db: Rows,
  wanted: Wanted,
  { view, code, page, limit }: Asked,
): Promise<{ list: ExpectedSubject[]; total: number }> => {
  const isTodo = `standing IN (${TODO.map((one) => `'${one}'`).join(', ')})`
  const text = `${cells(wanted)} SELECT subject AS id, code, json_agg(${SHOWN} ORDER BY day NULLS LAST, visit, instance) AS cells, count(*) OVER ()::int AS total
    FROM cell WHERE strpos(lower(code), lower($5)) > 0 OR $5 = '' GROUP BY subject, code HAVING $6 OR bool_or(${isTodo})
    ORDER BY ${view === 'todo' ? `min(closes) FILTER (WHERE ${isTodo}) NULLS LAST, ` : ''}code LIMIT $7 OFFSET $8`
  const found = await db.query<ExpectedSubject & { total: number }>(text, [
    ...given(wanted),
    code,
    view === 'all',
    limit,
    (page - 1) * limit,
  ])
  return { list: found.map(({ id, code: own, cells: at }) => ({ id, code: own, cells: at })), total: found[0]?.total ?? 0 }
}
