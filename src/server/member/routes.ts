import { fail, matches } from '#kernel'
import { record } from '../audit/entry.ts'
import { attemptKeys, failuresOf } from '../auth/attempt.ts'
import { checkLogin } from '../auth/login.ts'
import { endFamily, issue } from '../auth/token.ts'
import { tokenLife } from '../http/house.ts'
import type { Declare } from '../http/route.ts'
import { tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { readSite } from '../site.ts'

type Member = {
  id: number
  username: string
  nickname: string
  email: string | null
  mobile: string | null
  avatar: string | null
  gender: string
  birthday: string | null
  money: number
  score: number
  lastLoginAt: string | null
  lastLoginIp: string | null
  createdAt: string
  motto: string | null
  password: string
}
const COLUMNS = `id, username, nickname, email, mobile, avatar, gender, birthday, money, score, last_login_at AS "lastLoginAt", last_login_ip AS "lastLoginIp", created_at AS "createdAt", motto, password`
/** Account, mail address or mobile number: whatever the member remembers. */
const BY_NAME = `SELECT ${COLUMNS} FROM user_user WHERE (lower(username) = lower($1) OR email = $1 OR mobile = $1) AND status AND deleted_at IS NULL ORDER BY (lower(username) = lower($1)) DESC LIMIT 1`

const info = (m: Member) => ({
  id: m.id,
  username: m.username,
  nickname: m.nickname,
  email: m.email ?? '',
  mobile: m.mobile ?? '',
  avatar: m.avatar ?? '',
  gender: Number(m.gender),
  birthday: m.birthday ?? '',
  money: m.money.toFixed(2),
  score: m.score,
  lastlogintime: m.lastLoginAt ?? '',
  lastloginip: m.lastLoginIp ?? '',
  jointime: m.createdAt,
  motto: m.motto ?? '',
})

const login = async (visit: Visit) => {
  const { house, facts } = visit
  const { account, username, keep } = await checkLogin<Member>(visit, 'user', (name) =>
    house.database.query<Member>(BY_NAME, [name]).then((rows) => rows[0]),
  )
  const pair = await issue(house.database, tokenLife(house), 'user', account.id, keep, facts)
  const answer = await house.sessions.resolve('user', pair.token)
  if (typeof answer === 'string') throw fail('auth.badLogin')
  await house.database.transaction(async (tx) => {
    await tx.query('UPDATE user_user SET last_login_at = now(), last_login_ip = $2 WHERE id = $1', [account.id, facts.ip])
    await record(
      { db: tx, actor: answer.actor, request: facts },
      { action: 'login', resource: 'user.user', recordId: account.id, label: username, changes: {} },
    )
  })
  return { userInfo: { ...info(account), ...pair }, routePath: '/user' }
}

const refuseClosed = async (visit: Visit) => {
  if (!(await readSite(visit.house.database)).openMemberCenter) throw fail('auth.forbidden')
}

export const memberRoutes = ({ open, guarded }: Declare): void => {
  open('GET', '/api/user/checkIn', async (visit) => {
    await refuseClosed(visit)
    const answer = await visit.house.sessions.resolve('user', tokenOf(visit, 'user'))
    if (typeof answer !== 'string') throw fail('auth.signedIn', {}, { routePath: '/user', type: 'logged in' })
    const account = String(visit.query['username'] ?? '')
    const mode = visit.house.config.LOGIN_CAPTCHA
    const failed =
      mode === 'afterFailure' && matches('account', account)
        ? await failuresOf(visit.house.database, attemptKeys('user', account, visit.facts.ip))
        : 0
    return { accountVerificationType: [], captcha: mode === 'always' || failed > 0 }
  })
  open('POST', '/api/user/checkIn', async (visit) => {
    await refuseClosed(visit)
    const tab = (visit.body as { tab?: unknown } | null)?.tab ?? 'login'
    if (tab !== 'login') throw fail('input.badValue', { field: 'tab', value: String(tab).slice(0, 30) })
    return login(visit)
  })
  open('POST', '/api/user/logout', async (visit) => {
    await endFamily(visit.house.database, tokenOf(visit, 'user'))
    await endFamily(visit.house.database, String((visit.body as { refresh_token?: unknown } | null)?.refresh_token ?? ''))
    visit.house.sessions.forgetActors()
    return null
  })
  guarded('GET', '/api/user/index', { audience: 'user' }, async (visit, actor) => {
    const [member] = await visit.house.database.query<Member>(`SELECT ${COLUMNS} FROM user_user WHERE id = $1`, [actor.id])
    return { userInfo: { ...info(member!), token: tokenOf(visit, 'user'), refreshToken: '' }, menus: [] }
  })
}
