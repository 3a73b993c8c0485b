import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { RequestInfo } from '../model/context.ts'

export type Audience = 'admin' | 'user'
export type TokenType = Audience | `${Audience}-refresh`
/** `idleDays`: a refresh token that nobody uses. `sessionDays`: everything that grew out of one sign-in, however much it is used. */
export type TokenLife = { accessMinutes: number; idleDays: number; sessionDays: number }
export type Pair = { token: string; refreshToken: string }
export type Stored = {
  type: TokenType
  ownerId: number
  family: string
  expiresAt: string
  isExpired: boolean
}

export const digest = (token: string): Buffer => createHash('sha256').update(token).digest()
const make = () => randomBytes(32).toString('base64url')

/** The end of a new or prolonged token: its own minutes, and never more than the days of its session. */
const until = (family: string, minutes: number, days: number): string =>
  `least(now() + make_interval(mins => $${minutes}::int), coalesce((SELECT min(created_at) FROM token WHERE family = ${family}), now()) + make_interval(days => $${days}::int))`
const INSERT = `INSERT INTO token (hash, type, owner_id, family, expires_at, ip, user_agent) VALUES ($1, $2, $3, $4, ${until('$4', 5, 6)}, $7, $8)`
const FIND = `SELECT type, owner_id AS "ownerId", family, expires_at AS "expiresAt", expires_at <= now() AS "isExpired" FROM token WHERE hash = $1`

type Owner = { type: TokenType; ownerId: number; family: string }
const store = async (db: Db, { type, ownerId, family }: Owner, minutes: number, life: TokenLife, request: RequestInfo): Promise<string> => {
  const token = make()
  await db.query(INSERT, [digest(token), type, ownerId, family, minutes, life.sessionDays, request.ip, request.userAgent.slice(0, 300)])
  return token
}
type Grown = { audience: Audience; ownerId: number; family: string }
export const addAccess = (db: Db, life: TokenLife, { audience, ...owner }: Grown, request: RequestInfo): Promise<string> =>
  store(db, { type: audience, ...owner }, life.accessMinutes, life, request)
export const addRefresh = (db: Db, life: TokenLife, { audience, ...owner }: Grown, request: RequestInfo): Promise<string> =>
  store(db, { type: `${audience}-refresh`, ...owner }, life.idleDays * 1440, life, request)

/** A new sign-in. Without `keep` there is no refresh token: the session ends with its access token. */
export const issue = async (
  db: Db,
  life: TokenLife,
  audience: Audience,
  ownerId: number,
  keep: boolean,
  request: RequestInfo,
): Promise<Pair> => {
  const session = { audience, ownerId, family: randomUUID() }
  const token = await addAccess(db, life, session, request)
  return { token, refreshToken: keep ? await addRefresh(db, life, session, request) : '' }
}

export const findToken = async (db: Db, token: string): Promise<Stored | undefined> => (await db.query<Stored>(FIND, [digest(token)]))[0]

/** How long a refresh token lives on when it is used and stays: its idle time, never past the limit of its session. */
export const prolong = async (db: Db, life: TokenLife, token: string): Promise<void> => {
  await db.query(`UPDATE token t SET expires_at = ${until('t.family', 2, 3)} WHERE hash = $1`, [
    digest(token),
    life.idleDays * 1440,
    life.sessionDays,
  ])
}
export const endFamily = async (db: Db, family: string): Promise<void> => {
  await db.query('DELETE FROM token WHERE family = $1', [family])
}
export const endAll = async (db: Db, audience: Audience, ownerId: number): Promise<void> => {
  await db.query('DELETE FROM token WHERE type = ANY($1) AND owner_id = $2', [[audience, `${audience}-refresh`], ownerId])
}
export const sweepTokens = async (db: Db): Promise<void> => {
  // An expired access token still answers 409 while its refresh token lives: without it, a returning client would be sent to the login.
  // Only the newest one can be in a client's hands; a caller that never rotates would leave a row an hour behind.
  await db.query(
    `DELETE FROM token t WHERE expires_at < now() - interval '1 day' AND (
       NOT EXISTS (SELECT 1 FROM token r WHERE r.family = t.family AND r.expires_at > now())
       OR t.type NOT LIKE '%-refresh' AND EXISTS (SELECT 1 FROM token n WHERE n.family = t.family AND n.type = t.type AND n.expires_at > t.expires_at))`,
  )
  await db.query('DELETE FROM one_time WHERE expires_at < now()')
  await db.query(`DELETE FROM attempt WHERE since < now() - interval '1 day' AND (locked_until IS NULL OR locked_until < now())`)
  await db.query(`DELETE FROM idempotency WHERE created_at < now() - interval '2 days'`)
}
