import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { redeemCode } from '../src/server/message/code.ts'
import { memberKit } from './member-kit.ts'
import { sweepOutbox } from '../src/server/message/retention.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Seen = { url: string; headers: Record<string, unknown>; body: string }
let answer: (seen: Seen) => { status?: number; body: object; delay?: number } = () => ({ body: {} })
const seen: Seen[] = []
const fake = createServer((request, response) => {
  const chunks: Buffer[] = []
  request
    .on('data', (c: Buffer) => chunks.push(c))
    .on('end', () => {
      const one = { url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      const { status = 200, body, delay = 0 } = answer(one)
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)), delay)
    })
})

let server: TestServer
let kit: ReturnType<typeof memberKit>
let admin: Awaited<ReturnType<TestServer['login']>>
beforeAll(async () => {
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  server = await startTestServer({}, undefined, { gateways: { aliyun: endpoint, tencent: endpoint, qiniu: endpoint, yunpian: endpoint } })
  kit = memberKit(server)
  admin = await server.login()
})
afterAll(() => server.close())
afterEach(() => kit.forgetLimits())

describe('SMS gateways', () => {
  const configure = async (change: object) => {
    const [config] = await kit.sql<{ id: number }>('SELECT id FROM sms_config')
    return admin.call<{ row: Record<string, unknown>; problems?: { field: string }[] }>('/admin/sms.config/edit', {
      body: { id: config!.id, ...change },
    })
  }
  const aliyunKeys = { aliyunAccessKeyId: 'ak', aliyunAccessKeySecret: 'aliyun-secret-1', aliyunSignName: '医院' }
  const yunpianKeys = { yunpianApiKey: 'yunpian-secret-2', yunpianSignName: '医院' }
  afterAll(async () => {
    await configure({ gateways: [] })
    fake.close()
  })

  test('AA-12 a gateway is enabled only with its keys; secrets go in and never come out', async () => {
    expect((await configure({ gateways: ['tencent'] })).data.problems?.map((p) => p.field)).toEqual([
      'tencentSecretId',
      'tencentSecretKey',
      'tencentSdkAppId',
      'tencentSignName',
    ])
    expect((await configure({ gateways: ['aliyun'], ...aliyunKeys })).code).toBe(1)
    const { data } = await admin.call<{ list: Record<string, unknown>[] }>('/admin/sms.config/index')
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).toMatchObject({ aliyunAccessKeyId: 'ak', aliyunAccessKeySecret: expect.stringMatching(/^••••••#[0-9a-f]{4}$/) })
    const history = await admin.call(`/admin/sms.config/history`, { query: { id: String(data.list[0]!['id']) } })
    const [everywhere] = await kit.sql<{ text: string }>(
      `SELECT concat((SELECT string_agg(a::text, ' ') FROM audit_entry a), (SELECT string_agg(s::text, ' ') FROM setting s), (SELECT string_agg(c::text, ' ') FROM sms_config c)) AS text`,
    )
    for (const text of [JSON.stringify(data), JSON.stringify(history), everywhere!.text]) expect(text).not.toContain('aliyun-secret-1')
    // The mark sent back keeps the secret; the add and del of a settings record do not exist.
    expect((await configure({ aliyunAccessKeySecret: data.list[0]!['aliyunAccessKeySecret'], timeout: 3 })).code).toBe(1)
    for (const action of ['add', 'del']) expect((await admin.call(`/admin/sms.config/${action}`, { body: {} })).status).toBe(404)
  })
  test('a code goes out through the gateway; the outbox keeps no code', async () => {
    await admin.call('/admin/sms.template/edit', {
      body: { id: 1, template: 'SMS_1', gatewayTemplates: [{ key: 'yunpian', value: '77' }] },
    })
    answer = () => ({ body: { Code: 'OK', BizId: 'biz-1' } })
    seen.length = 0
    expect((await kit.sendSms('13500000001', 'user_register')).code).toBe(1)
    const [message] = await kit.outbox('13500000001')
    expect(message).toMatchObject({ status: 'sent', provider: 'aliyun', receipt: 'biz-1', attempts: 1 })
    expect(message!.body).toContain('••••••')
    expect(message!.body).not.toMatch(/\d{6}/)
    const query = new URL(seen[0]!.url, 'http://x').searchParams
    expect(query.get('TemplateCode')).toBe('SMS_1')
    const sentCode = (JSON.parse(query.get('TemplateParam')!) as { code: string }).code
    expect(sentCode).toMatch(/^\d{6}$/)
    expect(await redeemCode(server.backend.database, 'user_register', '13500000001', sentCode)).toBe(true)
  })
  test('when one gateway fails the next is tried; a passing fault gets a second try; tries are bounded', async () => {
    expect((await configure({ gateways: ['aliyun', 'yunpian'], strategy: 'sequential', ...yunpianKeys })).code).toBe(1)
    answer = ({ url }) => (url.includes('single_send') ? { body: { code: 0, sid: 5 } } : { status: 503, body: {} })
    seen.length = 0
    await kit.sendSms('13500000002', 'user_register')
    expect((await kit.outbox('13500000002'))[0]).toMatchObject({ status: 'sent', provider: 'yunpian', attempts: 2 })
    answer = () => ({ status: 503, body: {} })
    seen.length = 0
    await kit.sendSms('13500000003', 'user_register')
    expect((await kit.outbox('13500000003'))[0]).toMatchObject({ status: 'failed', attempts: 4, error: 'HTTP 503' })
    expect(seen).toHaveLength(4)
    answer = ({ url }) => ({
      body: url.includes('single_send') ? { code: 3, msg: 'no money' } : { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: 'no money' },
    })
    await kit.sendSms('13500000004', 'user_register')
    expect((await kit.outbox('13500000004'))[0]).toMatchObject({ status: 'failed', attempts: 2, error: '3: no money' })
  })
  test('random strategy spreads over the gateways', async () => {
    await configure({ strategy: 'random' })
    answer = ({ url }) => ({ body: url.includes('single_send') ? { code: 0, sid: 5 } : { Code: 'OK' } })
    const providers = new Set<string>()
    for (let i = 0; i < 40 && providers.size < 2; i++) {
      await kit.forgetLimits()
      await kit.sendSms(`135000001${String(i).padStart(2, '0')}`, 'user_register')
      providers.add((await kit.outbox())[0]!.provider)
    }
    expect([...providers].toSorted()).toEqual(['aliyun', 'yunpian'])
    await configure({ strategy: 'sequential' })
  })
  test('a gateway that does not answer is given up after the timeout', async () => {
    await configure({ gateways: ['yunpian'], timeout: 1 })
    answer = () => ({ body: { code: 0 }, delay: 3000 })
    await kit.sendSms('13500000005', 'user_register')
    expect((await kit.outbox('13500000005'))[0]).toMatchObject({ status: 'failed', attempts: 2, error: 'no answer in time' })
  })
  test('AA-13 test send of a template tells the admin what became of it', async () => {
    answer = ({ body }) => ({
      body: new URLSearchParams(body).get('mobile') === '13500000006' ? { code: 0, sid: 9 } : { code: 8, detail: 'blocked' },
    })
    const send = (mobile: string) => admin.call('/admin/sms.template/test', { body: { ids: [1], mobile } })
    expect(await send('13500000006')).toMatchObject({ code: 1, data: { status: 'sent', provider: 'yunpian' } })
    expect(await send('13500000007')).toMatchObject({ code: 1, data: { status: 'failed', error: '8: blocked' } })
    expect(await send('123')).toMatchObject({ code: 0, data: { problems: [{ field: 'mobile' }] } })
    expect((await send('13500000006')).code).toBe(0)
  })
})

test('AA-22 mail settings: the password goes in and never comes out, a test mail says what the server said', async () => {
  const [config] = await kit.sql<{ id: number }>('SELECT id FROM mail_config')
  const edit = (change: object) =>
    admin.call<{ row: Record<string, unknown> }>('/admin/mail.config/edit', { body: { id: config!.id, ...change } })
  const send = (email: string) => admin.call('/admin/mail.config/test', { body: { ids: [config!.id], email } })
  expect(await send('t1@example.org')).toMatchObject({ code: 1, data: { status: 'local', provider: 'local' } })
  expect(await edit({ server: '127.0.0.1' })).toMatchObject({ code: 0, data: { problems: [{ field: 'sender' }] } })
  const { data } = await edit({
    server: '127.0.0.1',
    port: 1,
    security: 'none',
    sender: 'noreply@example.org',
    user: 'u',
    secret: 'mail-secret-3',
  })
  expect(data.row['secret']).toMatch(/^••••••#/)
  expect(await send('t2@example.org')).toMatchObject({ code: 1, data: { status: 'failed', provider: 'smtp', attempts: 2 } })
  await kit.sendMail('t3@example.org', 'user_register')
  expect((await kit.outbox('t3@example.org'))[0]).toMatchObject({ status: 'failed', body: expect.stringContaining('••••••') })
  expect(await send('x')).toMatchObject({ code: 0, data: { problems: [{ field: 'email' }] } })
  await edit({ server: '' })
  await edit({ status: false })
  expect(await kit.sendMail('t4@example.org', 'user_register')).toMatchObject({ code: 0, msg: '此验证方式暂不可用' })
  await edit({ status: true })
})

describe('templates and variables', () => {
  test('AA-14 a variable has one of the safe sources', async () => {
    const add = (body: object) => admin.call<{ row: { id: number } }>('/admin/sms.variable/add', { body: { title: 't', ...body } })
    for (const source of ['sql', 'func', 'constructor', ''])
      expect((await add({ name: 'bad', source, value: 'SELECT 1' })).code, source).toBe(0)
    expect((await add({ name: 'Bad Name', source: 'date' })).code).toBe(0)
    expect((await add({ name: 'ward', source: 'literal', value: '${code}' })).code).toBe(1)
    for (const source of ['date', 'time', 'recipient']) expect((await add({ name: `v_${source}`, source })).code).toBe(1)
  })
  test('AA-13 a template names only variables that exist, and values are not read again for placeholders', async () => {
    const add = (content: string) =>
      admin.call<{ row: { id: number } }>('/admin/sms.template/add', {
        body: { title: '测试', code: `t${Math.random().toString(36).slice(2, 8)}`, content },
      })
    expect(await add('${code} ${nothing}')).toMatchObject({ code: 0, msg: '没有启用的变量：nothing' })
    const { data } = await add('病区 ${ward}，${v_date}，${v_recipient}')
    await admin.call('/admin/sms.template/test', { body: { ids: [data.row.id], mobile: '13400000001' } })
    expect((await kit.outbox('13400000001'))[0]!.body).toMatch(/^病区 \$\{code\}，\d{4}-\d{2}-\d{2}，134\*\*\*\*0001$/)
    const { data: variables } = await admin.call<{ list: { id: number; name: string; templates: number }[] }>('/admin/sms.variable/index')
    const ward = variables.list.find((v) => v.name === 'ward')!
    expect(ward.templates).toBe(1)
    const used = { code: 0, msg: '记录正在被“测试”引用，请先解除引用' }
    expect(await admin.call('/admin/sms.variable/edit', { body: { id: ward.id, name: 'other' } })).toMatchObject(used)
    expect(await admin.call('/admin/sms.variable/del', { method: 'DELETE', query: { ids: String(ward.id) } })).toMatchObject(used)
  })
})

test('the outbox keeps messages as long as the backend has decided, and no longer', async () => {
  const old = await kit.sql<{ id: number }>(
    `INSERT INTO message_outbox (channel, recipient, purpose, created_at) VALUES ('sms', '13300000000', 'test', now() - interval '200 days') RETURNING id`,
  )
  const left = async () => (await kit.sql('SELECT 1 FROM message_outbox WHERE id = $1', [old[0]!.id])).length
  await kit.sql(`UPDATE routine_config SET value = '0' WHERE name = 'message_keep_days'`)
  expect(await sweepOutbox(server.backend.database)).toBe(0)
  expect(await left()).toBe(1)
  await kit.sql(`UPDATE routine_config SET value = '180' WHERE name = 'message_keep_days'`)
  expect(await sweepOutbox(server.backend.database)).toBe(1)
  expect(await left()).toBe(0)
})
