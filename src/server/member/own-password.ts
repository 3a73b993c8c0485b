import { fail, invalid, matches } from '#kernel'
import { attemptKeys, countFailure, forgetFailures, refuseLockedOut } from '../auth/attempt.ts'
import { verifyPassword } from '../auth/password.ts'
import { contextOf, systemContext, tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../context.ts'
import { redeemCode } from '../message/code.ts'
import { addressKindOf, addressProblem, bodyOf, ownerOf } from './address.ts'
import { refuseClosed } from './enter.ts'
import { memberById, memberByName } from './info.ts'
import { endOtherSessions } from './own-session.ts'

/** Whoever found an open browser must not guess the password at leisure. */
export const refuseWrongPassword = async ({ house, facts }: Visit, memberId: number, given: string, field = 'password'): Promise<void> => {
  const keys = attemptKeys('password', String(memberId), facts.ip)
  await refuseLockedOut(house.database, keys)
  const { password } = await memberById(house.database, memberId)
  if (await verifyPassword(password, given)) return forgetFailures(house.database, keys)
  await countFailure(house.database, keys)
  throw fail('auth.badPassword', {}, { field })
}

const refuseBadNew = (field: string, password: string): void => {
  if (!matches('password', password)) throw invalid([{ field, key: password === '' ? 'required' : 'pattern.password' }])
}

/** The session that asks stays, every other one ends. */
export const changePassword = async (visit: Visit, actor: Actor) => {
  const { text } = bodyOf(visit)
  refuseBadNew('newPassword', text('newPassword'))
  await refuseWrongPassword(visit, actor.id, text('oldPassword'), 'oldPassword')
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
  refuseBadNew('password', text('password'))
  const ctx = { ...systemContext(house, language), request: facts }
  const done = await house.engine.write(ctx, async (tx) => {
    if (!(await redeemCode(tx.db, 'user_retrieve_pwd', address, text('captcha')))) return false
    const owner = await ownerOf(tx.db, kind, address)
    if (!owner?.status) return false
    await tx.engine.edit(tx, 'user.user', { id: owner.id, password: text('password') })
    return true
  })
  if (!done) throw fail('code.wrong', {}, { field: 'captcha' })
  // Whoever locked themselves out by guessing has proved who they are.
  const names = [address, (await memberByName(house.database, address))?.username ?? address]
  for (const name of names) await forgetFailures(house.database, attemptKeys('user', name, facts.ip))
  return null
}
