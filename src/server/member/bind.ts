import { randomBytes } from 'node:crypto'
import { fail, invalid } from '#kernel'
import { consume, remember } from '../auth/one-time.ts'
import { refuseWrongPassword } from '../sign-in/own-password.ts'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { redeemCode } from '../message/code.ts'
import { addressKindOf, addressProblem, bodyOf } from './address.ts'
import type { AddressKind } from './address.ts'
import { memberById, ownInfo } from './info.ts'

const TOKEN_SECONDS = 600
const PURPOSE = 'accountVerification'
const keyOf = (memberId: number, kind: AddressKind) => `${memberId}:${kind}`

/** Proves the present address: a code against a token that allows one change. */
export const verify = async (call: Call, actor: Actor) => {
  const { database } = call.backend
  const { text } = bodyOf(call)
  const kind = addressKindOf('type', text('type'))
  const address = (await memberById(database, actor.id))[kind] ?? ''
  if (!address || !(await redeemCode(database, `user_${kind}_verify`, address, text('captcha'))))
    throw fail('code.wrong', {}, { field: 'captcha' })
  const token = randomBytes(32).toString('base64url')
  await remember(database, PURPOSE, keyOf(actor.id, kind), token, TOKEN_SECONDS)
  return { type: kind, accountVerificationToken: token }
}

/** A new address needs the code sent to it, and the old one's token; a first address needs the password instead. */
export const changeBind = async (call: Call, actor: Actor) => {
  const { text } = bodyOf(call)
  const kind = addressKindOf('type', text('type'))
  const address = text(kind)
  const problems = addressProblem(kind, address)
  if (text('captcha') === '') problems.push({ field: 'captcha', key: 'required' })
  if (problems.length) throw invalid(problems)
  const isBound = Boolean((await memberById(call.backend.database, actor.id))[kind])
  if (!isBound) await refuseWrongPassword(call, 'user', actor.id, text('password'), 'password')
  const ctx = await contextOf(call, actor)
  const isRight = await ctx.engine.write(ctx, async (tx) => {
    if (!(await redeemCode(tx.db, `user_change_${kind}`, address, text('captcha')))) return false
    // Thrown, so that the code lives on for the member who comes back with the token.
    if (isBound && !(await consume(tx.db, PURPOSE, keyOf(actor.id, kind), text('accountVerificationToken'))))
      throw fail('member.verifyFirst', {}, { verify: true })
    await tx.engine.edit(tx, 'user.user', { id: actor.id, [kind]: address })
    return true
  })
  if (!isRight) throw fail('code.wrong', {}, { field: 'captcha' })
  return { userInfo: await ownInfo(call.backend.database, actor.id) }
}
