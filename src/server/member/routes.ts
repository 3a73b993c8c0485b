import { fail } from '#kernel'
import { asksCaptcha, checkLogin } from '../auth/login.ts'
import { signOut } from '../auth/sign-out.ts'
import type { Declare } from '../http/route.ts'
import { tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { openChannels } from '../message/setting.ts'
import { bodyOf } from './address.ts'
import { enter, refuseClosed } from './enter.ts'
import { infoOf, memberById, memberByName } from './info.ts'
import { memberMenus } from './menu.ts'
import { register } from './register.ts'

const login = async (visit: Visit) => {
  const { account, keep } = await checkLogin(visit, 'user', (name) => memberByName(visit.house.database, name))
  return enter(visit, account.id, keep)
}

const needs = async (visit: Visit) => {
  const { house } = visit
  await refuseClosed(visit)
  const answer = await house.sessions.resolve('user', tokenOf(visit, 'user'))
  if (typeof answer !== 'string') throw fail('auth.signedIn', {}, { routePath: '/user', type: 'logged in' })
  const captcha = await asksCaptcha(visit, 'user', (name) => memberByName(house.database, name))
  return { accountVerificationType: await openChannels(house.database), captcha }
}

export const memberRoutes = ({ vital, guarded }: Declare): void => {
  vital('GET', '/api/user/checkIn', needs)
  vital('POST', '/api/user/checkIn', async (visit) => {
    await refuseClosed(visit)
    const tab = bodyOf(visit).given['tab'] ?? 'login'
    if (tab === 'login') return login(visit)
    if (tab === 'register') return register(visit)
    throw fail('input.badValue', { field: 'tab', value: String(tab).slice(0, 30) })
  })
  vital('POST', '/api/user/logout', signOut('user'))
  guarded('GET', '/api/user/index', { audience: 'user' }, async (visit, actor) => {
    const { database } = visit.house
    return {
      userInfo: { ...infoOf(await memberById(database, actor.id)), token: tokenOf(visit, 'user'), refreshToken: '' },
      menus: await memberMenus(database, actor, visit.language),
      rules: actor.rules,
    }
  })
}
