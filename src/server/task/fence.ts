import type { Db } from '../db/database.ts'

export type Owned = { readonly id: number; readonly attempt: number }

/** Another worker has the task by now, or somebody ended it: whatever we did since counts for nothing. */
export class Lost extends Error {
  constructor(id: number) {
    super(`task ${id} belongs to another worker`)
  }
}

const HOLD = `SELECT 1 FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' FOR UPDATE`
/** First in the transaction of an effect: until it is committed nobody else can claim the task. */
export const hold = async (tx: Db, { id, attempt }: Owned): Promise<void> => {
  if ((await tx.query(HOLD, [id, attempt])).length === 0) throw new Lost(id)
}

// The lease begins anew: an effect that took longer than it must not be claimed between its commit and the next heartbeat.
const KEEP = `UPDATE task SET checkpoint = $3, lease_until = clock_timestamp() + make_interval(secs => $4) WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING 1`
/** Last in the transaction of an effect: where to go on. */
export const keepMark = async (tx: Db, { id, attempt }: Owned, checkpoint: object, leaseMs: number): Promise<void> => {
  if ((await tx.query(KEEP, [id, attempt, JSON.stringify(checkpoint), leaseMs / 1000])).length === 0) throw new Lost(id)
}

const ADVANCE = `UPDATE task SET checkpoint = $3, lease_until = clock_timestamp() + make_interval(secs => $4), step = $5
  WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING 1`
/** A step is done, the next one begins. Told with the progress: steps that take no time are no news each. */
export const advance = async (db: Db, { id, attempt }: Owned, checkpoint: object, leaseMs: number, next: string): Promise<void> => {
  if ((await db.query(ADVANCE, [id, attempt, JSON.stringify(checkpoint), leaseMs / 1000, next])).length === 0) throw new Lost(id)
}
