import { fail, invalid, matches } from '#kernel'
import type { FieldProblem } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Visit } from '../http/visit.ts'
import { SYSTEM } from './actor.ts'
import { attemptKeys, countFailure, failuresOf, forgetFailures, refuseLockedOut } from './attempt.ts'
import { verifyPassword } from './password.ts'
import type { Audience } from './token.ts'

type Fields = { username: string; password: string; keep: boolean; captcha: string; captchaId: string }

const fieldsOf = (body: unknown): Fields => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const problems: FieldProblem[] = []
  if (text('username').trim() === '') problems.push({ field: 'username', key: 'required' })
  if (!matches('password', text('password')))
    problems.push({ field: 'password', key: text('password') === '' ? 'required' : 'pattern.password' })
  if (problems.length) throw invalid(problems)
  return {
    username: text('username').trim().slice(0, 100),
    password: text('password'),
    keep: given['keep'] === true || given['keep'] === 1 || given['keep'] === '1',
    captcha: text('captcha'),
    captchaId: text('captchaId') || text('captcha_id'),
  }
}

/**
 * The same answer and the same time for an unknown account and a wrong password. Failures count per account and per address; a
 * captcha is asked for after the first, and the sixth try is refused even with the right password.
 */
export const checkLogin = async <A extends { id: number; password: string }>(
  visit: Visit,
  audience: Audience,
  find: (name: string) => Promise<A | undefined>,
): Promise<Fields & { account: A }> => {
  const { house, facts } = visit
  const { database, config, captcha } = house
  const fields = fieldsOf(visit.body)
  const keys = attemptKeys(audience, fields.username, facts.ip)
  await refuseLockedOut(database, keys)
  const wantsCaptcha =
    config.LOGIN_CAPTCHA === 'always' || (config.LOGIN_CAPTCHA === 'afterFailure' && (await failuresOf(database, keys)) > 0)
  if (wantsCaptcha && !(await captcha.check(database, fields.captchaId, fields.captcha)))
    throw fail(fields.captcha ? 'auth.badCaptcha' : 'auth.needCaptcha', {}, { captcha: true, field: 'captcha' })
  const account = await find(fields.username)
  if (!(await verifyPassword(account?.password, fields.password)) || !account) {
    await countFailure(database, keys)
    await record(
      { db: database, actor: SYSTEM, request: facts },
      { action: 'loginFailed', resource: audience, recordId: account?.id ?? '', label: fields.username, changes: {} },
    )
    await refuseLockedOut(database, keys)
    throw fail('auth.badLogin', {}, { captcha: config.LOGIN_CAPTCHA !== 'never' })
  }
  await forgetFailures(database, keys)
  return { ...fields, account }
}
