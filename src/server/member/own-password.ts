import { fail, invalid } from '#kernel'
import { attemptKeys, forgetFailures } from '../auth/attempt.ts'
import { refuseWrongPassword } from '../auth/own-password.ts'
import { refuseBadPassword } from '../auth/password-policy.ts'
import { contextOf, systemContext, tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../context.ts'
import { redeemCode } from '../message/code.ts'
import { addressKindOf, addressProblem, bodyOf, ownerOf } from './address.ts'
import { refuseClosed } from './enter.ts'
import { memberById } from './info.ts'
import { endOtherSessions } from './own-session.ts'

/** The session that asks stays, every other one ends. */
export const changePassword = async (visit: Visit, actor: Actor) => {
  const { text } = bodyOf(visit)
  const { username } = await memberById(visit.house.database, actor.id)
  await refuseBadPassword(visit.house.database, 'user', text('newPassword'), username, 'newPassword')
  await refuseWrongPassword(visit, 'user', actor.id, text('oldPassword'), 'oldPassword')
  const ctx = await contextOf(visit, actor)
  const services = { ...ctx.services, passwordChanged: () => endOtherSessions(visit.house, actor.id, tokenOf(visit, 'user')) }
  await ctx.engine.edit({ ...ctx, services }, 'user.user', { id: actor.id, password: text('newPassword') })
  return null
}

/** By the code sent to the address. Ends every session: whoever took the account over is out. */
export const retrievePassword = async (visit: Visit) => {
  await refuseClosed(visit)
  const { house, facts, language } = visit
  const { text } = bodyOf(visit)
  const kind = addressKindOf('type', text('type') || 'email')
  const address = text('account')
  const problems = addressProblem(kind, address).map((p) => ({ ...p, field: 'account' }))
  if (text('captcha') === '') problems.push({ field: 'captcha', key: 'required' })
  if (problems.length) throw invalid(problems)
  await refuseBadPassword(house.database, 'user', text('password'), '')
  const ctx = { ...systemContext(house, language), request: facts }
  const id = await house.engine.write(ctx, async (tx) => {
    if (!(await redeemCode(tx.db, 'user_retrieve_pwd', address, text('captcha')))) return undefined
    const owner = await ownerOf(tx.db, kind, address)
    if (!owner?.status) return undefined
    await tx.engine.edit(tx, 'user.user', { id: owner.id, password: text('password') })
    return owner.id
  })
  if (id === undefined) throw fail('code.wrong', {}, { field: 'captcha' })
  // Whoever locked themselves out by guessing has proved who they are.
  await forgetFailures(house.database, attemptKeys('user', `#${id}`, facts.ip))
  return null
}
