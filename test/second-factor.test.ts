import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticator, enrolled } from './authenticator.ts'
import { memberKit } from './member-kit.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Refused = { challenge?: string; offer?: { secret: string; address: string }; recovery?: string[]; field?: string; retryAfter?: number }
type Entered = Refused & { userInfo: { id: number; token: string } }
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  admin = await server.login()
})
afterAll(() => server.close())
beforeEach(() => sql('DELETE FROM attempt'))

const signIn = (body: object) => server.call<Entered>('/admin/index/login', { body })
const first = (username: string) => signIn({ username, password: PASSWORD })
const trail = async (action: string, id: number) =>
  (await sql('SELECT reason FROM audit_entry WHERE action = $1 AND record_id = $2 ORDER BY id', [action, String(id)])).length
const ask = (value: string) =>
  admin.call('/admin/routine.config/save', { body: { group: 'security', values: { second_factor_required: value } } })
let number = 0
const somebody = () => person(server, `factor${++number}`, /^(auth\/admin|profile)/)

describe('a second step', () => {
  test('is asked for once an app is set up, and a code opens nothing twice', async () => {
    const me = await somebody()
    const name = `factor${number}`
    expect((await me.call('/admin/profile/beginSecondFactor', { body: { password: 'wrong-1' } })).code).toBe(0)
    expect((await me.call('/admin/profile/secondFactor')).data).toEqual({ factor: null, isRequired: false })
    // What is only begun changes nothing about the sign-in.
    expect((await me.call('/admin/profile/beginSecondFactor', { body: { password: PASSWORD } })).code).toBe(1)
    expect((await first(name)).code).toBe(1)
    const { app, recovery } = await enrolled(server, me, PASSWORD)
    expect(new Set(recovery).size).toBe(10)
    expect((await me.call('/admin/profile/secondFactor')).data).toMatchObject({ factor: { left: 10 } })
    expect((await me.call('/admin/profile/beginSecondFactor', { body: { password: PASSWORD } })).msg).toBe('双重验证已经开启')

    const asked = await first(name)
    expect(asked).toMatchObject({ code: 0, msg: '请输入身份验证器中的 6 位验证码', data: { field: 'code' } })
    expect(asked.data.userInfo).toBeUndefined()
    const { challenge } = asked.data
    const code = await app.code()
    expect((await signIn({ challenge, code: '000000' === code ? '111111' : '000000' })).msg).toBe('验证码不正确，或已经用过，请等待下一个')
    // As a phone shows it and a Chinese keyboard types it.
    const wide = `${code.slice(0, 3)} ${code.slice(3)}`.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const entered = await signIn({ challenge, code: wide })
    expect(entered.data.userInfo).toMatchObject({ id: me.id, username: name })
    expect((await signIn({ challenge, code })).msg).toBe('这一步等待太久，请重新登录')
    const again = await first(name)
    expect((await signIn({ challenge: again.data.challenge, code })).msg).toBe('验证码不正确，或已经用过，请等待下一个')
    expect([await trail('factorOn', me.id), await trail('codeFailed', me.id)]).toEqual([1, 2])
  })

  test('of one code two calls at the same moment one is let in', async () => {
    const me = await somebody()
    const name = `factor${number}`
    const { app } = await enrolled(server, me, PASSWORD)
    const challenges = (await Promise.all(Array.from({ length: 4 }, () => first(name)))).map(({ data }) => data.challenge)
    const code = await app.code()
    const answers = await Promise.all(challenges.map((challenge) => signIn({ challenge, code })))
    expect(answers.filter((a) => a.code === 1)).toHaveLength(1)
  })

  test('neither secret nor recovery codes are readable in the database', async () => {
    const me = await somebody()
    const begun = await me.call<{ secret: string; address: string }>('/admin/profile/beginSecondFactor', { body: { password: PASSWORD } })
    const { secret, address } = begun.data
    expect(address).toContain(`secret=${secret}&issuer=`)
    const app = authenticator(server, secret)
    const { data } = await me.call<{ recovery: string[] }>('/admin/profile/confirmSecondFactor', { body: { code: await app.code() } })
    const [row] = await sql<{ secret: Buffer }>(`SELECT secret, recovery FROM second_factor WHERE owner_id = $1`, [me.id])
    const stored = JSON.stringify(row) + row!.secret.toString('latin1')
    for (const text of [secret, ...data.recovery, ...data.recovery.map((c) => c.replaceAll('-', ''))]) expect(stored).not.toContain(text)
  })

  test('a recovery code lets in once, however it is typed, and stands in the trail', async () => {
    const me = await somebody()
    const name = `factor${number}`
    const { recovery } = await enrolled(server, me, PASSWORD)
    const enter = async (code: string) => signIn({ challenge: (await first(name)).data.challenge, code })
    expect((await enter(recovery[0]!.toLowerCase().replaceAll('-', ' '))).code).toBe(1)
    expect((await enter(recovery[0]!)).code).toBe(0)
    expect((await me.call('/admin/profile/secondFactor')).data).toMatchObject({ factor: { left: 9 } })
    expect(await trail('recoveryUsed', me.id)).toBe(1)
  })

  test('guessing locks the guesser out, and the right password does not begin the count anew', async () => {
    const me = await somebody()
    const name = `factor${number}`
    const { app } = await enrolled(server, me, PASSWORD)
    for (let i = 0; i < 5; i++) expect((await signIn({ challenge: (await first(name)).data.challenge, code: `00000${i}x` })).code).toBe(0)
    const locked = await signIn({ challenge: (await first(name)).data.challenge, code: await app.code() })
    expect(locked.data.retryAfter).toBeGreaterThan(0)
  })

  test('is switched off with password and code; so are the recovery codes renewed', async () => {
    const me = await somebody()
    const name = `factor${number}`
    const { app, recovery } = await enrolled(server, me, PASSWORD)
    const own = (action: string, body: object) => me.call<Refused>(`/admin/profile/${action}`, { body })
    for (const action of ['endSecondFactor', 'renewRecovery']) {
      expect((await own(action, { password: PASSWORD })).data.field).toBe('code')
      expect((await own(action, { password: 'wrong-1', code: await app.code() })).data.field).toBe('password')
    }
    const renewed = await own('renewRecovery', { password: PASSWORD, code: await app.code() })
    expect(renewed.data.recovery).toHaveLength(10)
    expect((await signIn({ challenge: (await first(name)).data.challenge, code: recovery[3]! })).code).toBe(0)
    expect((await own('endSecondFactor', { password: PASSWORD, code: await app.code() })).code).toBe(1)
    expect((await first(name)).code).toBe(1)
    expect([await trail('recoveryRenewed', me.id), await trail('factorOff', me.id)]).toEqual([1, 1])
  })

  test('is taken from somebody by another person with the right and a reason, which ends their sessions', async () => {
    const me = await somebody()
    const name = `factor${number}`
    await enrolled(server, me, PASSWORD)
    const reset = (by: TestServer['call'], body: object) => by('/admin/auth.admin/resetFactor', { body: { ids: [me.id], ...body } })
    expect((await reset(admin.call, {})).code).toBe(0)
    expect((await reset(me.call, { reason: '自己来' })).msg).toBe('不能对自己执行此操作')
    expect((await reset((await person(server, `none${number}`, /^profile/)).call, { reason: '没有权限' })).code).not.toBe(1)
    expect((await reset(admin.call, { reason: '手机遗失，已当面核实身份' })).code).toBe(1)
    expect((await me.call('/admin/profile/index')).code).not.toBe(1)
    expect((await first(name)).code).toBe(1)
    expect(await sql(`SELECT reason FROM audit_entry WHERE action = 'resetFactor' AND record_id = $1`, [String(me.id)])).toEqual([
      { reason: '手机遗失，已当面核实身份' },
    ])
    expect((await reset(admin.call, { reason: '再来一次' })).msg).toBe('双重验证没有开启')
  })
})

