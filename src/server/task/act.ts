import type { Db } from '../db/database.ts'
import { cancelDependants } from './finish.ts'
import { WAKE, tell } from './state.ts'

const CANCEL = `WITH t AS (UPDATE task SET cancel_at = coalesce(cancel_at, now()), seq = seq + 1,
    state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END, ended_at = CASE WHEN state = 'running' THEN NULL ELSE now() END
    WHERE id = $1 AND state IN ('waiting', 'running', 'failed', 'parked') RETURNING id, seq, state), ${tell(`jsonb_build_object('cancelled', true)`)}`
/** A waiting task is cancelled at once with all that waits for it, in the caller's transaction; a running one is asked to stop. False when there is nothing to cancel. */
export const cancelTask = async (tx: Db, id: number): Promise<boolean> => {
  const [row] = await tx.query<{ state: string }>(CANCEL, [id])
  if (row?.state === 'cancelled') await cancelDependants(tx, id)
  else if (row) await tx.query('SELECT pg_notify($1, $2)', [WAKE, 'cancel'])
  return row !== undefined
}

const RETRY = `WITH t AS (UPDATE task SET state = 'waiting', tries = 0, run_after = now(), ended_at = NULL, cancel_at = NULL, seq = seq + 1
    WHERE id = $1 AND state IN ('failed', 'parked') RETURNING id, seq, state), ${tell(`'{}'`)}`
/** A failed or parked task gets all its tries again and goes on at its last checkpoint. */
export const retryTask = async (db: Db, id: number): Promise<boolean> => {
  const isMoved = (await db.query(RETRY, [id])).length > 0
  if (isMoved) await db.query('SELECT pg_notify($1, $2)', [WAKE, ''])
  return isMoved
}

const PARK = `WITH t AS (UPDATE task SET state = 'parked', ended_at = now(), seq = seq + 1 WHERE id = $1 AND state IN ('waiting', 'failed')
    RETURNING id, seq, state), ${tell(`'{}'`)}`
/** Laid aside until somebody lets it go on. */
export const parkTask = async (db: Db, id: number): Promise<boolean> => (await db.query(PARK, [id])).length > 0

const DELAY = `UPDATE task SET run_after = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3)) WHERE id = $1 AND state = 'waiting'`
/** A waiting task begins so many seconds from now, but not later than so many after it was asked for. */
export const delayTask = async (db: Db, id: number, seconds: number, most: number): Promise<void> =>
  void (await db.query(DELAY, [id, seconds, most]))
