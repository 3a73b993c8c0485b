import { can, fail, ruleFor } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Db } from '../db/database.ts'
import type { Declare } from '../http/route.ts'
import { tokenLife } from '../backend.ts'
import { contextOf, tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { shortestPassword } from '../auth/password-policy.ts'
import { publicSite, readSite } from '../site.ts'
import { definitionFor } from '../resource/definition.ts'
import { asksCaptcha, checkLogin } from './login.ts'
import type { Find } from './login.ts'
import { menusOf } from '../auth/menu.ts'
import { issueTicket } from '../auth/one-time.ts'
import { challengeOf, passSecondStep, refuseOneStep } from './second-step.ts'
import { signInBefore } from './sign-in-before.ts'
import { signOut } from './sign-out.ts'
import { issue } from '../auth/token.ts'
import { noteStrength } from '../auth/weak-password.ts'

type Account = {
  id: number
  username: string
  nickname: string
  avatar: string | null
  lastLoginAt: string | null
  password: string
  isLive: boolean
}
const BY_NAME = `SELECT id, username, nickname, avatar, last_login_at AS "lastLoginAt", password, status AND deleted_at IS NULL AS "isLive" FROM auth_admin WHERE lower(username) = lower($1)`
const BY_ID = `SELECT id, username, nickname, avatar, last_login_at AS "lastLoginAt", '' AS password, true AS "isLive" FROM auth_admin WHERE id = $1`

const accountInfo = (account: Account, actor: Actor) => ({
  id: account.id,
  username: account.username,
  nickname: account.nickname,
  avatar: account.avatar ?? '',
  lastlogintime: account.lastLoginAt ?? '',
  b_rules: actor.rules,
  super: actor.super,
})

const byName =
  ({ backend }: Call): Find<Account> =>
  async (name) =>
    (await backend.database.query<Account>(BY_NAME, [name]))[0]

const enter = async (call: Call, id: number, keep: boolean) => {
  const { backend, info, language } = call
  const [account] = await backend.database.query<Account>(BY_ID, [id])
  const pair = await issue(backend.database, tokenLife(backend), 'admin', id, keep, info)
  const answer = await backend.sessions.resolve('admin', pair.token)
  if (!account || typeof answer === 'string') throw fail('auth.badLogin')
  await backend.database.transaction(async (tx) => {
    await tx.query('UPDATE auth_admin SET last_login_at = now(), last_login_ip = $2, language = $3 WHERE id = $1', [id, info.ip, language])
    await record(
      { db: tx, actor: answer.actor, request: info },
      { action: 'login', resource: 'auth.admin', recordId: id, label: account.username, changes: {} },
    )
  })
  return { userInfo: { ...accountInfo(account, answer.actor), ...pair }, routePath: '/admin' }
}

const login = async (call: Call) => {
  const challenge = challengeOf(call)
  if (challenge !== undefined) {
    const { id, keep } = await passSecondStep(call, 'admin', challenge)
    return enter(call, id, keep)
  }
  const { keep, account, password } = await checkLogin(call, 'admin', byName(call))
  await noteStrength(call.backend.database, account.id, account.username, password)
  await refuseOneStep(call, 'admin', account, keep)
  return enter(call, account.id, keep)
}

/** Whom somebody may ask for a right: those who hold all of them. */
const askable = async (db: Db): Promise<string[]> =>
  (
    await db.query<{ nickname: string }>(
      `SELECT nickname FROM auth_admin WHERE status AND deleted_at IS NULL
       AND groups && (SELECT coalesce(array_agg(id), '{}') FROM auth_group WHERE everything AND status) ORDER BY id LIMIT 3`,
    )
  ).map(({ nickname }) => nickname)

const init = async (call: Call, actor: Actor) => {
  const { database } = call.backend
  const site = await readSite(database)
  const [account] = await database.query<Account>(BY_ID, [actor.id])
  const departments = await database.query<{ id: number; name: string }>(
    'SELECT id, name FROM department WHERE status AND deleted_at IS NULL AND ($1 OR id = ANY($2::bigint[])) ORDER BY weigh DESC, id DESC LIMIT 500',
    [actor.scope.all, [...actor.scope.departments, ...(actor.departmentId ? [actor.departmentId] : [])]],
  )
  return {
    adminInfo: { ...accountInfo(account!, actor), lastlogintime: (await signInBefore(database, 'admin', actor.id))?.at ?? '' },
    menus: await menusOf(database, actor, call.language),
    siteConfig: publicSite(site),
    passwordMin: await shortestPassword(database, 'admin'),
    terminal: { ...site.terminal, listening: String(call.backend.config.PORT) },
    departments,
    askable: await askable(database),
    masked: call.backend.engine.masks.masked(),
  }
}

export const adminRoutes = ({ vital, guarded }: Declare): void => {
  vital('GET', '/admin/index/login', async (call) => {
    const answer = await call.backend.sessions.resolve('admin', tokenOf(call, 'admin'))
    if (typeof answer !== 'string') throw fail('auth.signedIn', {}, { routePath: '/admin', type: 'logged in' })
    return { captcha: await asksCaptcha(call, 'admin', byName(call)) }
  })
  vital('POST', '/admin/index/login', login)
  vital('POST', '/admin/index/logout', signOut('admin'))
  guarded('GET', '/admin/index/index', { audience: 'admin' }, init)
  guarded('POST', '/admin/index/ticket', { audience: 'admin' }, async (call, actor) => ({
    ticket: await issueTicket(call.backend.database, 'admin', actor.id, tokenOf(call, 'admin')),
  }))
  guarded('GET', '/admin/index/resource', { audience: 'admin' }, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const model = await ctx.engine.registry.open(ctx, String(call.query['name'] ?? ''))
    // The shape of a resource is as private as its list.
    if (!model || !can(actor.rules, ruleFor(model.resource, 'index')))
      throw fail('request.unknown', { url: String(call.query['name'] ?? '').slice(0, 100) })
    return { ...definitionFor(ctx, model), ...(model.revision ? { revision: model.revision } : {}) }
  })
}
