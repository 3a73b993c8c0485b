import { fail } from '#kernel'
import { sqlState } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { ENDED, settle } from './ending.ts'
import type { Ended } from './ending.ts'
import { cancelDependants } from './finish.ts'
import { WAKE, tell } from './state.ts'

// Whether it was still to be done is asked before: what has failed was settled then.
const CANCEL = `WITH old AS (SELECT id, ended_at IS NULL AS was_open FROM task WHERE id = $1 FOR UPDATE),
  t AS (UPDATE task SET cancel_at = coalesce(cancel_at, now()), seq = seq + 1,
    state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END, ended_at = CASE WHEN state = 'running' THEN NULL ELSE now() END
    FROM old WHERE task.id = old.id AND state IN ('waiting', 'running', 'failed', 'parked') RETURNING ${ENDED}, old.was_open AS "wasOpen"),
  ${tell(`jsonb_build_object('cancelled', true)`)}`
/** A waiting task is cancelled at once with all that waits for it, in the caller's transaction; a running one is asked to stop. False when there is nothing to cancel. */
export const cancelTask = (given: Ctx, id: number): Promise<boolean> =>
  given.engine.write(given, async (ctx) => {
    const [row] = await ctx.db.query<Ended & { wasOpen: boolean }>(CANCEL, [id])
    if (row?.state === 'cancelled') {
      if (row.wasOpen) await settle(ctx, [row])
      await cancelDependants(ctx, id)
    } else if (row) await ctx.db.query('SELECT pg_notify($1, $2)', [WAKE, 'cancel'])
    return row !== undefined
  })

const UNIQUE = '23505'
// A log that was full has room again: what fails the second time must be able to say so.
const RETRY = `WITH t AS (UPDATE task SET state = 'waiting', tries = 0, run_after = now(), ended_at = NULL, cancel_at = NULL, log_lines = 0,
    seq = seq + 1 WHERE id = $1 AND state IN ('failed', 'parked') RETURNING id, seq, state), ${tell(`'{}'`)}`
const SAME = `SELECT o.id FROM task t JOIN task o ON o.kind = t.kind AND o.dedupe_key = t.dedupe_key AND o.ended_at IS NULL WHERE t.id = $1`
/** A failed or parked task gets all its tries again and goes on at its last checkpoint. Refused while another does the same: asked for anew, it is under way. */
export const retryTask = (given: Ctx, id: number): Promise<boolean> =>
  given.engine.write(given, async (ctx) => {
    // The index decides, not a look before: another may ask for the same at this moment.
    const rows = await ctx.engine
      .attempt(ctx, () => ctx.db.query(RETRY, [id]))
      .catch(async (error: unknown) => {
        const [same] = sqlState(error) === UNIQUE ? await ctx.db.query<{ id: number }>(SAME, [id]) : []
        throw same ? fail('task.same', { id: same.id }) : error
      })
    if (rows.length > 0) await ctx.db.query('SELECT pg_notify($1, $2)', [WAKE, ''])
    return rows.length > 0
  })

const PARK = `WITH old AS (SELECT id, ended_at IS NULL AS was_open FROM task WHERE id = $1 FOR UPDATE),
  t AS (UPDATE task SET state = 'parked', ended_at = now(), seq = seq + 1 FROM old WHERE task.id = old.id AND state IN ('waiting', 'failed')
    RETURNING ${ENDED}, old.was_open AS "wasOpen"), ${tell(`'{}'`)}`
/** Laid aside until somebody lets it go on. */
export const parkTask = (given: Ctx, id: number): Promise<boolean> =>
  given.engine.write(given, async (ctx) => {
    const [row] = await ctx.db.query<Ended & { wasOpen: boolean }>(PARK, [id])
    if (row?.wasOpen) await settle(ctx, [row])
    return row !== undefined
  })

const DELAY = `UPDATE task SET run_after = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3)) WHERE id = $1 AND state = 'waiting'`
/** A waiting task begins so many seconds from now, but not later than so many after it was asked for. */
export const delayTask = async (db: Db, id: number, seconds: number, most: number): Promise<void> =>
  void (await db.query(DELAY, [id, seconds, most]))
