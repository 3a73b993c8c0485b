import { fail, invalid, matches } from '#kernel'
import type { FieldProblem } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Backend } from '../backend.ts'
import type { Call } from '../http/call.ts'
import { SYSTEM } from '../model/actor.ts'
import { attemptKeys, forgetFailures, refuseLocked, takeTry, wantsCaptcha } from '../auth/attempt.ts'
import type { Proof } from '../auth/attempt.ts'
import { oneByOne } from '../auth/one-by-one.ts'
import { queuedForPassword } from '../auth/password.ts'
import type { Audience } from '../auth/token.ts'

type Fields = { username: string; password: string; keep: boolean; captcha: string; captchaId: string }
/** `isLive`: neither disabled nor deleted. A name that is an account's but not a live one is no secret, and no way in. */
export type Candidate = { id: number; username: string; password: string; isLive: boolean }
export type Find<A> = (name: string) => Promise<A | undefined>

const MAX_NAME = 100

const fieldsOf = (body: unknown): Fields => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const problems: FieldProblem[] = []
  if (text('username').trim() === '') problems.push({ field: 'username', key: 'required' })
  if (!matches('password', text('password')))
    problems.push({ field: 'password', key: text('password') === '' ? 'required' : 'pattern.password' })
  if (problems.length) throw invalid(problems)
  return {
    username: text('username').trim().slice(0, MAX_NAME),
    password: text('password'),
    keep: given['keep'] === true || given['keep'] === 1 || given['keep'] === '1',
    captcha: text('captcha'),
    captchaId: text('captchaId') || text('captcha_id'),
  }
}

/** By account, so that a member's three names share one counter. What is no account's name may be a password: it is kept as a mark only. */
const whoIs = ({ services }: Backend, name: string, account: Candidate | undefined): string =>
  account ? `#${account.id}` : services.vault.mark(name.toLowerCase())

/** Whether the page should ask for a captcha right away. */
export const asksCaptcha = async ({ backend, info, query }: Call, audience: Audience, find: Find<Candidate>): Promise<boolean> => {
  const { database, config } = backend
  const given = query['username']
  const name = typeof given === 'string' ? given.trim().slice(0, MAX_NAME) : ''
  if (config.LOGIN_CAPTCHA !== 'afterFailure') return config.LOGIN_CAPTCHA === 'always'
  const who = whoIs(backend, name, await find(name))
  return wantsCaptcha(database, attemptKeys(audience, who, info.ip), config.LOGIN_CAPTCHA)
}

const proofOf = async ({ captcha, database }: Backend, fields: Fields): Promise<Proof> => {
  if (!fields.captcha) return 'none'
  return (await captcha.check(database, fields.captchaId, fields.captcha)) ? 'right' : 'wrong'
}

/**
 * The same answer and the same time for an unknown account and a wrong password. A captcha is asked for after the first failure; the
 * sixth try of one account from one address is refused even with the right password.
 */
export const checkLogin = async <A extends Candidate>(call: Call, audience: Audience, find: Find<A>): Promise<Fields & { account: A }> => {
  const { backend, info } = call
  const { database, config } = backend
  const fields = fieldsOf(call.body)
  return queuedForPassword(async (verify) => {
    const proof = await proofOf(backend, fields)
    const account = await find(fields.username)
    const who = whoIs(backend, fields.username, account)
    const keys = attemptKeys(audience, who, info.ip)
    // A try counts as failed until it is judged: a person's second window must not be asked for a captcha because of the first.
    return oneByOne(keys.account, async () => {
      const { wait } = await takeTry(database, keys, config.LOGIN_CAPTCHA, proof)
      if ((await verify(account?.isLive ? account.password : undefined, fields.password)) && account) {
        await forgetFailures(database, keys)
        return { ...fields, account }
      }
      const label = account?.username ?? `unknown ${who}`
      await record(
        { db: database, actor: SYSTEM, request: info },
        { action: 'loginFailed', resource: audience, recordId: account?.id ?? '', label, changes: {} },
      )
      refuseLocked(wait)
      throw fail('auth.badLogin', {}, { captcha: config.LOGIN_CAPTCHA !== 'never' })
    })
  })
}
