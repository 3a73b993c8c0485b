import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { digest } from '../auth/token.ts'
import type { House } from '../http/house.ts'
import { tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../kit.ts'
import { bodyOf } from './address.ts'

const OWN = `type IN ('user', 'user-refresh') AND owner_id = $1`
const LIST = `SELECT family AS id, min(created_at) AS "createdAt", max(created_at) AS "lastAt", max(expires_at) AS "expiresAt",
  (array_agg(ip ORDER BY created_at DESC))[1] AS ip, (array_agg(user_agent ORDER BY created_at DESC))[1] AS "userAgent",
  family = (SELECT family FROM token WHERE hash = $2) AS current
FROM token WHERE ${OWN} AND expires_at > now() AND spent_at IS NULL GROUP BY family ORDER BY max(created_at) DESC LIMIT 100`

export const listSessions = async (visit: Visit, actor: Actor) => ({
  list: await visit.house.database.query(LIST, [actor.id, digest(tokenOf(visit, 'user'))]),
})

/** By the id that the list gave; somebody else's session cannot be named. */
export const endSession = async (visit: Visit, actor: Actor) => {
  const { database, sessions } = visit.house
  const id = bodyOf(visit).text('id')
  await database.transaction(async (tx) => {
    const gone = await tx.query(`DELETE FROM token WHERE ${OWN} AND family = $2 RETURNING 1`, [actor.id, id])
    if (gone.length === 0) throw fail('record.missing')
    await record(
      { db: tx, actor, request: visit.facts },
      { action: 'endSession', resource: 'user.user', recordId: actor.id, label: actor.name, changes: {} },
    )
  })
  sessions.forgetActors()
  return null
}

export const endOtherSessions = async ({ database, sessions }: House, memberId: number, token: string): Promise<void> => {
  await database.query(`DELETE FROM token WHERE ${OWN} AND family IS DISTINCT FROM (SELECT family FROM token WHERE hash = $2)`, [
    memberId,
    digest(token),
  ])
  sessions.forgetActors()
}
