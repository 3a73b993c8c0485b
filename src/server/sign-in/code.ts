import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { ACCOUNT, ownerAs } from '../auth/account.ts'
import { attemptKeys, forgetFailures, refuseLocked, takeTry } from '../auth/attempt.ts'
import { takeCode } from '../auth/second-factor.ts'
import type { Owner } from '../auth/second-factor.ts'
import type { Call } from '../http/call.ts'
import { SYSTEM } from '../model/actor.ts'

/** Six digits are soon guessed: tries are counted like those of a password, and those of the password reset nothing here. */
export const judgeCode = async ({ backend, info }: Call, owner: Owner, judge: () => Promise<boolean>): Promise<void> => {
  const { database } = backend
  const keys = attemptKeys('code', `${owner.audience}#${owner.id}`, info.ip)
  const { wait } = await takeTry(database, keys, 'never', 'none')
  if (await judge()) return forgetFailures(database, keys)
  const { name } = await ownerAs(database, owner.audience, owner.id)
  await record(
    { db: database, actor: SYSTEM, request: info },
    { action: 'codeFailed', resource: owner.audience, recordId: owner.id, label: name, changes: {} },
  )
  refuseLocked(wait)
  throw fail('factor.bad', {}, { field: 'code' })
}

/** The code of the app, or one of those for a lost phone, which is told in the trail. */
export const refuseWrongCode = async (call: Call, owner: Owner, code: string): Promise<void> => {
  const { database, services } = call.backend
  await judgeCode(call, owner, async () => {
    const kind = await takeCode(database, services.vault, owner, code)
    if (kind === 'recovery') {
      const actor = await ownerAs(database, owner.audience, owner.id)
      await record(
        { db: database, actor, request: call.info },
        { action: 'recoveryUsed', resource: ACCOUNT[owner.audience].resource, recordId: owner.id, label: actor.name, changes: {} },
      )
    }
    return kind !== undefined
  })
}
