import { record } from '../audit/entry.ts'
import { tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { ACCOUNT, ownerAs } from './account.ts'
import { digest } from './token.ts'
import type { Audience } from './token.ts'

const END = `DELETE FROM token WHERE family IN (SELECT family FROM token WHERE hash = ANY($1)) AND type = ANY($2) RETURNING owner_id AS id, family`

/** Ends the sessions of whatever was presented, either half of a pair. Always succeeds: a client with a dead token must be able to forget it. */
export const signOut = (audience: Audience) => async (visit: Visit) => {
  const { house, facts, body } = visit
  const given = (body as { refresh_token?: unknown } | null)?.refresh_token
  const tokens = [tokenOf(visit, audience), typeof given === 'string' ? given : ''].filter((t) => t !== '')
  await house.database.transaction(async (tx) => {
    const ended = await tx.query<{ id: number; family: string }>(END, [tokens.map(digest), [audience, `${audience}-refresh`]])
    for (const { id } of new Map(ended.map((e) => [e.family, e])).values()) {
      const actor = await ownerAs(tx, audience, id)
      await record(
        { db: tx, actor, request: facts },
        { action: 'logout', resource: ACCOUNT[audience].resource, recordId: id, label: actor.name, changes: {} },
      )
    }
  })
  house.sessions.forgetActors()
  return null
}
