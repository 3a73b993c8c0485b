import { fail } from '#kernel'
import type { Call } from '../http/call.ts'
import { ACCOUNT } from '../auth/account.ts'
import { attemptKeys, forgetFailures, refuseLocked, takeTry } from '../auth/attempt.ts'
import { queuedForPassword } from '../auth/password.ts'
import type { Audience } from '../auth/token.ts'

/** Whoever found an open browser must not guess the password at leisure. */
export const refuseWrongPassword = ({ backend, info }: Call, audience: Audience, id: number, given: string, field: string): Promise<void> =>
  queuedForPassword(async (verify) => {
    const { database } = backend
    const keys = attemptKeys('password', `${audience}#${id}`, info.ip)
    const { wait } = await takeTry(database, keys, 'never', 'none')
    const [account] = await database.query<{ password: string }>(`SELECT password FROM ${ACCOUNT[audience].table} WHERE id = $1`, [id])
    if (await verify(account?.password, given)) return forgetFailures(database, keys)
    refuseLocked(wait)
    throw fail('auth.badPassword', {}, { field })
  })
