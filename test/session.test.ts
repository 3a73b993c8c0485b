import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './processes.ts'
import { CAPTCHA, PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

type Info = { userInfo: Record<string, unknown> & { token: string; refreshToken: string } }
const login = (body: Record<string, unknown>) => server.call<Info>('/admin/index/login', { body })
const sql = (text: string, params: unknown[] = []) => server.backend.database.query(text, params)
const fresh = () => sql('DELETE FROM attempt')

test('E-01 an admin signs in and gets exactly the admin info of the specification', async () => {
  const { code, data } = await login({ username: 'admin', password: PASSWORD, keep: true })
  expect(code).toBe(1)
  expect(Object.keys(data.userInfo).toSorted()).toEqual([
    'avatar',
    'b_rules',
    'id',
    'lastlogintime',
    'nickname',
    'refreshToken',
    'super',
    'token',
    'username',
  ])
  expect(data.userInfo).toMatchObject({ username: 'admin', super: true, b_rules: { '*': true } })
  expect(Buffer.from(data.userInfo.token, 'base64url')).toHaveLength(32)
})

test('without keep there is no refresh token', async () => {
  expect((await login({ username: 'admin', password: PASSWORD })).data.userInfo.refreshToken).toBe('')
})

test('E-03 the site config has the fields of the specification', async () => {
  const { data } = await server.call<{ site: Record<string, unknown> }>('/api/index/index')
  expect(Object.keys(data.site)).toEqual(['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'upload'])
  expect(data.site).toMatchObject({
    siteName: '数据管理与质控系统',
    upload: { mode: 'local', maxsize: expect.any(Number), mimetype: expect.any(String), savename: expect.any(String) },
  })
})

test('E-02 a member signs in by account and gets the user info of the specification', async () => {
  const { code, data } = await server.call<Info>('/api/user/checkIn', {
    body: { tab: 'login', username: 'member', password: PASSWORD, keep: true },
  })
  expect(code).toBe(1)
  expect(Object.keys(data.userInfo).toSorted()).toEqual(
    [
      'id',
      'username',
      'nickname',
      'email',
      'mobile',
      'avatar',
      'gender',
      'birthday',
      'money',
      'score',
      'lastlogintime',
      'lastloginip',
      'jointime',
      'motto',
      'token',
      'refreshToken',
    ].toSorted(),
  )
  expect(data.userInfo).toMatchObject({ gender: 0, money: '0.00', score: 0 })
  const { data: again } = await server.call<Info>('/api/user/index', { headers: { 'ba-user-token': data.userInfo.token } })
  expect(again.userInfo).toMatchObject({ username: 'member' })
})

test('P-01 tokens are typed: neither a member nor a refresh token opens an admin door, nor the reverse', async () => {
  const admin = await server.login()
  const { data } = await server.call<Info>('/api/user/checkIn', { body: { username: 'member', password: PASSWORD, keep: true } })
  for (const batoken of [data.userInfo.token, data.userInfo.refreshToken, admin.refreshToken, 'x', ''])
    expect(await server.call('/admin/index/index', { headers: { batoken } })).toMatchObject({
      code: 302,
      data: { routePath: '/admin/login' },
    })
  expect(await server.call('/api/user/index', { headers: { 'ba-user-token': admin.token } })).toMatchObject({
    code: 302,
    data: { routePath: '/user/login' },
  })
  expect((await server.call('/admin/index/index', { headers: { batoken: admin.token } })).code).toBe(1)
})

test('V-01 V-02 a password outside the rule is refused before any look-up, in the language asked for', async () => {
  const answer = await server.call<{ problems: { field: string; msg: string }[] }>('/admin/index/login', {
    body: { username: 'admin', password: 'a<b' },
    headers: { 'think-lang': 'en' },
  })
  expect(answer.code).toBe(0)
  expect(answer.data.problems).toEqual([expect.objectContaining({ field: 'password', msg: '6 to 32 characters, without & < > " \'' })])
})

test('V-01 an account name outside the rule cannot be created', async () => {
  const { call } = await server.login()
  for (const username of ['ab', '1abc', 'a'.repeat(16), 'a-b-c'])
    expect(await call('/admin/auth.admin/add', { body: { username, nickname: 'n', groups: [1], password: PASSWORD } })).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'username', key: 'pattern.account' }] },
    })
})

