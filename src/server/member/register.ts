import { fail, invalid, readDraft } from '#kernel'
import { systemContext } from '../model/system-context.ts'
import type { Call } from '../http/call.ts'
import { redeemCode } from '../message/code.ts'
import { addressKindOf, addressProblem, bodyOf } from './address.ts'
import { enter } from './enter.ts'

/** The group that newcomers join: the oldest enabled one. */
const newcomersGroup = async ({ backend }: Call): Promise<number> => {
  const [group] = await backend.database.query<{ id: number }>('SELECT id FROM user_group WHERE status ORDER BY id LIMIT 1')
  if (!group) throw fail('member.noGroup')
  return group.id
}

/**
 * A new account for whoever proves to own the address. Whether the address is free is said only to its owner; the code survives a
 * refusal for another reason, such as a name that is taken.
 */
export const register = async (call: Call) => {
  const { backend, info, language } = call
  const { text } = bodyOf(call)
  const kind = addressKindOf('registerType', text('registerType') || 'email')
  const address = text(kind)
  const username = text('username')
  const draft = { username, nickname: username, password: text('password'), [kind]: address, group: await newcomersGroup(call) }
  const { problems } = readDraft(backend.engine.registry.need('user.user').resource, draft, 'add')
  const all = [...problems.filter((p) => p.field !== kind && p.field !== 'nickname'), ...addressProblem(kind, address)]
  if (text('captcha') === '') all.push({ field: 'captcha', key: 'required' })
  if (all.length) throw invalid(all)
  const ctx = { ...systemContext(backend, language), request: info }
  const id = await backend.engine.write(ctx, async (tx) => {
    // A wrong try must stay counted: leaving without a throw commits it.
    if (!(await redeemCode(tx.db, 'user_register', address, text('captcha')))) return undefined
    return (await tx.engine.add(tx, 'user.user', draft, { joinIp: info.ip })).id
  })
  if (id === undefined) throw fail('code.wrong', {}, { field: 'captcha' })
  return enter(call, id, false)
}
