import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { ACCOUNT } from '../auth/account.ts'
import { forgetFactor } from '../auth/second-factor.ts'
import type { Audience } from '../auth/token.ts'
import type { Ctx } from '../model/context.ts'

/** Takes somebody's second step away, and ends their sessions: whoever has the phone is out. */
export const resetFactor = async (ctx: Ctx, audience: Audience, { id, nickname }: { id: number; nickname: string }) => {
  if (!(await forgetFactor(ctx.db, { audience, id }))) throw fail('factor.off')
  const { resource } = ACCOUNT[audience]
  await record(ctx, { action: 'resetFactor', resource, recordId: id, label: nickname, changes: {} })
  ctx.afterCommit(() => ctx.services.endSessions(audience === 'admin' ? 'admin' : 'member', id))
  return { count: 1 }
}
