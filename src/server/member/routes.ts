import { shortestPassword } from '../auth/password-policy.ts'
import { fail } from '#kernel'
import { asksCaptcha, checkLogin } from '../sign-in/login.ts'
import { challengeOf, passSecondStep, refuseOneStep } from '../sign-in/second-step.ts'
import { signOut } from '../sign-in/sign-out.ts'
import type { Declare } from '../http/route.ts'
import { tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import { localChannels, openChannels } from '../message/setting.ts'
import { bodyOf } from './address.ts'
import { enter, refuseClosed } from './enter.ts'
import { memberByName, ownInfo } from './info.ts'
import { memberMenus } from './menu.ts'
import { register } from './register.ts'

const login = async (call: Call) => {
  const challenge = challengeOf(call)
  if (challenge !== undefined) {
    const { id, keep } = await passSecondStep(call, 'user', challenge)
    return enter(call, id, keep)
  }
  const { account, keep } = await checkLogin(call, 'user', (name) => memberByName(call.backend.database, name))
  await refuseOneStep(call, 'user', account, keep)
  return enter(call, account.id, keep)
}

const needs = async (call: Call) => {
  const { backend } = call
  await refuseClosed(call)
  const answer = await backend.sessions.resolve('user', tokenOf(call, 'user'))
  if (typeof answer !== 'string') throw fail('auth.signedIn', {}, { routePath: '/user', type: 'logged in' })
  const captcha = await asksCaptcha(call, 'user', (name) => memberByName(backend.database, name))
  const { database } = backend
  return {
    accountVerificationType: await openChannels(database),
    localVerificationType: await localChannels(database),
    passwordMin: await shortestPassword(database, 'user'),
    captcha,
  }
}

export const memberRoutes = ({ vital, guarded }: Declare): void => {
  vital('GET', '/api/user/checkIn', needs)
  vital('POST', '/api/user/checkIn', async (call) => {
    await refuseClosed(call)
    const tab = bodyOf(call).given['tab'] ?? 'login'
    if (tab === 'login') return login(call)
    if (tab === 'register') return register(call)
    throw fail('input.badValue', { field: 'tab', value: String(tab).slice(0, 30) })
  })
  vital('POST', '/api/user/logout', signOut('user'))
  guarded('GET', '/api/user/index', { audience: 'user' }, async (call, actor) => {
    const { database } = call.backend
    return {
      userInfo: { ...(await ownInfo(database, actor.id)), token: tokenOf(call, 'user'), refreshToken: '' },
      menus: await memberMenus(database, actor, call.language),
      rules: actor.rules,
    }
  })
}
