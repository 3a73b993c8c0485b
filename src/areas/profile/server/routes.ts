import { invalid } from '#kernel'
import type { FieldProblem } from '#kernel'
import { contextOf, refuseBadPassword } from '#server'
import type { Actor, Call, Declare } from '#server'
import { tokenOf } from '#server/http/call.ts'
import { refuseWrongPassword } from '#server/sign-in/own-password.ts'
import { ownSecondFactor } from '#server/sign-in/own-second-factor.ts'
import { ownSessions } from '#server/sign-in/own-session.ts'
import { signInBefore } from '#server/sign-in/sign-in-before.ts'
import { ownActivity } from './activity.ts'

const ACCOUNT = 'auth.admin'
const SHOWN = `SELECT a.id, a.username, a.nickname, a.avatar, a.email, a.mobile, a.motto, a.version, a.created_at AS "createdAt", d.name AS department, j.name AS job,
  coalesce((SELECT array_agg(g.name ORDER BY g.id) FROM auth_group g WHERE g.id = ANY(a.groups)), '{}') AS groups
FROM auth_admin a LEFT JOIN department d ON d.id = a.department LEFT JOIN job j ON j.id = a.job WHERE a.id = $1`
const EDITABLE = new Set(['avatar', 'nickname', 'email', 'mobile', 'motto', 'version'])
// A foreign picture would tell its host whenever a colleague looks at the list.
const isOurs = (avatar: unknown) => avatar === null || avatar === '' || (typeof avatar === 'string' && /^\/(?:[^/\\\s]\S*)?$/.test(avatar))
const sessions = ownSessions('admin')
const factor = ownSecondFactor('admin')

const given = ({ body }: Call) => (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
const read = async ({ backend }: Call, actor: Actor) => {
  const [row] = await backend.database.query(SHOWN, [actor.id])
  const before = await signInBefore(backend.database, 'admin', actor.id)
  return { row: { ...row, lastLoginAt: before?.at ?? null, lastLoginIp: before?.ip ?? null } }
}

/** Only what a person says about themselves: rights, department and state are others' to change. */
const save = async (call: Call, actor: Actor) => {
  const draft = given(call)
  const problems: FieldProblem[] = Object.keys(draft)
    .filter((name) => !EDITABLE.has(name))
    .map((field) => ({ field, key: 'unknown' }))
  if ('avatar' in draft && !isOurs(draft['avatar'])) problems.push({ field: 'avatar', key: 'type' })
  if (problems.length) throw invalid(problems)
  const ctx = await contextOf(call, actor)
  await ctx.engine.edit(ctx, ACCOUNT, { ...draft, id: actor.id })
  call.backend.sessions.forgetActors()
  return read(call, actor)
}

/** The session that asks stays, every other one ends. */
const changePassword = async (call: Call, actor: Actor) => {
  const { oldPassword = '', newPassword = '' } = given(call)
  const next = String(newPassword)
  const [account] = await call.backend.database.query<{ username: string }>('SELECT username FROM auth_admin WHERE id = $1', [actor.id])
  await refuseBadPassword(call.backend.database, 'admin', next, account!.username, 'newPassword')
  await refuseWrongPassword(call, 'admin', actor.id, String(oldPassword), 'oldPassword')
  const ctx = await contextOf(call, actor)
  const services = {
    ...ctx.services,
    passwordChanged: async () => {
      await sessions.endOthers(call.backend, actor.id, tokenOf(call, 'admin'))
      await call.backend.sessions.noteNewPassword('admin', actor.id)
    },
  }
  await ctx.engine.edit({ ...ctx, services }, ACCOUNT, { id: actor.id, password: next })
  return null
}

/** No rule is asked for: every call here reads and writes the caller's own account and nothing else. */
export const profileRoutes = ({ guarded }: Declare): void => {
  const own = { audience: 'admin' } as const
  guarded('GET', '/admin/profile/index', own, read)
  guarded('POST', '/admin/profile/edit', own, save)
  guarded('POST', '/admin/profile/changePassword', own, changePassword)
  guarded('GET', '/admin/profile/activity', own, ownActivity)
  guarded('GET', '/admin/profile/sessions', own, sessions.list)
  guarded('POST', '/admin/profile/endSession', own, sessions.end)
  guarded('GET', '/admin/profile/secondFactor', own, factor.read)
  guarded('POST', '/admin/profile/beginSecondFactor', own, factor.begin)
  guarded('POST', '/admin/profile/confirmSecondFactor', own, factor.confirm)
  guarded('POST', '/admin/profile/renewRecovery', own, factor.renew)
  guarded('POST', '/admin/profile/endSecondFactor', own, factor.end)
}
