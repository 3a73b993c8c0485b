import type { Db } from '../db/database.ts'

/** Held by the process whose command runs: one at a time in the whole installation. */
export const QUEUE_LOCK = 7_340_023

/** At a start: what a process that is gone left "executing". Another process may be at work; then the newest is its own. */
export const closeLostRuns = (db: Db): Promise<unknown> =>
  db.query(
    `UPDATE terminal_run SET status = 'unknown', ended_at = now() WHERE status = 'executing'
    AND (id < (SELECT max(id) FROM terminal_run WHERE status = 'executing') OR (SELECT pg_try_advisory_xact_lock($1)))`,
    [QUEUE_LOCK],
  )
