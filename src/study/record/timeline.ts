import { OPEN_STATES } from '../finding/state.ts'
import type { Rows } from '../reader.ts'
import { PLANNED, standingsText } from './standing.ts'
import type { VisitStanding } from './standing.ts'
import { tableName } from './table.ts'

export type Entered = { form: number; name: string; nameEn: string; record: number | null; instance: number; state: string | null }
export type Flag = { form: number | null; record: number | null; n: number }
export type VisitLine = {
  visit: number | null
  name: string | null
  nameEn: string | null
  isPlanned: boolean
  planned: string | null
  opens: string | null
  closes: string | null
  reason: string | null
  standing: VisitStanding
  entries: Entered[]
}

type Visit = Omit<VisitLine, 'standing' | 'entries' | 'reason'>
/** Of the plan, in its order; what is outside the plan has no day of its own. */
const VISITS = `SELECT v.id AS visit, v.name, v.name_en AS "nameEn", v.is_planned AS "isPlanned",
    p.day::text AS planned, p.opens::text AS opens, p.closes::text AS closes
  FROM study_visit v JOIN study_subject s ON s.id = $1 AND s.study = v.study ${PLANNED}
  WHERE v.deleted_at IS NULL ORDER BY v.is_planned DESC, v.day, v.id`
const FORMS = `SELECT f.id, f.name, f.name_en AS "nameEn" FROM study_form f JOIN study_subject s ON s.id = $1 AND s.study = f.study
  WHERE to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
/** A form that is asked for at these visits, at all of them where none is named. */
const ASKED = `SELECT form, visits FROM gather_project g JOIN study_subject s ON s.id = $1 AND s.study = g.study
  WHERE g.channel = 'form' AND g.state IN ('open', 'paused') AND g.form IS NOT NULL AND g.deleted_at IS NULL AND (cardinality(coalesce(g.departments, '{}')) = 0 OR s.department = ANY(g.departments))`
type Form = { id: number; name: string; nameEn: string }
type Stored = { id: number; visit: number | null; instance: number; state: string }

const standingsOf = async (
  db: Rows,
  forms: readonly Form[],
  subject: number,
  today: string,
): Promise<ReadonlyMap<number, VisitStanding>> => {
  const text = standingsText(
    forms.map(({ id }) => id),
    { subjects: '$1', today: '$2' },
  )
  const found = await db.query<{ visit: number; standing: VisitStanding }>(text, [[subject], today])
  return new Map(found.map(({ visit, standing }) => [visit, standing]))
}

type Subject = { id: number; missed: Readonly<Record<string, string>> }
/** The visits of a subject with what was entered at each. What belongs to no visit stands last. */
export const timelineOf = async (db: Rows, subject: Subject, today: string): Promise<VisitLine[]> => {
  const visits = await db.query<Visit>(VISITS, [subject.id])
  const asked = await db.query<{ form: number; visits: number[] | null }>(ASKED, [subject.id])
  const entered: (Entered & { visit: number | null })[] = []
  const forms = await db.query<Form>(FORMS, [subject.id])
  for (const { id: form, name, nameEn } of forms) {
    const text = `SELECT id, visit, instance, state FROM "record"."${tableName(form)}" WHERE subject = $1 AND deleted_at IS NULL AND entry = 1 ORDER BY visit, instance`
    const stored = await db.query<Stored>(text, [subject.id])
    entered.push(...stored.map(({ id, visit, instance, state }) => ({ form, name, nameEn, record: id, instance, state, visit })))
    const wanted = asked.filter((one) => one.form === form)
    for (const { visit, isPlanned } of visits) {
      const isAsked = isPlanned && wanted.some((one) => !one.visits?.length || (visit !== null && one.visits.includes(visit)))
      if (isAsked && !stored.some((row) => row.visit === visit))
        entered.push({ form, name, nameEn, record: null, instance: 1, state: null, visit })
    }
  }
  const standings = await standingsOf(db, forms, subject.id, today)
  /** What belongs to no visit is there because it was entered. */
  const loose = (entries: readonly Entered[]): VisitStanding => (entries.some(({ state }) => state !== 'draft') ? 'done' : 'draft')
  const lineOf = (visit: Visit): VisitLine => {
    const entries = entered.flatMap(({ visit: at, ...entry }) => (at === visit.visit ? [entry] : []))
    const reason = subject.missed[String(visit.visit)] ?? null
    return { ...visit, reason, entries, standing: standings.get(visit.visit ?? 0) ?? loose(entries) }
  }
  const none: Visit = { visit: null, name: null, nameEn: null, isPlanned: false, planned: null, opens: null, closes: null }
  const lines = visits.map(lineOf)
  return entered.some(({ visit }) => visit === null) ? [...lines, lineOf(none)] : lines
}

const FINDINGS = `SELECT form, record, count(*)::int AS n FROM finding WHERE subject = $1 AND state = ANY($2) GROUP BY form, record`
const QUERIES = `SELECT form, record, count(*)::int AS n FROM query WHERE subject = $1 AND state IN ('open', 'answered') GROUP BY form, record`
export const openFindings = (db: Rows, subject: number): Promise<Flag[]> => db.query<Flag>(FINDINGS, [subject, OPEN_STATES])
export const openQueries = (db: Rows, subject: number): Promise<Flag[]> => db.query<Flag>(QUERIES, [subject])
