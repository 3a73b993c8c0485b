import { invalid } from '#kernel'
import type { FieldProblem } from '#kernel'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { openChannels } from '../message/setting.ts'
import { bodyOf } from './address.ts'
import { ownInfo } from './info.ts'

const EDITABLE = new Set(['avatar', 'nickname', 'gender', 'birthday', 'motto'])
// A foreign picture would tell its host whenever an admin looks at the member.
const isOurs = (avatar: unknown) => avatar === null || avatar === '' || (typeof avatar === 'string' && /^\/(?:[^/\\\s]\S*)?$/.test(avatar))

export const readProfile = async ({ backend }: Call, actor: Actor) => ({
  accountVerificationType: await openChannels(backend.database),
  userInfo: await ownInfo(backend.database, actor.id),
})

/** Only what a member may say about themselves; the account name comes back as it was or not at all. */
export const saveProfile = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const draft: Record<string, unknown> = { id: actor.id }
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(bodyOf(call).given)) {
    if (name === 'username' || EDITABLE.has(name))
      draft[name] = name === 'gender' ? String(value) : name === 'birthday' ? value || null : value
    else if (name !== 'id' || value !== actor.id) problems.push({ field: name, key: 'unknown' })
  }
  if ('avatar' in draft && !isOurs(draft['avatar'])) problems.push({ field: 'avatar', key: 'type' })
  if (problems.length) throw invalid(problems)
  await ctx.engine.edit(ctx, 'user.user', draft)
  return { userInfo: await ownInfo(call.backend.database, actor.id) }
}
