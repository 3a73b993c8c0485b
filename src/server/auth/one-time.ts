import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { digest } from './token.ts'

const MAX_TRIES = 5

/** Remembers the answer to a challenge under a key; a second challenge replaces the first. */
export const remember = async (
  db: Db,
  purpose: string,
  key: string,
  answer: string,
  seconds: number,
  payload: unknown = null,
): Promise<void> => {
  await db.query(
    `INSERT INTO one_time (purpose, key, hash, payload, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (purpose, key) DO UPDATE SET hash = excluded.hash, payload = excluded.payload, tries = 0, expires_at = excluded.expires_at`,
    [purpose, key, digest(answer), JSON.stringify(payload), seconds],
  )
}

/** True once for the right answer. A wrong one uses up a try; after `tries` of them the challenge is dead. */
export const consume = async (db: Db, purpose: string, key: string, answer: string, tries = MAX_TRIES): Promise<boolean> => {
  // Counted before it is judged: a thousand guesses at once get as many tries as one after the other.
  const [counted] = await db.query<{ isRight: boolean }>(
    'UPDATE one_time SET tries = tries + 1 WHERE purpose = $1 AND key = $2 AND tries < $4 AND expires_at > now() RETURNING hash = $3 AS "isRight"',
    [purpose, key, digest(answer), tries],
  )
  if (!counted?.isRight) return false
  const right = await db.query('DELETE FROM one_time WHERE purpose = $1 AND key = $2 AND hash = $3 RETURNING key', [
    purpose,
    key,
    digest(answer),
  ])
  return right.length > 0
}

type Bearer = { audience: string; ownerId: number }
/** A ticket stands in an address in place of this token: one use, half a minute, and no longer than the session it came from. */
export const issueTicket = async (db: Db, audience: string, ownerId: number, token: string): Promise<string> => {
  const ticket = `t_${randomBytes(24).toString('base64url')}`
  const [session] = await db.query<{ family: string }>('SELECT family FROM token WHERE hash = $1', [digest(token)])
  await remember(db, 'ticket', ticket, ticket, 30, { audience, ownerId, family: session?.family })
  return ticket
}
export const redeemTicket = async (db: Db, ticket: string): Promise<Bearer | undefined> => {
  const [row] = await db.query<Bearer>(
    `WITH used AS (DELETE FROM one_time WHERE purpose = 'ticket' AND key = $1 AND expires_at > now() RETURNING payload)
     SELECT payload->>'audience' AS audience, (payload->>'ownerId')::bigint AS "ownerId" FROM used
     WHERE EXISTS (SELECT 1 FROM token t WHERE t.family = payload->>'family' AND t.expires_at > now())`,
    [ticket],
  )
  return row
}
