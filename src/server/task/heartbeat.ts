import type { Db } from '../db/database.ts'
import type { Owned } from './fence.ts'

// Rows that an effect holds are skipped, not waited for: one long effect must not let the leases of its neighbours lapse.
const BEAT = `WITH mine AS (SELECT * FROM unnest($1::bigint[], $2::int[]) AS m (id, attempt)),
  held AS (SELECT o.id FROM task o JOIN mine m ON m.id = o.id AND m.attempt = o.attempt WHERE o.state = 'running' FOR UPDATE OF o SKIP LOCKED),
  kept AS (UPDATE task SET lease_until = clock_timestamp() + make_interval(secs => $3) FROM held WHERE task.id = held.id)
  SELECT o.id, o.cancel_at IS NOT NULL AS "isCancelled" FROM task o JOIN mine m ON m.id = o.id AND m.attempt = o.attempt WHERE o.state = 'running'`
export type Beat = { id: number; isCancelled: boolean }
/** Renews the leases; answers what is still ours. */
export const beat = (db: Db, owned: readonly Owned[], leaseMs: number): Promise<Beat[]> =>
  db.query<Beat>(BEAT, [owned.map((one) => one.id), owned.map((one) => one.attempt), leaseMs / 1000])

export type Identity = { name: string; host: string; pid: number }
const SEEN = `INSERT INTO worker (name, host, pid) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET seen_at = now()`
export const showLife = async (db: Db, { name, host, pid }: Identity): Promise<void> => void (await db.query(SEEN, [name, host, pid]))
export const signOff = async (db: Db, { name }: Identity): Promise<void> =>
  void (await db.query('DELETE FROM worker WHERE name = $1', [name]))

/** Heartbeats come every ten seconds: who missed three is taken for gone. */
const ALIVE_SECONDS = 30
export const countWorkers = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM worker WHERE seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`,
  )
  return row!.n
}
