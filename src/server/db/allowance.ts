import type { Db } from './database.ts'

/** So many within so many seconds. */
export type Allowance = { seconds: number; count: number }

// Counted and judged in one statement: a thousand at once get as much as one after the other.
const COUNT = `INSERT INTO attempt AS a (key, failures) VALUES ($1, 1) ON CONFLICT (key) DO UPDATE SET
  failures = CASE WHEN a.since <= now() - make_interval(secs => $2) THEN 1 ELSE least(a.failures + 1, $3 + 1) END,
  since = CASE WHEN a.since <= now() - make_interval(secs => $2) THEN now() ELSE a.since END
RETURNING failures <= $3 AS allowed, greatest(1, ceil(extract(epoch FROM since - now()) + $2))::int AS wait`

/** Takes one. Undefined, or after how many seconds there is another. */
export const takeOne = async (db: Db, key: string, { seconds, count }: Allowance): Promise<number | undefined> => {
  const [row] = await db.query<{ allowed: boolean; wait: number }>(COUNT, [key, seconds, count])
  return row!.allowed ? undefined : row!.wait
}
