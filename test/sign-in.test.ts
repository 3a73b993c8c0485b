import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashQueue } from '../src/server/auth/password.ts'
import { memberKit } from './member-kit.ts'
import { onlyInOneProcess } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let kit: ReturnType<typeof memberKit>
// One proxy in front: the tests choose the address they come from, as the proxy would write it.
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
  kit = memberKit(server)
})
afterAll(() => server.close())
beforeEach(() => kit.forgetLimits())

type Refused = { captcha?: boolean; retryAfter?: number; field?: string; userInfo?: { token: string } }
type Try = { from?: string; path?: string; captcha?: boolean }
const tryLogin = async (username: string, password: string, { from = '198.51.100.1', path = '/admin/index/login', captcha }: Try = {}) =>
  server.call<Refused>(path, {
    body: { username, password, ...(captcha ? await kit.captcha() : {}) },
    headers: { 'x-forwarded-for': from },
  })
const WRONG = '账号或密码不正确'
const lastEntry = async () =>
  (
    await kit.sql<{ ip: string; label: string; recordId: string }>(
      'SELECT ip, label, record_id AS "recordId" FROM audit_entry ORDER BY id DESC LIMIT 1',
    )
  )[0]!
const failures = async () => (await kit.sql<{ n: number }>(`SELECT count(*) AS n FROM audit_entry WHERE action = 'loginFailed'`))[0]!.n

describe('many at once are judged like many in a row', () => {
  test('of forty guesses without a captcha one is judged, and the account is not locked by the others', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => tryLogin('auditor', `wrong-${i}`)))
    expect(answers.filter((a) => a.msg === WRONG)).toHaveLength(1)
    expect(answers.filter((a) => a.data.field === 'captcha')).toHaveLength(39)
    expect((await tryLogin('auditor', PASSWORD, { captcha: true })).code).toBe(1)
  })
  onlyInOneProcess(
    'tries of one account wait for each other within a process; from another one a second window is asked for a captcha',
    'five right ones of one person all get in',
    async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => tryLogin('auditor', PASSWORD)))
      expect(answers.map((a) => a.code)).toEqual([1, 1, 1, 1, 1])
    },
  )
  test('of forty with a captcha each, five are judged: the right one among the rest does not get in', async () => {
    const before = await failures()
    const captchas = await Promise.all(Array.from({ length: 40 }, kit.captcha))
    const guess = (body: object) =>
      server.call<Refused>('/admin/index/login', { body: { username: 'auditor', ...body }, headers: { 'x-forwarded-for': '198.51.100.1' } })
    const answers = await Promise.all(captchas.map((captcha, i) => guess({ password: `wrong-${i}`, ...captcha })))
    expect(answers.filter((a) => a.msg === WRONG)).toHaveLength(4)
    expect(answers.filter((a) => a.msg.includes('15 分钟'))).toHaveLength(36)
    expect(await failures()).toBe(before + 5)
    expect((await tryLogin('auditor', PASSWORD, { captcha: true })).code).toBe(0)
  })
})

describe('captcha first, lock last', () => {
  test('an address that guesses invented names is asked for a captcha and never closed', async () => {
    for (let i = 0; i < 55; i++) await tryLogin(`invented${i}`, 'wrong-1')
    expect(await tryLogin('admin', PASSWORD)).toMatchObject({ code: 0, data: { captcha: true, field: 'captcha' } })
    expect((await tryLogin('admin', PASSWORD, { captcha: true })).code).toBe(1)
    expect((await tryLogin('admin', PASSWORD, { from: '198.51.100.2' })).code).toBe(1)
  })
  test('five wrong tries lock the account at that address, not elsewhere', async () => {
    for (let i = 0; i < 5; i++) await tryLogin('auditor', 'wrong-1', { captcha: true })
    expect(await tryLogin('auditor', PASSWORD, { captcha: true })).toMatchObject({ code: 0, msg: '尝试次数过多，请 15 分钟后再试' })
    expect((await tryLogin('auditor', PASSWORD, { from: '198.51.100.2', captcha: true })).code).toBe(1)
  })
  test('an IPv6 household is one address', async () => {
    for (let i = 0; i < 5; i++) await tryLogin('auditor', 'wrong-1', { from: `2001:db8::${i}`, captcha: true })
    expect((await tryLogin('auditor', PASSWORD, { from: '2001:db8::ffff', captcha: true })).msg).toContain('15 分钟')
  })
  test('guessed from many addresses, an account takes one try in half a minute, and the right one ends it', async () => {
    for (let i = 0; i < 10; i++) await tryLogin('auditor', 'wrong-1', { from: `203.0.113.${i}`, captcha: true })
    const slowed = await tryLogin('auditor', PASSWORD, { captcha: true })
    expect(slowed).toMatchObject({ code: 0, msg: expect.stringContaining('每 30 秒只能尝试一次') })
    expect(slowed.data.retryAfter).toBeGreaterThan(0)
    expect(slowed.data.retryAfter).toBeLessThanOrEqual(30)
    await kit.sql(`UPDATE attempt SET locked_until = now() - interval '1 second' WHERE locked_until IS NOT NULL`)
    expect((await tryLogin('auditor', PASSWORD, { captcha: true })).code).toBe(1)
    expect((await tryLogin('auditor', PASSWORD)).code).toBe(1)
  })
  test('the page is told beforehand, by whichever name', async () => {
    const asks = async (path: string, username: string) =>
      (await server.call<{ captcha: boolean }>(path, { query: { username }, headers: { 'x-forwarded-for': '198.51.100.1' } })).data.captcha
    expect(await asks('/admin/index/login', 'auditor')).toBe(false)
    await tryLogin('auditor', 'wrong-1')
    expect(await asks('/admin/index/login', 'AUDITOR')).toBe(true)
    await tryLogin('researcher', 'wrong-1', { path: '/api/user/checkIn' })
    expect(await asks('/api/user/checkIn', 'researcher@example.org')).toBe(true)
    for (const name of ['student', 'x'.repeat(500)]) expect(await asks('/api/user/checkIn', name)).toBe(false)
  })
  test('three names of a member share one counter', async () => {
    for (const name of ['researcher', 'Researcher@example.org', '13800138001', 'RESEARCHER', 'researcher@example.org'])
      await tryLogin(name, 'wrong-1', { path: '/api/user/checkIn', captcha: true })
    expect((await tryLogin('13800138001', PASSWORD, { path: '/api/user/checkIn', captcha: true })).msg).toContain('15 分钟')
  })
})

