import { fail } from '#kernel'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { networkOf } from '../network.ts'

/** One account from one address: the fifth wrong try locks the pair for a quarter of an hour. */
const PAIR_LIMIT = 5
/** One account from everywhere: from here on one try in 30 seconds, never a lock that others could close. */
const ACCOUNT_LIMIT = 10
/** One address serves a whole ward: it is only asked for a captcha, whoever signs in there. */
const ADDRESS_LIMIT = 50

export type CaptchaMode = Config['LOGIN_CAPTCHA']
type Verdict = { verdict: 'judge' | 'captcha' | 'slowed' | 'locked'; wait: number }

const TAKE = `SELECT verdict, wait FROM take_attempt($1, $2, $3, $4, $5, ${PAIR_LIMIT}, ${ACCOUNT_LIMIT}, ${ADDRESS_LIMIT})`
const WANTS = `SELECT 1 FROM attempt WHERE (since >= now() - interval '15 minutes' OR locked_until > now())
  AND ((key IN ($1, $2) AND failures > 0) OR (key = $3 AND failures >= ${ADDRESS_LIMIT})) LIMIT 1`
// The address keeps the failures of others; the try that succeeded was counted in advance and is taken back.
const FORGET = `UPDATE attempt SET failures = CASE WHEN key = $3 THEN greatest(failures - 1, 0) ELSE 0 END, locked_until = NULL WHERE key IN ($1, $2, $3)`

/** `who` is an account, however it was named. Other traffic of the same person resets nothing. */
export const attemptKeys = (purpose: string, who: string, ip: string) => ({
  pair: `${purpose}:${who}@${networkOf(ip)}`,
  account: `${purpose}:${who}`,
  address: `${purpose}@${networkOf(ip)}`,
})
export type AttemptKeys = ReturnType<typeof attemptKeys>
const list = ({ pair, account, address }: AttemptKeys) => [pair, account, address]

export const wantsCaptcha = async (db: Db, keys: AttemptKeys, mode: CaptchaMode): Promise<boolean> =>
  mode === 'always' || (mode === 'afterFailure' && (await db.query(WANTS, list(keys))).length > 0)

const refuse = (verdict: 'slowed' | 'locked', seconds: number) => {
  const data = { retryAfter: seconds, captcha: true }
  return verdict === 'locked' ? fail('auth.lockedOut', { minutes: Math.ceil(seconds / 60) }, data) : fail('auth.slowed', { seconds }, data)
}

export type Proof = 'none' | 'wrong' | 'right'
/** Counts the try as a failure before it is judged, or refuses it uncounted. `wait` is how long the pair is locked if it fails. */
export const takeTry = async (db: Db, keys: AttemptKeys, mode: CaptchaMode, proof: Proof): Promise<{ wait: number }> => {
  const [taken] = await db.query<Verdict>(TAKE, [...list(keys), mode, proof === 'right'])
  const { verdict, wait } = taken!
  if (verdict === 'captcha') throw fail(proof === 'wrong' ? 'auth.badCaptcha' : 'auth.needCaptcha', {}, { captcha: true, field: 'captcha' })
  if (verdict !== 'judge') throw refuse(verdict, wait)
  return { wait }
}
/** The last of the tries says so: nobody has to find it out by another one. */
export const refuseLocked = (wait: number): void => {
  if (wait > 0) throw refuse('locked', wait)
}
export const forgetFailures = async (db: Db, keys: AttemptKeys): Promise<void> => {
  await db.query(FORGET, list(keys))
}
