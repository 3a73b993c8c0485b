import { afterAll, beforeAll, expect, test } from 'vitest'
import { reminding } from '../src/areas/gather-project/server/remind.ts'
import { digesting } from '../src/server/message/digest.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { hospitalDay } from '../src/server/zone.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { Answer, Call as Options, TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

type Row = Record<string, unknown> & { id: number }
type News = { id: number; kind: string; text: string; address: string | null; readAt: string | null }
let server: TestServer
let manager: TestServer['call']
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  manager = (await server.login('datamanager')).call
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [reminding, digesting],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const memberIn = async (username: string) => {
  const body = { tab: 'login', username, password: PASSWORD, keep: true }
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', { body })
  return <T>(path: string, options: Options = {}): Promise<Answer<T>> =>
    server.call<T>(path, { ...options, headers: { 'ba-user-token': data.userInfo.token, ...options.headers } })
}
const newsOf = async (call: Awaited<ReturnType<typeof memberIn>>, language = 'zh-cn') =>
  (await call<{ list: News[]; unread: number }>('/api/notification/index', { headers: { 'think-lang': language } })).data
const overdue = (days: number, code = 'HTN-VS') =>
  sql(`UPDATE gather_project SET due_next = $1::date - $2::int WHERE code = $3`, [hospitalDay(), days, code])
const gatherOf = async (code: string) => (await sql<Row>('SELECT id FROM gather_project WHERE code = $1', [code]))[0]!.id
const remind = async (...codes: string[]) =>
  manager('/admin/gather.project/remind', { body: { ids: await Promise.all(codes.map(gatherOf)) } })

test('AA-02 whoever hands data over is reminded of what is overdue, once a day, and it is written down', async () => {
  const researcher = await memberIn('researcher')
  const before = await newsOf(researcher)
  await sql('UPDATE gather_project SET due_next = $1::date + 3', [hospitalDay()])
  expect((await remind('HTN-VS')).msg).toBe('所选采集项目都没有逾期，不用提醒')
  await overdue(2)
  // The one that is not overdue is left out.
  expect(await remind('HTN-VS', 'HTN-LAB')).toMatchObject({ code: 1 })
  const [one] = (await newsOf(researcher)).list
  expect(one).toMatchObject({
    kind: 'gather.overdue',
    text: '“生命体征按周上传”的数据已逾期 2 天，请尽快交来',
    address: '/user/study/gather',
  })
  expect((await newsOf(researcher, 'en')).list[0]?.text).toBe('“Vital signs, weekly” is overdue, days: 2; please hand the data over')
  expect((await newsOf(researcher)).unread).toBe(before.unread + 1)
  expect((await remind('HTN-VS')).msg).toBe('今天已经提醒过所有人，明天可以再提醒')
  const search = JSON.stringify([
    { field: 'action', operator: '=', val: 'remind' },
    { field: 'outcome', operator: '=', val: 'done' },
  ])
  const { data } = await manager<{ list: (Row & { _labels: object })[] }>('/admin/auth.log/index', { query: { search } })
  expect(data.list).toMatchObject([{ label: '生命体征按周上传', _labels: { action: '提醒交付' } }])
  expect(JSON.stringify(data.list)).toContain('提醒人数')
})

test('AA-02 a member reads their own notifications and nobody else’s', async () => {
  const [researcher, student] = [await memberIn('researcher'), await memberIn('student')]
  const { list, unread } = await newsOf(researcher)
  expect(unread).toBeGreaterThan(0)
  expect((await newsOf(student)).list.map(({ id }) => id).filter((id) => list.some((one) => one.id === id))).toEqual([])
  await student('/api/notification/read', { body: { ids: list.map(({ id }) => id) } })
  expect((await newsOf(researcher)).unread).toBe(unread)
  expect(await researcher('/api/notification/read', { body: {} })).toMatchObject({ data: { unread: 0 } })
  expect((await server.call('/api/notification/index')).code).not.toBe(1)
})

test('AA-02 the clock reminds on the first, the third and every seventh day', async () => {
  await sql('DELETE FROM notification WHERE kind = $1', ['gather.overdue'])
  const run = async () => {
    const id = await enqueue(server.backend.database, reminding, {})
    const done = async () => (await sql<{ state: string; result: unknown }>('SELECT state, result FROM task WHERE id = $1', [id]))[0]
    await expect.poll(async () => (await done())?.state, { timeout: 30_000 }).toBe('done')
    return (await done())?.result as { told: number }
  }
  const told: number[] = []
  for (const days of [1, 2, 3, 4, 7, 10, 14]) {
    await overdue(days)
    if ((await run()).told > 0) told.push(days)
    await sql('DELETE FROM notification WHERE kind = $1', ['gather.overdue'])
  }
  expect(told).toEqual([1, 3, 7, 14])
  // Run again on the same day it says nothing twice.
  await overdue(7)
  expect((await run()).told).toBeGreaterThan(0)
  expect((await run()).told).toBe(0)
})

test('AA-02 reminders of several gather projects reach a person as one mail, and no second one within the hour', async () => {
  await sql('DELETE FROM notification')
  await sql('UPDATE auth_admin SET email = NULL, mobile = NULL')
  await sql(`UPDATE user_user SET mobile = NULL, email = CASE username WHEN 'researcher' THEN 'researcher@example.org' END`)
  const root = (await server.login('admin')).call
  const [config] = await sql<{ id: number }>('SELECT id FROM mail_config')
  const body = { id: config?.id, server: '127.0.0.1', port: 25, security: 'none', sender: 'noreply@example.org' }
  expect(await root('/admin/mail.config/edit', { body })).toMatchObject({ code: 1 })
  const digest = async () => {
    const id = await enqueue(server.backend.database, digesting, {})
    const state = async () => (await sql<{ state: string }>('SELECT state FROM task WHERE id = $1', [id]))[0]?.state
    await expect.poll(state, { timeout: 30_000 }).toBe('done')
  }
  const mails = () =>
    sql<{ recipient: string; body: string }>(
      `SELECT recipient, body FROM message_outbox WHERE purpose = 'digest' AND channel = 'mail' ORDER BY id`,
    )
  // One by hand, the others by the rule: all of them wait for the same person.
  await overdue(2)
  expect(await remind('HTN-VS')).toMatchObject({ code: 1 })
  await sql(`UPDATE gather_project SET due_next = $1::date - 3, state = 'open' WHERE code = 'HTN-LAB'`, [hospitalDay()])
  const id = await enqueue(server.backend.database, reminding, {})
  await expect
    .poll(async () => (await sql<{ state: string }>('SELECT state FROM task WHERE id = $1', [id]))[0]?.state, { timeout: 30_000 })
    .toBe('done')
  await digest()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: 'researcher@example.org', body: expect.stringContaining('生命体征按周上传') })
  expect(mail?.body.match(/已逾期/g)).toHaveLength(2)
  await sql(`UPDATE notification SET at = now(), read_at = NULL`)
  await digest()
  expect(await mails()).toHaveLength(1)
})
