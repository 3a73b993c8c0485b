import type { Db } from '../db/database.ts'

/** What succeeded is looked for soon or never; what did not, somebody may still want to understand. */
const KEEP_DAYS = { done: 30, cancelled: 30, failed: 180 }
const remove = (which: string) => `WITH gone AS (DELETE FROM task WHERE ${which} RETURNING id),
  told AS (DELETE FROM task_event WHERE task IN (SELECT id FROM gone)) SELECT id FROM gone`
const GONE = remove('state = $1 AND ended_at < now() - make_interval(days => $2)')
const PASSING = remove(`(schedule IS NOT NULL OR kind = 'message.send') AND state = 'done' AND ended_at < now() - interval '1 day'`)
export const sweepTasks = async (db: Db): Promise<number> => {
  let removed = 0
  // What the clock asks for every few minutes would bury everything else; so would messages, which stand in the outbox.
  removed += (await db.query(PASSING)).length
  for (const [state, days] of Object.entries(KEEP_DAYS)) removed += (await db.query(GONE, [state, days])).length
  await db.query(`DELETE FROM worker WHERE seen_at < now() - interval '1 day'`)
  return removed
}
