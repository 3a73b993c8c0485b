import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepTokens } from '../src/server/auth/token.ts'
import { memberKit } from './member-kit.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let kit: ReturnType<typeof memberKit>
beforeAll(async () => {
  server = await startTestServer()
  kit = memberKit(server)
})
afterAll(() => server.close())

type Renewed = { type: string; token: string; refreshToken?: string }
const refresh = (refresh_token: string, more: object = {}) =>
  server.call<Renewed>('/api/common/refreshToken', { body: { refresh_token, ...more } })
const rotate = (refresh_token: string) => refresh(refresh_token, { rotate: 1 })
const opens = async (token: string) => {
  await server.ask('refresh')
  return (await server.call('/admin/index/index', { headers: { batoken: token } })).code
}
const endGrace = () => kit.sql(`UPDATE token SET spent_at = spent_at - interval '31 seconds' WHERE spent_at IS NOT NULL`)
const entries = (action: string) =>
  kit.sql('SELECT actor_kind AS kind, actor_id AS id, resource, record_id AS record FROM audit_entry WHERE action = $1 ORDER BY id', [
    action,
  ])

test('C-04 with the refresh token alone it answers type and token; the refresh token stays', async () => {
  const { refreshToken } = await server.login()
  for (let i = 0; i < 3; i++) {
    const { code, data } = await refresh(refreshToken)
    expect(code).toBe(1)
    expect(data).toEqual({ type: 'admin-refresh', token: expect.any(String) })
    expect(await opens(data.token)).toBe(1)
  }
  await endGrace()
  expect((await refresh(refreshToken)).code).toBe(1)
  const member = await kit.login('member')
  expect((await refresh(member.info.refreshToken)).data).toEqual({ type: 'user-refresh', token: expect.any(String) })
})

test('twenty at once with rotation get one and the same successor', async () => {
  const { refreshToken } = await server.login()
  const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(refreshToken)))
  expect(answers.map((a) => a.code)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(new Set(answers.map((a) => `${a.data.token} ${a.data.refreshToken}`)).size).toBe(1)
  const [{ data }] = answers as [(typeof answers)[0]]
  expect(data.refreshToken).not.toBe(refreshToken)
  expect(await opens(data.token)).toBe(1)
  const next = await rotate(data.refreshToken!)
  expect(next.data.refreshToken).not.toBe(data.refreshToken)
  // An answer lost further back still leads to the same place.
  expect((await rotate(refreshToken)).data).toEqual(data)
})

test('a spent token that comes after the grace ends the session, is an entry and a message to the person', async () => {
  await kit.sql(`UPDATE auth_admin SET email = 'auditor@example.org' WHERE username = 'auditor'`)
  const { token, refreshToken } = await server.login('auditor')
  const { data } = await rotate(refreshToken)
  const before = await entries('reuse')
  await endGrace()
  expect(await rotate(refreshToken)).toMatchObject({ code: 0, msg: '登录已失效，请重新登录' })
  for (const gone of [data.refreshToken!, refreshToken]) expect((await rotate(gone)).code).toBe(0)
  for (const gone of [token, data.token]) expect(await opens(gone)).toBe(302)
  const [row] = await kit.sql<{ id: number }>(`SELECT id FROM auth_admin WHERE username = 'auditor'`)
  expect((await entries('reuse')).slice(before.length)).toEqual([
    { kind: 'admin', id: row!.id, resource: 'auth.admin', record: String(row!.id) },
  ])
  const mails = await kit.outbox('auditor@example.org')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ purpose: 'session_reuse', body: expect.stringContaining('127.0.0.1') })
  expect(mails[0]!.body).not.toContain(refreshToken)
  const again = await server.login('auditor')
  const { data: sessions } = await again.call<{ stopped: { ip: string } | null }>('/admin/profile/sessions')
  expect(sessions.stopped).toMatchObject({ ip: '127.0.0.1', at: expect.any(String) })
})
test('whoever had no session ended is told of none, and a member reads it where their sessions are', async () => {
  const stopped = async (me: Awaited<ReturnType<typeof kit.login>>) =>
    (await me.get<{ stopped: object | null }>('/api/account/sessions')).data.stopped
  const me = await kit.login('member')
  expect(await stopped(me)).toBeNull()
  await rotate(me.info.refreshToken)
  await endGrace()
  await rotate(me.info.refreshToken)
  expect(await stopped(await kit.login('member'))).toMatchObject({ ip: '127.0.0.1', at: expect.any(String) })
})

test('a session that has rotated once does not go back to keeping its refresh token', async () => {
  const { refreshToken } = await server.login()
  const { data } = await rotate(refreshToken)
  const plain = await refresh(data.refreshToken!)
  expect(plain.data.refreshToken).toEqual(expect.any(String))
  expect(plain.data.refreshToken).not.toBe(data.refreshToken)
  expect((await refresh(data.refreshToken!)).data).toEqual(plain.data)
  await endGrace()
  expect((await refresh(data.refreshToken!)).code).toBe(0)
  expect((await refresh(plain.data.refreshToken!)).code).toBe(0)
})

