import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberKit } from './member-kit.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let kit: ReturnType<typeof memberKit>
let admin: Awaited<ReturnType<TestServer['login']>>
beforeAll(async () => {
  server = await startTestServer({ ADMIN_PASSWORD: PASSWORD })
  kit = memberKit(server)
  admin = await server.login()
})
afterAll(() => server.close())

type Refused = { problems: { field: string; key: string; msg: string }[] }
const addAdmin = (username: string, password: string) =>
  admin.call<Refused & { row: { id: number } }>('/admin/auth.admin/add', { body: { username, nickname: username, groups: [3], password } })
const ask = (values: object) => admin.call('/admin/routine.config/save', { body: { group: 'security', values } })
const weak = async (call: TestServer['call']) =>
  (await call<{ widgets: { key: string; text: string }[] }>('/admin/dashboard/index')).data.widgets.find((w) => w.key === 'weakPasswords')
    ?.text

test('V-02 what the specification allows is allowed, and named on the dashboard to who can mend it', async () => {
  const { code, data } = await addAdmin('weakling', '123456')
  expect(code).toBe(1)
  expect(await weak(admin.call)).toBeUndefined()
  const weakling = await server.login('weakling', '123456')
  expect(await weak(admin.call)).toContain('weakling')
  expect(await weak((await person(server, 'onlooker', /^dashboard/)).call)).toBeUndefined()
  expect((await weakling.call('/admin/profile/changePassword', { body: { oldPassword: '123456', newPassword: PASSWORD } })).code).toBe(1)
  expect(await weak(admin.call)).toBeUndefined()
  await admin.call('/admin/auth.admin/edit', { body: { id: data.row.id, password: 'weakling1' } })
  expect(await weak(admin.call)).toContain('weakling')
  await admin.call('/admin/auth.admin/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
  expect(await weak(admin.call)).toBeUndefined()
})

test('a longer minimum for admins is asked for wherever a password is set, and not at the sign-in', async () => {
  expect((await ask({ password_min_admin: 5 })).code).toBe(0)
  expect((await ask({ password_min_admin: 12 })).code).toBe(1)
  const refused = { code: 0, data: { problems: [{ key: 'tooShort', msg: '至少 12 个字符' }] } }
  // What the pages check beforehand is what the server asks for.
  expect((await admin.call('/admin/index/index')).data).toMatchObject({ passwordMin: 12 })
  expect((await server.call('/api/index/index')).data).toMatchObject({ passwordMin: 6 })
  expect((await server.call('/api/user/checkIn')).data).toMatchObject({ passwordMin: 6 })
  expect(await addAdmin('shorty', 'tulpe-7-rot')).toMatchObject(refused)
  expect((await addAdmin('shorty', 'tulpe-7-blau')).code).toBe(1)
  expect(await admin.call('/admin/auth.admin/edit', { body: { id: 1, password: PASSWORD } })).toMatchObject(refused)
  const auditor = await server.login('auditor')
  const change = (newPassword: string) =>
    auditor.call<Refused>('/admin/profile/changePassword', { body: { oldPassword: PASSWORD, newPassword } })
  expect(await change('tulpe-7-rot')).toMatchObject(refused)
  expect((await change('tulpe-7-rot')).data.problems[0]!.field).toBe('newPassword')
  const member = await kit.login('member')
  expect((await member.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: 'tulpe-7-rot' })).code).toBe(1)
  await ask({ password_min_admin: 6 })
})

test('a member has a minimum of their own, also when registering and retrieving', async () => {
  await ask({ password_min_member: 10 })
  const short = { code: 0, data: { problems: [{ key: 'tooShort' }] } }
  expect(await kit.register('newcomer', 'newcomer@example.org', { password: 'tulpe-7' })).toMatchObject(short)
  expect((await kit.register('newcomer', 'newcomer@example.org', { password: 'tulpe-7-rot' })).code).toBe(1)
  const captcha = await kit.codeFor('newcomer@example.org', 'user_retrieve_pwd')
  const retrieve = (password: string) =>
    kit.post('/api/account/retrievePassword', { type: 'email', account: 'newcomer@example.org', captcha, password })
  expect(await retrieve('tulpe-7')).toMatchObject(short)
  expect((await retrieve('tulpe-8-rot')).code).toBe(1)
  expect((await addAdmin('sixpack', 'tulpe7')).code).toBe(1)
  await ask({ password_min_member: 6 })
})

test('common passwords are refused when the backend asks for it, in the language of the reader', async () => {
  await ask({ password_refuse_common: true })
  for (const [username, password] of [
    ['common1', 'password'],
    ['common2', '123456'],
    ['common3', 'aaaaaa'],
    ['common4', 'Common4'],
  ] as const)
    expect(await addAdmin(username, password), password).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'password', key: 'commonPassword', msg: '这个密码太常见，容易被猜到，请换一个' }] },
    })
  expect((await addAdmin('common5', 'tulpe7')).code).toBe(1)
  await ask({ password_refuse_common: false })
})

test('a weak first password is named at the first start', async () => {
  const weakHospital = await startTestServer({ ADMIN_PASSWORD: 'admin123' }, ['--empty'])
  expect(weakHospital.backend.firstAdmin).toMatchObject({ isNew: true, isWeak: true })
  const { call } = await weakHospital.login('admin', 'admin123')
  expect(await weak(call)).toContain('admin')
  await weakHospital.close()
  expect(server.backend.firstAdmin).toMatchObject({ isWeak: false })
})
