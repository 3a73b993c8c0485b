import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { issue } from '../auth/token.ts'
import { tokenLife } from '../http/house.ts'
import type { Visit } from '../http/visit.ts'
import { readSite } from '../site.ts'
import { infoOf, memberById } from './info.ts'

/** Opens a session for a member who has proved to be one. */
export const enter = async (visit: Visit, id: number, keep: boolean) => {
  const { house, facts } = visit
  const member = await memberById(house.database, id)
  const pair = await issue(house.database, tokenLife(house), 'user', id, keep, facts)
  const answer = await house.sessions.resolve('user', pair.token)
  if (typeof answer === 'string') throw fail('auth.badLogin')
  await house.database.transaction(async (tx) => {
    await tx.query('UPDATE user_user SET last_login_at = now(), last_login_ip = $2 WHERE id = $1', [id, facts.ip])
    await record(
      { db: tx, actor: answer.actor, request: facts },
      { action: 'login', resource: 'user.user', recordId: id, label: member.username, changes: {} },
    )
  })
  return { userInfo: { ...infoOf(member), ...pair }, routePath: '/user' }
}

export const refuseClosed = async ({ house }: Visit): Promise<void> => {
  if (!(await readSite(house.database)).openMemberCenter) throw fail('member.closed')
}