test('without a proxy named in the settings nobody is believed about the address', async () => {
  await server.call('/admin/index/login', {
    body: { username: 'admin', password: 'wrong-1' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await sql(`SELECT ip FROM audit_entry WHERE action = 'loginFailed' ORDER BY id DESC LIMIT 1`)).toEqual([{ ip: '127.0.0.1' }])
})

test('unknown account and wrong password get the same answer; a captcha is asked for after the first failure', async () => {
  await fresh()
  const unknown = await login({ username: 'nobody', password: 'wrong-1' })
  const wrong = await login({ username: 'auditor', password: 'wrong-1' })
  expect({ ...unknown, time: 0 }).toEqual({ ...wrong, time: 0 })
  expect(wrong).toMatchObject({ code: 0, data: { captcha: true } })
  const right = { username: 'auditor', password: PASSWORD }
  expect(await login(right)).toMatchObject({ code: 0, msg: '请输入图中的验证码' })
  expect(await login({ ...right, captchaId: crypto.randomUUID(), captcha: 'abcd' })).toMatchObject({
    code: 0,
    msg: '验证码不正确或已失效，请重新输入',
  })
})

test('C-04 a captcha is a picture that answers once', async () => {
  await fresh()
  await login({ username: 'auditor', password: 'wrong-1' })
  const captchaId = crypto.randomUUID()
  const picture = await fetch(`${server.address}/api/common/captcha?server=1&id=${captchaId}`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500)
  const tryOnce = (captcha: string) => login({ username: 'auditor', password: 'wrong-2', captcha, captchaId })
  expect((await tryOnce(CAPTCHA)).msg).toBe('账号或密码不正确')
  expect((await tryOnce(CAPTCHA)).msg).toBe('验证码不正确或已失效，请重新输入')
})

test('a wrong guess uses the captcha up', async () => {
  await fresh()
  await login({ username: 'auditor', password: 'wrong-1' })
  const captchaId = crypto.randomUUID()
  await fetch(`${server.address}/api/common/captcha?server=1&id=${captchaId}`)
  for (const captcha of ['9999', CAPTCHA])
    expect((await login({ username: 'auditor', password: PASSWORD, captcha, captchaId })).msg).toContain('验证码')
})

test('the sixth try is refused even with the right password, and says how long to wait', async () => {
  await fresh()
  const wrong = async () => {
    const captchaId = crypto.randomUUID()
    await fetch(`${server.address}/api/common/captcha?server=1&id=${captchaId}`)
    return login({ username: 'auditor', password: 'wrong-1', captcha: CAPTCHA, captchaId })
  }
  for (let i = 0; i < 5; i++) await wrong()
  const refused = await login({ username: 'auditor', password: PASSWORD })
  expect(refused).toMatchObject({ code: 0, msg: '尝试次数过多，请 15 分钟后再试' })
  expect((refused.data as unknown as { retryAfter: number }).retryAfter).toBeGreaterThan(800)
  // The lock belongs to the account: another one at the same address still gets in.
  expect((await login({ username: 'admin', password: PASSWORD })).code).toBe(1)
  await fresh()
})

test('an expired access token answers 409 and says nothing else', async () => {
  const { token, call } = await server.login()
  await sql(`UPDATE token SET expires_at = now() - interval '1 minute' WHERE type = 'admin'`)
  await server.ask('refresh')
  expect(await call('/admin/index/index')).toMatchObject({ code: 409, data: null })
  expect(token).not.toBe('')
})

test('tokens are stored as hashes only', async () => {
  const { token, refreshToken } = await server.login()
  const [dump] = await sql(`SELECT string_agg(t::text, ' ') AS text FROM token t`)
  for (const secret of [token, refreshToken]) {
    expect(dump!['text']).not.toContain(secret)
    expect(dump!['text']).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('signing out ends both tokens, and always succeeds', async () => {
  const { call, token, refreshToken } = await server.login()
  expect((await call('/admin/index/logout', { body: { refresh_token: refreshToken } })).code).toBe(1)
  await holds(async () => expect((await server.call('/admin/index/index', { headers: { batoken: token } })).code).toBe(302))
  expect((await server.call('/api/common/refreshToken', { body: { refresh_token: refreshToken } })).code).toBe(0)
  expect((await call('/admin/index/logout', { body: {} })).code).toBe(1)
})

test('a signed-in visitor of the login call is sent on with the token intact', async () => {
  const { call } = await server.login()
  expect(await call('/admin/index/login')).toMatchObject({ code: 302, data: { routePath: '/admin', type: 'logged in' } })
  expect((await call('/admin/index/index')).code).toBe(1)
})

test.each([
  ['disabling', { status: false }],
  ['a new password', { password: 'another-1' }],
  ['other groups', { groups: [2] }],
])('%s ends every session of the account at once', async (_, change) => {
  const admin = await server.login()
  const username = `u${Math.random().toString(36).slice(2, 9)}`
  const { data } = await admin.call<{ row: { id: number } }>('/admin/auth.admin/add', {
    body: { username, nickname: 'n', groups: [3], password: PASSWORD },
  })
  const sessions = [await server.login(username), await server.login(username), await server.login(username)]
  for (const s of sessions) expect((await s.call('/admin/index/index')).code).toBe(1)
  expect((await admin.call('/admin/auth.admin/edit', { body: { id: data.row.id, ...change } })).code).toBe(1)
  for (const s of sessions) {
    await holds(async () => expect((await s.call('/admin/index/index')).code).toBe(302))
    expect((await server.call('/api/common/refreshToken', { body: { refresh_token: s.refreshToken } })).code).toBe(0)
  }
})

test('P-02 the server enforces rules on every call; menus show only what is held', async () => {
  const { call } = await server.login('cardiology')
  expect((await call('/admin/job/index')).code).toBe(1)
  expect(await call('/admin/job/add', { body: { name: 'n', code: 'x' } })).toMatchObject({ code: 401 })
  expect(await call('/admin/auth.admin/index')).toMatchObject({ code: 401 })
  // The shape of a resource is as private as its list.
  const shape = async (name: string) => (await call('/admin/index/resource', { query: { name } })).status
  expect([await shape('job'), await shape('auth.admin')]).toEqual([200, 404])
  const { data } = await call<{
    menus: { name: string; children: { name: string; children: { name: string }[] }[] }[]
    adminInfo: { b_rules: Record<string, true>; super: boolean }
  }>('/admin/index/index')
  const names = data.menus.map((m) => m.name)
  expect(names).toEqual(['home', 'study', 'data', 'control', 'closing', 'org'])
  expect(
    data.menus
      .find((m) => m.name === 'org')!
      .children.find((c) => c.name === 'job')!
      .children.map((b) => b.name),
  ).toEqual(['job/index', 'job/exportExcel'])
  expect(data.adminInfo).toMatchObject({ super: false })
  expect(data.adminInfo.b_rules).toHaveProperty('job/index')
})

test('P-01 the group header is a choice among what the caller has', async () => {
  const [own] = await sql(`SELECT id FROM department WHERE code = 'IM-CV'`)
  const [other] = await sql(`SELECT id FROM department WHERE code = 'IM-RC'`)
  const { call } = await server.login('cardiology')
  expect((await call('/admin/job/index', { headers: { group: '0' } })).code).toBe(1)
  expect((await call('/admin/job/index', { headers: { group: String(own!['id']) } })).code).toBe(1)
  expect(await call('/admin/job/index', { headers: { group: String(other!['id']) } })).toMatchObject({ code: 0, msg: '您不属于所选科室' })
})

test('nobody grants what they do not hold, edits their own group, or disables themselves', async () => {
  const admin = await server.login()
  const { data } = await admin.call<{ list: { id: number; name: string }[] }>('/admin/auth.rule/index')
  const ids = (pattern: RegExp) => data.list.filter((r) => pattern.test(r.name)).map((r) => r.id)
  const group = await admin.call<{ row: { id: number } }>('/admin/auth.group/add', {
    body: { name: '组管理', scope: 'self', rules: ids(/^(auth\/(group|admin)|job\/index)/) },
  })
  await admin.call('/admin/auth.admin/add', {
    body: { username: 'keeper', nickname: 'n', groups: [group.data.row.id], password: PASSWORD },
  })
  const keeper = await server.login('keeper')
  const add = (body: object) =>
    keeper.call<{ row: { id: number } }>('/admin/auth.group/add', { body: { name: 'g', scope: 'self', ...body } })
  expect((await add({ rules: ids(/^job\/index$/) })).code).toBe(1)
  const refused = { code: 0, msg: '不能授予或管理超出自己权限的内容' }
  expect(await add({ rules: ids(/^job\/del$/) })).toMatchObject(refused)
  expect(await add({ everything: true })).toMatchObject(refused)
  expect(await add({ rules: [], scope: 'all' })).toMatchObject(refused)
  expect(await keeper.call('/admin/auth.group/edit', { body: { id: group.data.row.id, name: 'x' } })).toMatchObject({
    code: 0,
    msg: '不能编辑或删除自己所在的角色组',
  })
  expect(await keeper.call('/admin/auth.admin/edit', { body: { id: 1, nickname: 'x' } })).toMatchObject(refused)
  expect(await admin.call('/admin/auth.admin/edit', { body: { id: 1, status: false } })).toMatchObject({
    code: 0,
    msg: '不能对自己执行此操作',
  })
  expect(await admin.call('/admin/auth.admin/del', { method: 'DELETE', query: { ids: '1' } })).toMatchObject({
    code: 0,
    msg: '不能对自己执行此操作',
  })
})

test('an account name is never given to a second person, whatever its case, even after deletion', async () => {
  const { call } = await server.login()
  const add = (username: string) =>
    call<{ row: { id: number } }>('/admin/auth.admin/add', { body: { username, nickname: 'n', groups: [2], password: PASSWORD } })
  const { data } = await add('onlyonce')
  expect(await call('/admin/auth.admin/edit', { body: { id: data.row.id, username: 'another' } })).toMatchObject({
    code: 0,
    data: { problems: [{ field: 'username' }] },
  })
  expect(await add('OnlyOnce')).toMatchObject({ code: 0, data: { problems: [{ field: 'username', key: 'taken' }] } })
  await call('/admin/auth.admin/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
  expect(await add('onlyonce')).toMatchObject({ code: 0 })
})

test('an address ticket works once, and not for long', async () => {
  const { call } = await server.login()
  const { data } = await call<{ ticket: string }>('/admin/index/ticket', { body: {} })
  const { redeemTicket } = await import('../src/server/auth/one-time.ts')
  expect(await redeemTicket(server.backend.database, data.ticket)).toEqual({ audience: 'admin', ownerId: 1 })
  expect(await redeemTicket(server.backend.database, data.ticket)).toBeUndefined()
  const late = await call<{ ticket: string }>('/admin/index/ticket', { body: {} })
  await sql(`UPDATE one_time SET expires_at = now() - interval '1 second' WHERE purpose = 'ticket'`)
  expect(await redeemTicket(server.backend.database, late.data.ticket)).toBeUndefined()
})

test('the last sign-in of one’s own account is the one before the present one', async () => {
  await fresh()
  const made = await server.login()
  await made.call('/admin/auth.admin/add', { body: { username: 'firsttime', nickname: '新人', password: PASSWORD, groups: [1] } })
  const enter = async () => (await login({ username: 'firsttime', password: PASSWORD })).data.userInfo
  const seenBy = async ({ token }: { token: string }) => {
    const headers = { batoken: token }
    const index = await server.call<{ adminInfo: { lastlogintime: string } }>('/admin/index/index', { headers })
    const profile = await server.call<{ row: { lastLoginAt: string | null } }>('/admin/profile/index', { headers })
    return [index.data.adminInfo.lastlogintime, profile.data.row.lastLoginAt ?? '']
  }
  const [one, other] = [await enter(), await enter()]
  const entries = await sql(
    `SELECT e.at FROM audit_entry e JOIN auth_admin a ON a.id::text = e.record_id WHERE e.resource = 'auth.admin' AND e.action = 'login' AND a.username = 'firsttime' ORDER BY e.id`,
  )
  expect(entries).toHaveLength(2)
  expect(await seenBy(other)).toEqual([entries[0]!['at'], entries[0]!['at']])
  expect(one['lastlogintime']).toBe('')
})

test('whoever signs in for the first time was not here before', async () => {
  const { data } = await server.call<Info>('/api/user/checkIn', { body: { tab: 'login', username: 'student', password: PASSWORD } })
  const { data: index } = await server.call<Info>('/api/user/index', { headers: { 'ba-user-token': data.userInfo.token } })
  expect(index.userInfo).toMatchObject({ lastlogintime: '', lastloginip: '' })
})

test('the start of the pages tells which fields are masked and whom to ask for a right', async () => {
  const { call } = await server.login()
  await call('/admin/security.sensitive/add', { body: { title: 'm', resource: 'user.user', field: 'motto', mask: true } })
  await holds(async () => {
    const { data } = await call<{ masked: string[]; askable: string[] }>('/admin/index/index')
    expect(data.masked).toContain('user.user motto')
    expect(data.askable).toContain('系统管理员')
  })
})