describe('where the site asks for it', () => {
  test('the next sign-in sets it up, shows the recovery codes, and only then lets in', async () => {
    const me = await somebody()
    const name = `factor${number}`
    expect((await ask('admins')).code).toBe(1)
    try {
      const begun = await first(name)
      expect(begun.msg).toBe('本系统要求双重验证，请先绑定身份验证器')
      const app = authenticator(server, begun.data.offer!.secret)
      expect((await signIn({ challenge: begun.data.challenge, code: '12' })).code).toBe(0)
      const shown = await signIn({ challenge: begun.data.challenge, code: await app.code() })
      expect(shown.data.recovery).toHaveLength(10)
      expect(shown.data.userInfo).toBeUndefined()
      expect((await signIn({ challenge: shown.data.challenge })).data.userInfo).toMatchObject({ id: me.id })
      expect((await me.call('/admin/profile/endSecondFactor', { body: { password: PASSWORD, code: await app.code() } })).msg).toBe(
        '本系统要求双重验证，不能关闭',
      )
      // Members are not asked yet.
      expect((await server.call('/api/user/checkIn', { body: { tab: 'login', username: 'member', password: PASSWORD } })).code).toBe(1)
    } finally {
      await ask('nobody')
    }
  })
})

describe('a member', () => {
  test('has the same second step, and a challenge of one door does not open the other', async () => {
    const kit = memberKit(server)
    const member = await kit.login('student')
    const begun = await member.post<{ secret: string }>('/api/account/beginSecondFactor', { password: PASSWORD })
    const app = authenticator(server, begun.data.secret)
    expect((await member.post('/api/account/confirmSecondFactor', { code: await app.code() })).code).toBe(1)
    const checkIn = (body: object) => server.call<Entered>('/api/user/checkIn', { body: { tab: 'login', ...body } })
    const { challenge } = (await checkIn({ username: 'student', password: PASSWORD, keep: true })).data
    expect((await signIn({ challenge, code: await app.code() })).msg).toBe('这一步等待太久，请重新登录')
    const entered = await checkIn({ challenge, code: await app.code() })
    expect(entered.data.userInfo).toMatchObject({ username: 'student' })
    const reset = { ids: [entered.data.userInfo.id], reason: '手机遗失' }
    expect((await admin.call('/admin/user.user/resetFactor', { body: reset })).code).toBe(1)
    expect((await checkIn({ username: 'student', password: PASSWORD })).code).toBe(1)
  })
})

