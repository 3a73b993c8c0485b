import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import type { RequestInfo } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import { tokenLife } from '../backend.ts'
import type { Backend } from '../backend.ts'
import type { Call } from '../http/call.ts'
import { ACCOUNT, ownerAs } from '../auth/account.ts'
import { tellOfReuse } from './reuse-notice.ts'
import { openSuccessor, sealSuccessor } from '../auth/successor.ts'
import { addAccess, addRefresh, digest, endFamily, prolong } from '../auth/token.ts'
import type { Audience, Pair, Stored } from '../auth/token.ts'

/** A client whose answer got lost, or a second window, may present the same refresh token again for this long. */
const GRACE_SECONDS = 30

type Presented = Stored & { successor: Buffer | null; isSpent: boolean; isReused: boolean; hasRotated: boolean }
const FIND = `SELECT t.type, t.owner_id AS "ownerId", t.family, t.successor, t.expires_at <= now() AS "isExpired", t.spent_at IS NOT NULL AS "isSpent",
  coalesce(t.spent_at < now() - interval '${GRACE_SECONDS} seconds', false) AS "isReused",
  EXISTS (SELECT 1 FROM token s WHERE s.family = t.family AND s.spent_at IS NOT NULL) AS "hasRotated"
FROM token t WHERE t.hash = $1 FOR UPDATE OF t`
const SPEND = 'UPDATE token SET spent_at = now(), successor = $2 WHERE hash = $1'

type Session = { audience: Audience; ownerId: number; family: string }
type Renewed = Session & { token: string; refreshToken?: string }

const noteReuse = async (db: Db, { audience, ownerId }: Session, request: RequestInfo): Promise<void> => {
  const actor = await ownerAs(db, audience, ownerId)
  const event = { action: 'reuse', resource: ACCOUNT[audience].resource, recordId: ownerId, label: actor.name, changes: {} }
  await record({ db, actor, request }, event)
}

/** One successor per token: within the grace it is the same one again, and the copies of a thief and an owner come apart afterwards. */
const rotate = async (
  tx: Db,
  backend: Backend,
  session: Session,
  presented: string,
  found: Presented,
  request: RequestInfo,
): Promise<Pair> => {
  if (found.isSpent && found.successor) return openSuccessor(presented, found.successor)
  const life = tokenLife(backend)
  const pair = { token: await addAccess(tx, life, session, request), refreshToken: await addRefresh(tx, life, session, request) }
  await tx.query(SPEND, [digest(presented), sealSuccessor(presented, pair)])
  return pair
}

const renew = (backend: Backend, presented: string, wantsRotation: boolean, request: RequestInfo) =>
  backend.database.transaction(async (tx): Promise<Renewed | { reused: Session } | undefined> => {
    const [found] = await tx.query<Presented>(FIND, [digest(presented)])
    if (!found || !found.type.endsWith('-refresh')) return undefined
    const session: Session = { audience: found.type === 'admin-refresh' ? 'admin' : 'user', ownerId: found.ownerId, family: found.family }
    if (found.isReused) {
      await endFamily(tx, found.family)
      await noteReuse(tx, session, request)
      return { reused: session }
    }
    if (found.isExpired) return undefined
    // A session that has rotated never goes back: whoever stole its token would only have to leave the word out.
    if (wantsRotation || found.hasRotated || found.isSpent)
      return { ...session, ...(await rotate(tx, backend, session, presented, found, request)) }
    await prolong(tx, tokenLife(backend), presented)
    return { ...session, token: await addAccess(tx, tokenLife(backend), session, request) }
  })

/** `{refresh_token}` alone gets a token and keeps its refresh token; with `rotate: 1` the refresh token is exchanged as well. */
export const refresh = async (call: Call) => {
  const { backend, info } = call
  const { refresh_token: presented, rotate: wish } = (call.body ?? {}) as { refresh_token?: unknown; rotate?: unknown }
  if (typeof presented !== 'string') throw fail('auth.badRefresh')
  const outcome = await renew(backend, presented, wish === 1 || wish === '1' || wish === true, info)
  if (outcome && 'reused' in outcome) {
    backend.sessions.forgetActors()
    tellOfReuse(call, outcome.reused.audience, outcome.reused.ownerId)
  }
  if (!outcome || 'reused' in outcome) throw fail('auth.badRefresh')
  const { audience, ownerId, token, refreshToken } = outcome
  // A disabled account must not be kept alive by its refresh token.
  if (typeof (await backend.sessions.resolve(audience, token)) === 'string') {
    await backend.sessions.endSessions(audience === 'admin' ? 'admin' : 'member', ownerId)
    throw fail('auth.badRefresh')
  }
  return { type: `${audience}-refresh`, token, ...(refreshToken ? { refreshToken } : {}) }
}
