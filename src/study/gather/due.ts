import { dueAfter, nextDue } from '../due.ts'
import type { DueRule } from '../due.ts'
import type { Rows } from '../reader.ts'
import { countExpected } from '../record/expected.ts'
import { tableName } from '../record/table.ts'

/** A department that a gather project asks for data, and the day that it is waited for; null where nothing is due any more. */
export type SiteDue = { department: number; due: string | null }

/** The departments that it names; where it names none, those with subjects. `$1`: gather projects. */
const SITES = `SELECT g.id AS gather, d.department, CASE WHEN x.gather IS NULL THEN g.due_next ELSE x.due END AS due
  FROM gather_project g CROSS JOIN LATERAL (
    SELECT unnest(g.departments) AS department
    UNION SELECT s.department FROM study_subject s
      WHERE g.departments = '{}' AND s.study = g.study AND s.deleted_at IS NULL AND s.merged_into IS NULL AND s.state <> 'withdrawn'
  ) d LEFT JOIN gather_due x ON x.gather = g.id AND x.department = d.department
  WHERE g.id = ANY($1::bigint[]) ORDER BY g.id, d.department`
export const sitesDue = async (db: Rows, gathers: readonly number[]): Promise<Map<number, SiteDue[]>> => {
  const rows = await db.query<SiteDue & { gather: number }>(SITES, [gathers])
  return Map.groupBy(rows, ({ gather }) => gather)
}
/** The first of these days. */
export const earliest = (dues: readonly SiteDue[]): string | null => dues.flatMap(({ due }) => due ?? []).toSorted()[0] ?? null

type Gather = DueRule & { id: number; study: number; channel: string; form: number | null; visits: number[]; dueNext: string }
const HELD = `SELECT id, study, channel, form, visits, due_rule AS "dueRule", due_on AS "dueOn", due_weekday AS "dueWeekday", due_monthday AS "dueMonthday",
  due_next AS "dueNext" FROM gather_project WHERE id = $1 AND due_next IS NOT NULL FOR UPDATE`
const KEEP = `INSERT INTO gather_due (gather, department, due) SELECT $1, * FROM unnest($2::bigint[], $3::date[])
  ON CONFLICT (gather, department) DO UPDATE SET due = excluded.due`

/** What comes a second time for the same day, a correction, does not settle the day after it, too. */
const isWaitedFor = (rule: DueRule, due: string, today: string): boolean => due <= (nextDue(rule, today) ?? due)

/** What these departments owed is settled. Answers the day that the gather project waits for from now on; undefined where that is as it was. */
const settle = async (
  db: Rows,
  gather: Gather,
  dues: readonly SiteDue[],
  isSettled: (site: SiteDue) => boolean,
  today: string,
): Promise<string | null | undefined> => {
  const next = dues.map((site) =>
    site.due !== null && isSettled(site) && isWaitedFor(gather, site.due, today)
      ? { ...site, due: dueAfter(gather, site.due, today) }
      : site,
  )
  const moved = next.filter(({ due }, i) => due !== dues[i]?.due)
  if (moved.length === 0) return undefined
  await db.query(KEEP, [gather.id, moved.map(({ department }) => department), moved.map(({ due }) => due)])
  const first = earliest(next)
  return first === gather.dueNext ? undefined : first
}

/** After a delivery was stored; `departments`: whose rows it has, or whose it is; null: nobody can tell. */
export const settleDelivered = async (db: Rows, id: number, departments: readonly number[] | null, today: string) => {
  const [gather] = await db.query<Gather>(HELD, [id])
  if (!gather) return undefined
  const dues = (await sitesDue(db, [id])).get(id) ?? []
  if (dues.length === 0) return dueAfter(gather, gather.dueNext, today)
  return settle(db, gather, dues, ({ department }) => departments === null || departments.includes(department), today)
}

const THERE = 'SELECT to_regclass($1) IS NOT NULL AS "isThere"'
/** A form is handed over by being filled in: on its day, or later, a department owes what is late or only begun. */
export const settleFilled = async (db: Rows, id: number, today: string) => {
  const [gather] = await db.query<Gather>(HELD, [id])
  if (gather?.channel !== 'form' || gather.form === null || gather.dueNext > today) return undefined
  const { form, study, visits } = gather
  const [table] = await db.query<{ isThere: boolean }>(THERE, [`record.${tableName(form)}`])
  if (!table?.isThere) return undefined
  const dues = (await sitesDue(db, [id])).get(id) ?? []
  const owing = new Set<number>()
  for (const { department } of dues.filter(({ due }) => due !== null && due <= today)) {
    const { late = 0, draft = 0 } = await countExpected(db, { study, form, sites: [department], visits, today })
    if (late + draft > 0) owing.add(department)
  }
  return settle(db, gather, dues, ({ department, due }) => due !== null && due <= today && !owing.has(department), today)
}

/** Another rule, or another beginning: every department is waited for on the same day again. */
export const forgetSites = async (db: Rows, id: number): Promise<void> =>
  void (await db.query('DELETE FROM gather_due WHERE gather = $1', [id]))