describe('npm run rescue', () => {
  const rescue = (...args: string[]) => {
    const { DATA_DIR, DATABASE_URL, DATABASE_OWNER_URL } = server.backend.config
    const env = { PATH: process.env['PATH'], DATA_DIR, DATABASE_URL, DATABASE_OWNER_URL }
    // Not spawnSync: the server of this test must go on meanwhile.
    return promisify(execFile)(process.execPath, ['scripts/rescue.ts', ...args], { env }).then(
      (said) => ({ ...said, status: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => ({ ...error, status: error.code }),
    )
  }
  test('lets an admin in whom nobody can let in any more, and the trail says so', async () => {
    const me = await somebody()
    const name = `factor${number}`
    await enrolled(server, me, PASSWORD)
    await sql('UPDATE auth_admin SET status = false WHERE id = $1', [me.id])
    const said = await rescue(name)
    expect(said).toMatchObject({ status: 0, stderr: '' })
    const password = /: (\S+)$/.exec(said.stdout.trim())?.[1]
    expect((await first(name)).code).toBe(0)
    expect((await signIn({ username: name, password })).data.userInfo).toMatchObject({ id: me.id })
    // What another process ended is believed for a second more; on a quick machine the rescue takes less.
    await expect.poll(async () => (await me.call('/admin/profile/secondFactor')).code).not.toBe(1)
    expect(await sql(`SELECT actor_kind AS by FROM audit_entry WHERE action = 'rescue' AND record_id = $1`, [String(me.id)])).toEqual([
      { by: 'system' },
    ])
  })
  test('changes nothing for an account that is not there', async () => {
    expect(await rescue('nobody-here')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no admin') as unknown })
    expect(await rescue()).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage') as unknown })
  })
})