describe('the address', () => {
  test('is the end of X-Forwarded-For that the proxy wrote, not the one that the visitor wrote', async () => {
    for (let i = 0; i < 6; i++) await tryLogin('auditor', 'wrong-1', { from: `203.0.113.${i}, 198.51.100.9`, captcha: true })
    expect((await lastEntry()).ip).toBe('198.51.100.9')
    expect((await tryLogin('auditor', PASSWORD, { from: '203.0.113.99, 198.51.100.9', captcha: true })).msg).toContain('15 分钟')
  })
  test('may be told by a list of proxies, which are passed over from the right', async () => {
    const other = await startTestServer({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8' }, ['--empty'])
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.9' }
    await other.call('/admin/index/login', { body: { username: 'admin', password: 'wrong-1' }, headers })
    expect(await other.backend.database.query(`SELECT ip FROM audit_entry WHERE action = 'loginFailed'`)).toEqual([{ ip: '203.0.113.7' }])
    await other.close()
  })
})

describe('when too many hash at once', () => {
  onlyInOneProcess(
    'each process has its queue for hashes',
    'a sign-in is answered 429 with Retry-After, uncounted, and the next one gets in',
    async () => {
      let leave = () => {}
      const gate = new Promise<void>((resolve) => (leave = resolve))
      const held = Array.from({ length: 52 }, () => hashQueue.enter(() => gate))
      const refused = await fetch(`${server.address}/admin/index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', server: '1', 'think-lang': 'en' },
        body: JSON.stringify({ username: 'auditor', password: 'wrong-1' }),
      })
      leave()
      await Promise.all(held)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
      expect(await refused.json()).toMatchObject({ code: 0, msg: 'Too many requests; try again in 5 s', data: { retryAfter: 5 } })
      expect((await tryLogin('auditor', PASSWORD)).code).toBe(1)
    },
  )
})

describe('what was typed', () => {
  test('stays readable where it names an account, also a disabled one', async () => {
    await tryLogin('AUDITOR', 'wrong-1')
    expect(await lastEntry()).toMatchObject({ label: 'auditor' })
    await kit.sql(`UPDATE auth_admin SET status = false WHERE username = 'respiratory'`)
    expect(await tryLogin('respiratory', PASSWORD)).toMatchObject({ code: 0, msg: WRONG })
    expect(await lastEntry()).toMatchObject({ label: 'respiratory', recordId: expect.stringMatching(/^\d+$/) })
  })
  test('is kept as a mark where it names none: it may have been the password', async () => {
    await tryLogin('Tr0ub4dor&3', 'wrong-1')
    const { label } = await lastEntry()
    expect(label).toMatch(/^unknown [0-9a-f]{16}$/)
    await tryLogin('tr0ub4dor&3', 'wrong-1', { captcha: true })
    expect((await lastEntry()).label).toBe(label)
    const [all] = await kit.sql<{ text: string }>(
      `SELECT (SELECT string_agg(e::text, ' ') FROM audit_entry e) || (SELECT string_agg(a::text, ' ') FROM attempt a) AS text`,
    )
    expect(all!.text.toLowerCase()).not.toContain('tr0ub4dor')
  })
  test('cannot fail the server', async () => {
    const right = { username: 'auditor', password: PASSWORD }
    for (const odd of [
      { username: 'a\0b' },
      { username: 'a\tb' },
      { username: '\ud800' },
      { captcha: '\0' },
      { captcha: '1', captchaId: '../x' },
      { captcha: '1', captchaId: {} },
    ])
      expect((await server.call('/admin/index/login', { body: { ...right, ...odd } })).status, JSON.stringify(odd)).toBeLessThan(500)
  })
})
