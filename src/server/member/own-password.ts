import { fail, invalid } from '#kernel'
import { attemptKeys, forgetFailures } from '../auth/attempt.ts'
import { refuseWrongPassword } from '../sign-in/own-password.ts'
import { refuseBadPassword } from '../auth/password-policy.ts'
import { contextOf, tokenOf } from '../http/call.ts'
import { systemContext } from '../model/system-context.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { redeemCode } from '../message/code.ts'
import { addressKindOf, addressProblem, bodyOf, ownerOf } from './address.ts'
import { refuseClosed } from './enter.ts'
import { memberById } from './info.ts'
import { endOtherSessions } from './own-session.ts'

/** The session that asks stays, every other one ends. */
export const changePassword = async (call: Call, actor: Actor) => {
  const { text } = bodyOf(call)
  const { username } = await memberById(call.backend.database, actor.id)
  await refuseBadPassword(call.backend.database, 'user', text('newPassword'), username, 'newPassword')
  await refuseWrongPassword(call, 'user', actor.id, text('oldPassword'), 'oldPassword')
  const ctx = await contextOf(call, actor)
  const services = { ...ctx.services, passwordChanged: () => endOtherSessions(call.backend, actor.id, tokenOf(call, 'user')) }
  await ctx.engine.edit({ ...ctx, services }, 'user.user', { id: actor.id, password: text('newPassword') })
  return null
}

/** By the code sent to the address. Ends every session: whoever took the account over is out. */
export const retrievePassword = async (call: Call) => {
  await refuseClosed(call)
  const { backend, info, language } = call
  const { text } = bodyOf(call)
  const kind = addressKindOf('type', text('type') || 'email')
  const address = text('account')
  const problems = addressProblem(kind, address).map((p) => ({ ...p, field: 'account' }))
  if (text('captcha') === '') problems.push({ field: 'captcha', key: 'required' })
  if (problems.length) throw invalid(problems)
  await refuseBadPassword(backend.database, 'user', text('password'), '')
  const ctx = { ...systemContext(backend, language), request: info }
  const id = await backend.engine.write(ctx, async (tx) => {
    if (!(await redeemCode(tx.db, 'user_retrieve_pwd', address, text('captcha')))) return undefined
    const owner = await ownerOf(tx.db, kind, address)
    if (!owner?.status) return undefined
    await tx.engine.edit(tx, 'user.user', { id: owner.id, password: text('password') })
    return owner.id
  })
  if (id === undefined) throw fail('code.wrong', {}, { field: 'captcha' })
  // Whoever locked themselves out by guessing has proved who they are.
  await forgetFailures(backend.database, attemptKeys('user', `#${id}`, info.ip))
  return null
}
