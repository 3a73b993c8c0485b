import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { ACCOUNT } from '../auth/account.ts'
import { factorOf, forgetFactor, isFactorRequired, renewRecovery } from '../auth/second-factor.ts'
import type { Audience } from '../auth/token.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { refuseWrongCode } from './code.ts'
import { refuseWrongPassword } from './own-password.ts'
import { confirmOwn, factorOffer } from './second-step.ts'

const textIn = ({ body }: Call, name: string): string => {
  const given: unknown = typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
  return typeof given === 'string' ? given.slice(0, 100) : ''
}

/** The second step of whoever asks. Setting it up asks for the password; what weakens it, for a code as well. */
export const ownSecondFactor = (audience: Audience) => {
  const { resource, table } = ACCOUNT[audience]
  const proved = async (call: Call, { id }: Actor): Promise<void> => {
    if (!(await factorOf(call.backend.database, { audience, id }))) throw fail('factor.off')
    await refuseWrongPassword(call, audience, id, textIn(call, 'password'), 'password')
    await refuseWrongCode(call, { audience, id }, textIn(call, 'code'))
  }
  const noted = async <T>(
    call: Call,
    actor: Actor,
    action: string,
    work: (db: Parameters<typeof forgetFactor>[0]) => Promise<T>,
  ): Promise<T> =>
    call.backend.database.transaction(async (tx) => {
      const done = await work(tx)
      await record({ db: tx, actor, request: call.info }, { action, resource, recordId: actor.id, label: actor.name, changes: {} })
      return done
    })
  return {
    read: async ({ backend }: Call, { id }: Actor) => ({
      factor: (await factorOf(backend.database, { audience, id })) ?? null,
      isRequired: await isFactorRequired(backend.database, audience),
    }),
    begin: async (call: Call, { id }: Actor) => {
      await refuseWrongPassword(call, audience, id, textIn(call, 'password'), 'password')
      const [account] = await call.backend.database.query<{ username: string }>(`SELECT username FROM ${table} WHERE id = $1`, [id])
      return factorOffer(call, { audience, id }, account?.username ?? '')
    },
    confirm: async (call: Call, { id }: Actor) => ({ recovery: await confirmOwn(call, { audience, id }, textIn(call, 'code')) }),
    renew: async (call: Call, actor: Actor) => {
      await proved(call, actor)
      return { recovery: await noted(call, actor, 'recoveryRenewed', (db) => renewRecovery(db, { audience, id: actor.id })) }
    },
    end: async (call: Call, actor: Actor) => {
      if (await isFactorRequired(call.backend.database, audience)) throw fail('factor.required')
      await proved(call, actor)
      await noted(call, actor, 'factorOff', (db) => forgetFactor(db, { audience, id: actor.id }))
      return null
    },
  }
}
