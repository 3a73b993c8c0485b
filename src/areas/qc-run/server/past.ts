import type { Db } from '#server/db/database.ts'
import type { PastRun, SaidThen } from '#study/run/history.ts'
import { HOSPITAL_ZONE } from '#server/zone.ts'

/** So many points a control chart in a report has. */
const SHOWN = 30
/** Over the same data by the same set; a re-check looked at a few of them. */
const PAST = `SELECT q.id, q.title, q.score, to_char(q.finished_at AT TIME ZONE '${HOSPITAL_ZONE}', 'YYYY-MM-DD"T"HH24:MI:SS') AS at
  FROM qc_run me JOIN qc_run q ON q.id < me.id AND q.state = 'done' AND q.asked IS NULL AND q.datafile IS NOT DISTINCT FROM me.datafile
    AND q.study IS NOT DISTINCT FROM me.study AND q.form IS NOT DISTINCT FROM me.form AND q."set" IS NOT DISTINCT FROM me."set"
  WHERE me.id = $1 ORDER BY q.id DESC LIMIT ${SHOWN}`
const SAID = `SELECT run, parameter, form, code, status, violated::float8 AS violated, denominator::float8 AS denominator, score, value
  FROM qc_result WHERE run = ANY($1::bigint[])`

/** What a run is compared with in its report, the oldest first. */
export const pastRuns = async (db: Db, run: number): Promise<PastRun[]> => {
  const runs = (await db.query<Omit<PastRun, 'said'>>(PAST, [run])).toReversed()
  const said = Map.groupBy(await db.query<SaidThen & { run: number }>(SAID, [runs.map(({ id }) => id)]), (one) => one.run)
  return runs.map((one) => ({ ...one, said: said.get(one.id) ?? [] }))
}
