import { fail } from '#kernel'
import type { Db } from '../db/database.ts'

const LIMIT = 5
/** One address serves a whole ward: it gets more tries than one account. */
const ADDRESS_LIMIT = 50
const WINDOW_MINUTES = 15

type State = { failures: number; waitSeconds: number }
const READ = `SELECT CASE WHEN since < now() - interval '${WINDOW_MINUTES} minutes' AND (locked_until IS NULL OR locked_until < now()) THEN 0 ELSE failures END AS failures,
  greatest(0, ceil(extract(epoch FROM locked_until - now())))::int AS "waitSeconds" FROM attempt WHERE key = $1`
const FAIL = `INSERT INTO attempt AS a (key, failures) VALUES ($1, 1) ON CONFLICT (key) DO UPDATE SET
  failures = CASE WHEN a.since < now() - interval '${WINDOW_MINUTES} minutes' THEN 1 ELSE a.failures + 1 END,
  since = CASE WHEN a.since < now() - interval '${WINDOW_MINUTES} minutes' THEN now() ELSE a.since END,
  locked_until = CASE WHEN a.since >= now() - interval '${WINDOW_MINUTES} minutes' AND a.failures + 1 >= $2 THEN now() + interval '${WINDOW_MINUTES} minutes' ELSE a.locked_until END`

/** Failed tries of one account and of one address. Other traffic of the same person resets nothing. */
export const attemptKeys = (audience: string, account: string, ip: string) => ({
  account: `${audience}:${account.toLowerCase()}`,
  address: `${audience}@${ip}`,
})
export type AttemptKeys = ReturnType<typeof attemptKeys>

const read = async (db: Db, key: string): Promise<State> => (await db.query<State>(READ, [key]))[0] ?? { failures: 0, waitSeconds: 0 }

export const failuresOf = async (db: Db, keys: AttemptKeys): Promise<number> => (await read(db, keys.account)).failures

export const refuseLockedOut = async (db: Db, keys: AttemptKeys): Promise<void> => {
  const wait = Math.max((await read(db, keys.account)).waitSeconds ?? 0, (await read(db, keys.address)).waitSeconds ?? 0)
  if (wait > 0) throw fail('auth.lockedOut', { minutes: Math.ceil(wait / 60) }, { retryAfter: wait, captcha: true })
}
export const countFailure = async (db: Db, keys: AttemptKeys): Promise<void> => {
  await db.query(FAIL, [keys.account, LIMIT])
  await db.query(FAIL, [keys.address, ADDRESS_LIMIT])
}
export const forgetFailures = async (db: Db, keys: AttemptKeys): Promise<void> => {
  await db.query('DELETE FROM attempt WHERE key = $1', [keys.account])
}
