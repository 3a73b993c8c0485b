import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { redeemCode } from '../src/server/message/code.ts'
import { LIMITS } from '../src/server/message/limit.ts'
import { sending } from '../src/server/message/send-task.ts'
import { memberKit } from './member-kit.ts'
import { onlyInOneProcess } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { Answer, TestServer } from './server.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let kit: ReturnType<typeof memberKit>
let admin: Awaited<ReturnType<TestServer['login']>>
beforeAll(async () => {
  server = await startTestServer()
  kit = memberKit(server)
  admin = await server.login()
  await kit.register('known', 'known@example.org')
  const [id] = await kit.sql<{ id: number }>(`SELECT id FROM user_user WHERE username = 'known'`)
  await admin.call('/admin/user.user/edit', { body: { id: id!.id, mobile: '13900000000' } })
})
afterAll(() => server.close())
afterEach(() => kit.forgetLimits())

const bare = ({ status, code, msg, data }: Answer) => ({ status, code, msg, data })
const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))

describe('C-05 sending a code', () => {
  test('mail and SMS land in the local outbox by default, where an admin reads them', async () => {
    expect(await kit.sendMail('a1@example.org', 'user_register')).toMatchObject({ code: 1, data: { interval: 60, minutes: 10 } })
    expect((await kit.sendSms('13700000001', 'user_register')).code).toBe(1)
    await server.ask('settle')
    const { data } = await admin.call<{ list: Record<string, string>[] }>('/admin/message.outbox/index')
    expect(
      data.list
        .slice(0, 2)
        .map((r) => [r['channel'], r['recipient'], r['status'], r['provider']])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['mail', 'a1@example.org', 'local', 'local'],
      ['sms', '13700000001', 'local', 'local'],
    ])
    expect(data.list[0]!['body']).toMatch(/\d{6}/)
    const [trail] = await kit.sql<{ n: number }>(`SELECT count(*) AS n FROM audit_entry WHERE resource = 'message.outbox'`)
    expect(trail!.n).toBe(0)
    expect((await admin.call('/admin/message.outbox/add', { body: {} })).status).toBe(404)
    expect((await admin.call('/admin/message.outbox/edit', { body: { id: 1 } })).status).toBe(404)
  })
  test('whatever a message is sent for, the outbox says it in words of the reader', async () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts'))
    const named = sources.flatMap((file) =>
      [...readFileSync(`src/${file}`, 'utf8').matchAll(/\b(?:post|deliver)\([^'\n]*, '(\w+)'|^ {4}(user_\w+): \{ goesTo/gm)].map(
        (m) => m[1] ?? m[2]!,
      ),
    )
    const purposes = [...new Set(named)].toSorted()
    expect(purposes).toEqual(expect.arrayContaining(['session_reuse', 'test', 'user_register']))
    await kit.sql(`INSERT INTO message_outbox (channel, recipient, purpose) SELECT 'mail', 'purpose@example.org', unnest($1::text[])`, [
      purposes,
    ])
    for (const language of ['zh-cn', 'en'] as const) {
      const { data } = await admin.call<{ list: { purpose: string; _labels?: { purpose?: string } }[] }>(
        '/admin/message.outbox/index?limit=100&quickSearch=purpose@example.org',
        { headers: { 'think-lang': language } },
      )
      expect(data.list.map((r) => r.purpose).toSorted()).toEqual(purposes)
      expect(
        data.list.filter((r) => !r._labels?.purpose).map((r) => r.purpose),
        language,
      ).toEqual([])
    }
  })
  test('what is not an address or not a purpose is refused', async () => {
    const twoOrAnother = ['x,known@example.org', 'x<known@example.org', '"x" known@example.org', '\u212Anown@example.org', 'a@exämple.org']
    for (const email of [...twoOrAnother, '', 'x', 'a@b', 'a b@c.de', `${'x'.repeat(100)}@example.org`, 5])
      expect((await kit.sendMail(email as string, 'user_register')).data.problems, String(email)).toEqual([
        expect.objectContaining({ field: 'email' }),
      ])
    for (const mobile of ['', '123', '23800000000', '1380000000x', '+8613800000000'])
      expect((await kit.sendSms(mobile, 'user_register')).data.problems, mobile).toEqual([expect.objectContaining({ field: 'mobile' })])
    for (const event of ['', 'x', 'constructor', '__proto__', 'user_change_mobile', 'user_mobile_verify'])
      expect((await kit.sendMail('a2@example.org', event)).code, event).toBe(0)
    expect((await kit.sendSms('13700000002', 'user_email_verify')).code).toBe(0)
  })
  test('anonymous sends need a captcha; a used one is refused', async () => {
    const refused = { code: 0, data: { captcha: true } }
    expect(await kit.post('/api/Ems/send', { email: 'a3@example.org', event: 'user_register' })).toMatchObject(refused)
    const seen = await kit.captcha()
    expect((await kit.sendMail('a3@example.org', 'user_register', seen)).code).toBe(1)
    expect(await kit.sendMail('a4@example.org', 'user_register', seen)).toMatchObject(refused)
    const wrong = await kit.captcha()
    expect(await kit.sendMail('a4@example.org', 'user_register', { ...wrong, captcha: '9999' })).toMatchObject(refused)
    expect(await kit.sendMail('a4@example.org', 'user_register', wrong)).toMatchObject(refused)
    expect(await kit.outbox('a4@example.org')).toEqual([])
  })
  test('codes for own addresses need a signed-in member', async () => {
    for (const event of ['user_change_email', 'user_email_verify']) expect((await kit.sendMail('known@example.org', event)).code).toBe(302)
    for (const event of ['user_change_mobile', 'user_mobile_verify']) expect((await kit.sendSms('13900000000', event)).code).toBe(302)
  })
  test('without an enabled template there is no SMS to send, and that is said to everybody alike', async () => {
    const [template] = await kit.sql<{ id: number }>(`SELECT id FROM sms_template WHERE code = 'user_retrieve_pwd'`)
    const enable = (status: boolean) => admin.call('/admin/sms.template/edit', { body: { id: template!.id, status } })
    await enable(false)
    for (const mobile of ['13900000000', '13600000001'])
      expect(await kit.sendSms(mobile, 'user_retrieve_pwd')).toMatchObject({ code: 0, msg: '此验证方式暂不可用' })
    await enable(true)
  })
  test('SMS switched off: refused, and not offered', async () => {
    const [config] = await kit.sql<{ id: number }>('SELECT id FROM sms_config')
    await admin.call('/admin/sms.config/edit', { body: { id: config!.id, status: false } })
    expect(await kit.sendSms('13700000003', 'user_register')).toMatchObject({ code: 0, msg: '此验证方式暂不可用' })
    expect((await server.call('/api/user/checkIn')).data).toMatchObject({ accountVerificationType: ['email'] })
    await admin.call('/admin/sms.config/edit', { body: { id: config!.id, status: true } })
  })
})

describe('no oracle', () => {
  test('the answers are equal whether or not the account exists', async () => {
    for (const event of ['user_register', 'user_retrieve_pwd']) {
      const [known, unknown] = [await kit.sendMail('known@example.org', event), await kit.sendMail(`nobody-${event}@example.org`, event)]
      expect(bare(known)).toEqual(bare(unknown))
      const [there, nowhere] = [await kit.sendSms('13900000000', event), await kit.sendSms('13600000000', event)]
      expect(bare(there)).toEqual(bare(nowhere))
    }
    expect(await kit.outbox('nobody-user_retrieve_pwd@example.org')).toEqual([])
    expect((await kit.outbox('known@example.org')).find((m) => m.purpose === 'user_register')?.body).toContain('已有账号')
    expect((await kit.outbox('13900000000')).map((m) => m.purpose)).toEqual(['user_retrieve_pwd'])
    const retrieve = (account: string) =>
      kit.post('/api/account/retrievePassword', { type: 'email', account, captcha: '000000', password: PASSWORD })
    for (let i = 0; i < 6; i++)
      expect(bare(await retrieve('known@example.org'))).toEqual(bare(await retrieve('nobody-user_retrieve_pwd@example.org')))
  })
  onlyInOneProcess('it reads the statements of one process', 'the answer is given before the account is looked up', async () => {
    // While every worker of the post office is held up, sends still answer; nothing about the address has been asked.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    for (let i = 0; i < 4; i++) server.backend.background.hand(() => held)
    const seen: string[] = []
    const database = server.backend.database as { query: typeof server.backend.database.query }
    const { query } = database
    database.query = (text: string, params?: unknown[]) => {
      seen.push(text)
      return query(text, params)
    }
    try {
      expect((await kit.sendMail('known@example.org', 'user_retrieve_pwd')).code).toBe(1)
      expect(seen.length).toBeGreaterThan(2)
      expect(seen.filter((text) => text.includes('user_user'))).toEqual([])
    } finally {
      database.query = query
      release()
    }
    await server.ask('settle')
  })
  test('an address without an account has a code to guess at like any other, and it opens nothing', async () => {
    await kit.sendMail('ghost@example.org', 'user_retrieve_pwd')
    await kit.outbox()
    const rows = await kit.sql(`SELECT key FROM one_time WHERE purpose = 'code:user_retrieve_pwd' AND key = 'ghost@example.org'`)
    expect(rows).toHaveLength(1)
  })
})

describe('codes', () => {
  const check = (email: string, captcha: string, body: object = {}) =>
    kit.post('/api/user/checkIn', {
      tab: 'register',
      registerType: 'email',
      email,
      username: 'coded1',
      password: PASSWORD,
      captcha,
      ...body,
    })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('six digits, stored hashed, replaced by the next', async () => {
    const first = await kit.codeFor('c1@example.org', 'user_register')
    expect(first).toMatch(/^\d{6}$/)
    const [dump] = await kit.sql<{ text: string }>(`SELECT string_agg(t::text, ' ') AS text FROM one_time t WHERE key = 'c1@example.org'`)
    expect(dump!.text).not.toContain(first)
    const second = await kit.codeFor('c1@example.org', 'user_register')
    if (first !== second) expect((await check('c1@example.org', first)).code).toBe(0)
    expect((await check('c1@example.org', second)).code).toBe(1)
  })
  test('the sixth try is refused even with the right code', async () => {
    const code = await kit.codeFor('c2@example.org', 'user_register')
    for (let i = 0; i < 5; i++)
      expect(await check('c2@example.org', wrong(code))).toMatchObject({ code: 0, msg: expect.stringContaining('验证码') })
    expect((await check('c2@example.org', code, { username: 'coded2' })).code).toBe(0)
  })
  test('a hundred guesses at once get five tries', async () => {
    const code = await kit.codeFor('c3@example.org', 'user_register')
    await times(100, (i) => redeemCode(server.backend.database, 'user_register', 'c3@example.org', wrong(String(Number(code) + i))))
    const [row] = await kit.sql<{ tries: number }>(`SELECT tries FROM one_time WHERE key = 'c3@example.org'`)
    expect(row!.tries).toBe(5)
    expect((await check('c3@example.org', code, { username: 'coded3' })).code).toBe(0)
  })
  test('the right code twenty times at once opens once', async () => {
    const code = await kit.codeFor('c4@example.org', 'user_register')
    const answers = await times(20, () => redeemCode(server.backend.database, 'user_register', 'c4@example.org', code))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })
  test('a code for another purpose or another address is refused', async () => {
    const code = await kit.codeFor('c5@example.org', 'user_register')
    expect((await check('c6@example.org', code, { username: 'coded5' })).code).toBe(0)
    expect(
      (await kit.post('/api/account/retrievePassword', { type: 'email', account: 'c5@example.org', captcha: code, password: PASSWORD }))
        .code,
    ).toBe(0)
    const retrieval = await kit.codeFor('known@example.org', 'user_retrieve_pwd')
    expect((await check('known@example.org', retrieval, { username: 'coded5' })).code).toBe(0)
    expect((await check('c5@example.org', code, { username: 'coded5' })).code).toBe(1)
  })
  test('a code is good for ten minutes', async () => {
    const code = await kit.codeFor('c7@example.org', 'user_register')
    const [row] = await kit.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM one_time WHERE key = 'c7@example.org'`,
    )
    expect(row!.seconds).toBeGreaterThan(590)
    expect(row!.seconds).toBeLessThanOrEqual(600)
    await kit.sql(`UPDATE one_time SET expires_at = now() WHERE key = 'c7@example.org'`)
    expect((await check('c7@example.org', code, { username: 'coded7' })).code).toBe(0)
  })
  test('the right code survives a refusal for another reason', async () => {
    const code = await kit.codeFor('c8@example.org', 'user_register')
    expect((await check('c8@example.org', code, { username: 'known' })).data.problems).toEqual([
      expect.objectContaining({ field: 'username' }),
    ])
    expect((await check('c8@example.org', code, { username: 'coded8' })).code).toBe(1)
  })
})

describe('how much leaves the house', () => {
  const flood = async (count: number, one: (i: number) => Promise<Answer>) => {
    const answers: Answer[] = []
    for (let i = 0; i < count; i += 50) answers.push(...(await times(50, (n) => one(i + n))))
    return answers
  }
  test('1,000 sends to one recipient with varied fields: exactly one leaves the outbox within the minute', async () => {
    const answers = await flood(1000, async (i) =>
      kit.sendMail(i % 2 ? 'Flood@Example.org' : 'flood@example.ORG', 'user_register', {
        [`extra${i}`]: i,
        event_id: crypto.randomUUID(),
        key: i,
        ip: `10.0.0.${i}`,
        template_code: `t${i}`,
        mobile: `138${String(i).padStart(8, '0')}`,
        timestamp: Date.now() + i,
      }),
    )
    expect(answers.filter((a) => a.code === 1)).toHaveLength(1)
    for (const a of answers.filter((x) => x.code !== 1)) expect(a.msg).toMatch(/发送过于频繁，请 \d+ 秒后再试/)
    expect((await kit.outbox()).filter((m) => m.recipient.toLowerCase() === 'flood@example.org')).toHaveLength(1)
  })
  test('minute after minute: the hour allows five, the day ten', async () => {
    const next = async (shift: string) => {
      await kit.sql(`UPDATE attempt SET since = since - interval '${shift}' WHERE key LIKE 'send:%:user_%'`)
      return (await kit.sendSms('13700000009', 'user_register')).code
    }
    let sent = 0
    for (let i = 0; i < 20; i++) sent += await next('61 seconds')
    expect(sent).toBe(LIMITS.recipientHour.count)
    await kit.sql(`UPDATE attempt SET since = since - interval '61 minutes' WHERE key LIKE '%/hour'`)
    for (let i = 0; i < 20; i++) sent += await next('61 seconds')
    expect(sent).toBe(LIMITS.recipientDay.count)
    expect(await kit.outbox('13700000009')).toHaveLength(LIMITS.recipientDay.count)
  })
  test('200 recipients from one address: the limit of the address holds, whatever the headers say', async () => {
    const before = (await kit.outbox()).length
    const answers = await flood(200, async (i) => {
      const seen = await kit.captcha()
      return kit.post(
        '/api/Ems/send',
        { email: `many${i}@example.org`, event: 'user_register', ...seen },
        { 'x-forwarded-for': `10.1.${i % 250}.1` },
      )
    })
    expect(answers.filter((a) => a.code === 1)).toHaveLength(LIMITS.addressHour.count)
    expect((await kit.outbox()).length - before).toBe(LIMITS.addressHour.count)
  })
  test('a thousand an hour leave the backend, whoever asks', async () => {
    await kit.forgetLimits()
    await kit.sql(`INSERT INTO attempt (key, failures) VALUES ('send:email', 999)`)
    expect((await kit.sendMail('last@example.org', 'user_register')).code).toBe(1)
    expect(await kit.sendMail('next@example.org', 'user_register')).toMatchObject({
      code: 0,
      msg: expect.stringContaining('发送过于频繁'),
    })
  })
  test('a refused send uses nothing up', async () => {
    await kit.sendMail('same@example.org', 'user_register')
    for (let i = 0; i < 10; i++) await kit.sendMail('same@example.org', 'user_register')
    const [hour] = await kit.sql<{ failures: number }>(`SELECT failures FROM attempt WHERE key LIKE 'send:email:same@example.org/hour'`)
    expect(hour!.failures).toBe(1)
  })
})

describe('a message is a task', () => {
  type Sent = { state: string; worker: string; input: unknown; body: string; status: string }
  const sentTo = async (recipient: string) =>
    (
      await kit.sql<Sent>(
        `SELECT t.state, t.worker, t.input, o.body, o.status FROM task t JOIN message_outbox o ON o.id = t.record::bigint
         WHERE t.kind = 'message.send' AND t.resource = 'message.outbox' AND o.recipient = $1`,
        [recipient],
      )
    )[0]
  test('without a worker the server itself sends it; neither code nor text stand in the task', async () => {
    expect((await kit.sendMail('alone@example.org', 'user_register')).code).toBe(1)
    await server.ask('settle')
    const sent = await sentTo('alone@example.org')
    expect(sent).toMatchObject({ state: 'done', status: 'local' })
    expect(sent?.worker).toMatch(/:server$/)
    const [code] = /\d{6}/.exec(sent?.body ?? '') ?? []
    expect(code).toBeDefined()
    expect(JSON.stringify(sent?.input)).not.toContain(code)
  })
  test('where a worker lives, the worker sends it', async () => {
    const worker = await workBeside(server.backend, [sending])
    expect((await kit.sendMail('worker@example.org', 'user_register')).code).toBe(1)
    await expect.poll(async () => (await sentTo('worker@example.org'))?.state).toBe('done')
    await worker.stop()
    expect((await sentTo('worker@example.org'))?.worker).not.toMatch(/:server$/)
  })
})
