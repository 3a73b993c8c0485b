import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fail } from '#kernel'
import type { Database, Db } from '../db/database.ts'
import type { RequestFacts } from '../context.ts'

export type Audience = 'admin' | 'user'
export type TokenType = Audience | `${Audience}-refresh`
export type TokenLife = { accessMinutes: number; refreshDays: number }
export type Pair = { token: string; refreshToken: string }
type Stored = {
  type: TokenType
  ownerId: number
  family: string
  expiresAt: string
  spentAt: string | null
  isExpired: boolean
  isReused: boolean
}

/** A client whose answer got lost may present the same refresh token again for this long. */
const GRACE_SECONDS = 30

export const digest = (token: string): Buffer => createHash('sha256').update(token).digest()
const make = () => randomBytes(32).toString('base64url')

const INSERT = `INSERT INTO token (hash, type, owner_id, family, expires_at, ip, user_agent) VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5), $6, $7)`
const FIND = `SELECT type, owner_id AS "ownerId", family, expires_at AS "expiresAt", spent_at AS "spentAt", expires_at <= now() AS "isExpired",
  coalesce(spent_at < now() - interval '${GRACE_SECONDS} seconds', false) AS "isReused" FROM token WHERE hash = $1`

const store = async (db: Db, type: TokenType, ownerId: number, family: string, minutes: number, request: RequestFacts): Promise<string> => {
  const token = make()
  await db.query(INSERT, [digest(token), type, ownerId, family, minutes, request.ip, request.userAgent.slice(0, 300)])
  return token
}

/** A new sign-in. Without `keep` there is no refresh token: the session ends with its access token. */
export const issue = async (
  db: Db,
  life: TokenLife,
  audience: Audience,
  ownerId: number,
  keep: boolean,
  request: RequestFacts,
): Promise<Pair> => {
  const family = randomUUID()
  const token = await store(db, audience, ownerId, family, life.accessMinutes, request)
  const refreshToken = keep ? await store(db, `${audience}-refresh`, ownerId, family, life.refreshDays * 1440, request) : ''
  return { token, refreshToken }
}

export const findToken = async (db: Db, token: string): Promise<Stored | undefined> => (await db.query<Stored>(FIND, [digest(token)]))[0]

/** Rotates: the presented token is spent, a new pair of the same family takes over. Reuse after the grace ends the whole family. */
export const refresh = async (
  database: Database,
  life: TokenLife,
  presented: string,
  request: RequestFacts,
): Promise<Pair & { type: `${Audience}-refresh`; ownerId: number }> => {
  const outcome = await database.transaction(async (tx) => {
    const [found] = await tx.query<Stored>(`${FIND} FOR UPDATE`, [digest(presented)])
    if (!found || found.isExpired || !found.type.endsWith('-refresh')) return undefined
    if (found.isReused) {
      await tx.query('DELETE FROM token WHERE family = $1', [found.family])
      return undefined
    }
    const type = found.type as `${Audience}-refresh`
    const audience = type.replace('-refresh', '') as Audience
    await tx.query('UPDATE token SET spent_at = coalesce(spent_at, now()) WHERE hash = $1', [digest(presented)])
    const token = await store(tx, audience, found.ownerId, found.family, life.accessMinutes, request)
    const refreshToken = await store(tx, type, found.ownerId, found.family, life.refreshDays * 1440, request)
    return { type, token, refreshToken, ownerId: found.ownerId }
  })
  if (!outcome) throw fail('auth.badRefresh')
  return outcome
}

/** Signing out ends the family of what was presented, whichever half of the pair it was. */
export const endFamily = async (db: Db, token: string): Promise<void> => {
  if (token) await db.query('DELETE FROM token WHERE family = (SELECT family FROM token WHERE hash = $1)', [digest(token)])
}
export const endAll = async (db: Db, audience: Audience, ownerId: number): Promise<void> => {
  await db.query('DELETE FROM token WHERE type = ANY($1) AND owner_id = $2', [[audience, `${audience}-refresh`], ownerId])
}
export const sweepTokens = async (db: Db): Promise<void> => {
  // An expired access token still answers 409 while its refresh token lives: without it, a returning client would be sent to the login.
  await db.query(
    `DELETE FROM token t WHERE expires_at < now() - interval '1 day' AND NOT EXISTS (SELECT 1 FROM token r WHERE r.family = t.family AND r.expires_at > now())`,
  )
  await db.query('DELETE FROM one_time WHERE expires_at < now()')
  await db.query(`DELETE FROM attempt WHERE since < now() - interval '1 day' AND (locked_until IS NULL OR locked_until < now())`)
  await db.query(`DELETE FROM idempotency WHERE created_at < now() - interval '2 days'`)
}
