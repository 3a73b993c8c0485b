import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { issue } from '../auth/token.ts'
import { tokenLife } from '../backend.ts'
import type { Call } from '../http/call.ts'
import { readSite } from '../site.ts'
import { infoOf, memberById } from './info.ts'

/** Opens a session for a member who has proved to be one. */
export const enter = async (call: Call, id: number, keep: boolean) => {
  const { backend, info, language } = call
  const member = await memberById(backend.database, id)
  const pair = await issue(backend.database, tokenLife(backend), 'user', id, keep, info)
  const answer = await backend.sessions.resolve('user', pair.token)
  if (typeof answer === 'string') throw fail('auth.badLogin')
  await backend.database.transaction(async (tx) => {
    await tx.query('UPDATE user_user SET last_login_at = now(), last_login_ip = $2, language = $3 WHERE id = $1', [id, info.ip, language])
    await record(
      { db: tx, actor: answer.actor, request: info },
      { action: 'login', resource: 'user.user', recordId: id, label: member.username, changes: {} },
    )
  })
  return { userInfo: { ...infoOf(member), ...pair }, routePath: '/user' }
}

export const refuseClosed = async ({ backend }: Call): Promise<void> => {
  if (!(await readSite(backend.database)).openMemberCenter) throw fail('member.closed')
}