test('a refresh token that nobody uses, and a session that is too old, come to an end', async () => {
  const days = async (token: string) =>
    (
      await kit.sql<{ left: number }>(
        `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS left FROM token WHERE hash = sha256($1::text::bytea)`,
        [token],
      )
    )[0]!.left
  const age = (token: string, by: number) =>
    kit.sql(
      `UPDATE token SET created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
      WHERE family = (SELECT family FROM token WHERE hash = sha256($1::text::bytea))`,
      [token, by],
    )
  const { refreshToken } = await server.login()
  expect(await days(refreshToken)).toBe(30)
  await age(refreshToken, 20)
  expect((await refresh(refreshToken)).code).toBe(1)
  expect(await days(refreshToken)).toBe(30)
  await age(refreshToken, 25)
  await refresh(refreshToken)
  await age(refreshToken, 25)
  // 70 of 90 days are over: what is left is less than the idle time, whichever way it is renewed.
  await refresh(refreshToken)
  expect(await days(refreshToken)).toBe(20)
  const { data } = await rotate(refreshToken)
  expect(await days(data.refreshToken!)).toBe(20)
  await age(data.refreshToken!, 21)
  expect((await rotate(data.refreshToken!)).code).toBe(0)
  const idle = await server.login()
  await age(idle.refreshToken, 31)
  expect((await refresh(idle.refreshToken)).code).toBe(0)
})

test('the stored successor is of no use without the spent token', async () => {
  const { refreshToken } = await server.login()
  const { data } = await rotate(refreshToken)
  const [dump] = await kit.sql<{ text: string }>(
    `SELECT string_agg(encode(t.successor, 'escape') || t::text, ' ') AS text FROM token t WHERE successor IS NOT NULL`,
  )
  for (const secret of [data.token, data.refreshToken!, refreshToken]) expect(dump!.text).not.toContain(secret)
})

test('signing out is an entry, one for a session, and none where there was no session', async () => {
  const before = (await entries('logout')).length
  const { call, refreshToken } = await server.login()
  await call('/admin/index/logout', { body: { refresh_token: refreshToken } })
  expect((await entries('logout')).slice(before)).toEqual([{ kind: 'admin', id: 1, resource: 'auth.admin', record: '1' }])
  expect((await call('/admin/index/logout', { body: {} })).code).toBe(1)
  for (const body of [null, 7, { refresh_token: 7 }, { refresh_token: 'x' }])
    expect((await server.call('/api/user/logout', { body })).code, JSON.stringify(body)).toBe(1)
  const member = await kit.login('member')
  await member.post('/api/user/logout', { refresh_token: member.info.refreshToken })
  expect((await entries('logout')).slice(before + 1)).toEqual([
    { kind: 'member', id: member.info.id, resource: 'user.user', record: String(member.info.id) },
  ])
})

test('a ticket dies with the session that it came from', async () => {
  const { call } = await server.login()
  const { data } = await call<{ ticket: string }>('/admin/index/ticket', { body: {} })
  await call('/admin/index/logout', { body: {} })
  expect(await server.call('/admin/ajax/buildSuffixSvg', { query: { batoken: data.ticket, suffix: 'pdf' } })).toMatchObject({ code: 302 })
})

test('only two addresses take a token: elsewhere it opens nothing', async () => {
  const { token } = await server.login()
  const icon = await fetch(`${server.address}/admin/ajax/buildSuffixSvg?server=1&suffix=pdf&batoken=${token}`)
  expect(icon.headers.get('content-type')).toContain('image/svg+xml')
  const guarded = server.app.declaredRoutes.filter(
    (r) => r.startsWith('GET /admin/') && !/Terminal\/index|buildSuffixSvg|index\/login/.test(r),
  )
  expect(guarded.length).toBeGreaterThan(5)
  for (const route of guarded) {
    const path = route.slice(4).replace(':name', 'job').replace(':action', 'index').replace('*', 'x')
    expect([route, (await server.call(path, { query: { batoken: token, 'ba-user-token': token } })).code]).toEqual([route, 302])
  }
})

test('a caller that never rotates leaves one expired token behind, not one an hour', async () => {
  const { refreshToken } = await server.login('auditor')
  const { data: first } = await refresh(refreshToken)
  const { data: second } = await refresh(refreshToken)
  const family = `(SELECT family FROM token WHERE hash = sha256('${refreshToken}'))`
  await kit.sql(`UPDATE token SET expires_at = expires_at - interval '3 days' WHERE type = 'admin' AND family = ${family}`)
  await sweepTokens(server.backend.database)
  const left = await kit.sql(`SELECT count(*)::int AS count FROM token WHERE type = 'admin' AND family = ${family}`)
  expect(left).toEqual([{ count: 1 }])
  // The newest one still says that it has expired, so its client refreshes instead of signing in.
  expect([await opens(first.token), await opens(second.token)]).toEqual([302, 409])
})
