import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Backend } from '../backend.ts'
import { tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { ACCOUNT } from '../auth/account.ts'
import { digest } from '../auth/token.ts'
import type { Audience } from '../auth/token.ts'

const OWN = `type = ANY($1) AND owner_id = $2`
const LIST = `SELECT family AS id, min(created_at) AS "createdAt", max(created_at) AS "lastAt", max(expires_at) AS "expiresAt",
  (array_agg(ip ORDER BY created_at DESC))[1] AS ip, (array_agg(user_agent ORDER BY created_at DESC))[1] AS "userAgent",
  family = (SELECT family FROM token WHERE hash = $3) AS current
FROM token WHERE ${OWN} AND expires_at > now() AND spent_at IS NULL GROUP BY family ORDER BY max(created_at) DESC LIMIT 100`

/** The last time that a session of theirs was ended because a spent token came again: whoever has no mail reads it here. */
const STOPPED = `SELECT at, ip FROM audit_entry WHERE resource = $1 AND record_id = $2 AND action = 'reuse' AND at > now() - interval '30 days'
ORDER BY id DESC LIMIT 1`

/** The sessions of whoever asks. Somebody else's cannot be named. */
export const ownSessions = (audience: Audience) => {
  const types = [audience, `${audience}-refresh`]
  return {
    list: async (call: Call, actor: Actor) => ({
      list: await call.backend.database.query(LIST, [types, actor.id, digest(tokenOf(call, audience))]),
      stopped: (await call.backend.database.query(STOPPED, [ACCOUNT[audience].resource, String(actor.id)]))[0] ?? null,
    }),
    /** By the id that the list gave. */
    end: async (call: Call, actor: Actor) => {
      const { database, sessions } = call.backend
      const { id } = (call.body ?? {}) as { id?: unknown }
      await database.transaction(async (tx) => {
        const gone = await tx.query(`DELETE FROM token WHERE ${OWN} AND family = $3 RETURNING 1`, [types, actor.id, String(id ?? '')])
        if (gone.length === 0) throw fail('record.missing')
        await record(
          { db: tx, actor, request: call.info },
          { action: 'endSession', resource: ACCOUNT[audience].resource, recordId: actor.id, label: actor.name, changes: {} },
        )
      })
      sessions.forgetActors()
      return null
    },
    endOthers: async ({ database, sessions }: Backend, ownerId: number, token: string): Promise<void> => {
      await database.query(`DELETE FROM token WHERE ${OWN} AND family IS DISTINCT FROM (SELECT family FROM token WHERE hash = $3)`, [
        types,
        ownerId,
        digest(token),
      ])
      sessions.forgetActors()
    },
  }
}
