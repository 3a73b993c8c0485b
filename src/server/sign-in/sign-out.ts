import { record } from '../audit/entry.ts'
import { tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import { ACCOUNT, ownerAs } from '../auth/account.ts'
import { digest } from '../auth/token.ts'
import type { Audience } from '../auth/token.ts'

const END = `DELETE FROM token WHERE family IN (SELECT family FROM token WHERE hash = ANY($1)) AND type = ANY($2) RETURNING owner_id AS id, family`

/** Ends the sessions of whatever was presented, either half of a pair. Always succeeds: a client with a dead token must be able to forget it. */
export const signOut = (audience: Audience) => async (call: Call) => {
  const { backend, info, body } = call
  const given = (body as { refresh_token?: unknown } | null)?.refresh_token
  const tokens = [tokenOf(call, audience), typeof given === 'string' ? given : ''].filter((t) => t !== '')
  await backend.database.transaction(async (tx) => {
    const ended = await tx.query<{ id: number; family: string }>(END, [tokens.map(digest), [audience, `${audience}-refresh`]])
    for (const { id } of new Map(ended.map((e) => [e.family, e])).values()) {
      const actor = await ownerAs(tx, audience, id)
      await record(
        { db: tx, actor, request: info },
        { action: 'logout', resource: ACCOUNT[audience].resource, recordId: id, label: actor.name, changes: {} },
      )
    }
  })
  backend.sessions.forgetActors()
  return null
}
