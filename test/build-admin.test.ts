import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

// What BuildAdmin, whose calls we answer, gets wrong and no other test of ours has as its subject.
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  admin = await server.login()
})
afterAll(() => server.close())

test('passwords are argon2id with a salt each, tokens 256 random bits', async () => {
  const rows = await server.backend.database.query<{ password: string }>(
    'SELECT password FROM auth_admin UNION ALL SELECT password FROM user_user',
  )
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$/)
  // Everybody of the demo hospital has the same password, and no two the same hash.
  expect(new Set(rows.map((r) => r.password)).size).toBe(rows.length)
  const tokens = await Promise.all(Array.from({ length: 10 }, () => server.login().then((l) => l.token)))
  expect(new Set(tokens).size).toBe(10)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('there is no installer, no module market and no template to reach', async () => {
  for (const path of [
    '/api/install/testDatabase',
    '/api/install/mvDist',
    '/api/install/manualInstall',
    '/install/index',
    '/admin/module/install',
    '/admin/moduleStore/index',
    '/api/ajax/lang',
    '/api/index/lang?lang=../../config/database',
    '/index.php',
  ])
    for (const method of ['GET', 'POST'])
      expect([path, (await admin.call(path, { method, ...(method === 'POST' ? { body: {} } : {}) })).status]).toEqual([path, 404])
})

test('no other site may read an answer or send a request with a session', async () => {
  const headers = { origin: 'https://elsewhere.example', server: '1', batoken: admin.token }
  const answer = await fetch(`${server.address}/admin/index/index`, { headers })
  expect([...answer.headers.keys()].filter((h) => h.startsWith('access-control-'))).toEqual([])
  const preflight = await fetch(`${server.address}/admin/job/add`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'batoken' },
  })
  expect([...preflight.headers.keys()].filter((h) => h.startsWith('access-control-'))).toEqual([])
  // Nothing rides on a cookie, so a form on another site has no session to abuse.
  expect(answer.headers.get('set-cookie')).toBeNull()
  const form = await fetch(`${server.address}/admin/job/add`, {
    method: 'POST',
    headers: { server: '1' },
    body: new URLSearchParams({ name: 'x' }),
  })
  expect(form.status).toBe(415)
})

test('an office behind one address is not slowed down by its own number: 400 reads in a row are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, () => admin.call('/admin/department/index')))
  expect(new Set(answers.map((a) => a.code))).toEqual(new Set([1]))
})

test('one who is locked out waits minutes, not a day, and a signed-in session does not open the lock', async () => {
  const attempt = () =>
    server.call<{ retryAfter?: number }>('/admin/index/login', { body: { username: 'respiratory', password: 'wrong-pass' } })
  await server.login('respiratory')
  for (let i = 0; i < 5; i++) await attempt()
  const refused = await server.call<{ retryAfter?: number }>('/admin/index/login', {
    body: { username: 'respiratory', password: PASSWORD },
  })
  expect(refused.code).toBe(0)
  expect(refused.data.retryAfter).toBeLessThanOrEqual(60 * 60)
})

test('the generator writes no file, and no name from outside becomes one', async () => {
  const design = (name: string) => ({
    definition: {
      name,
      label: 'a',
      fields: { a: { kind: 'string' } },
      traits: [],
      actions: {},
      menu: { group: 'routine', icon: 'file', order: 1 },
      list: { columns: ['a'] },
    },
    locale: Object.fromEntries(['zh-cn', 'en'].map((l) => [l, { title: 'x', remark: '', fields: { a: 'a' } }])),
  })
  for (const name of ['../evil', 'a/b', 'a.b; DROP TABLE job', 'A', 'auth.admin', '', '__proto__', 'pg_class', `x${'y'.repeat(200)}`])
    expect([name, (await admin.call('/admin/crud.table/apply', { body: design(name) })).code]).toEqual([name, 0])
})
