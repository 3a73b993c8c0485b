import { afterAll, beforeAll, expect, test } from 'vitest'
import { reminding } from '../src/areas/query/server/remind.ts'
import { digesting } from '../src/server/message/digest.ts'
import { sending } from '../src/server/message/send-task.ts'
import { gatewaysForTests } from '../src/server/message/setting.ts'
import { notify } from '../src/server/notification/notify.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { hospitalDay } from '../src/server/zone.ts'
import { startMailServer } from './mail-server.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(query|comment)(/|$)`)
let server: TestServer
let manager: Person
let root: TestServer['call']
let worker: { stop(): Promise<void> }
let mail: Awaited<ReturnType<typeof startMailServer>>
let nurse: number
let raise: (due: string | null) => Promise<number>
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  mail = await startMailServer()
  worker = await workBeside(server.backend, [reminding, digesting, sending])
  root = (await server.login('admin')).call
  manager = await person(server, 'manager', RULES)
  await sql('UPDATE auth_admin SET email = NULL, mobile = NULL')
  await sql('UPDATE user_user SET email = NULL, mobile = NULL')
  await sql('UPDATE query SET due = NULL')
  await sql('DELETE FROM notification')
  const [{ id: department } = { id: 0 }] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
  const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
  nurse = (
    await add(root, 'user.user', { username: 'nurse', nickname: 'nurse', group: group!.id, password: PASSWORD, email: 'nurse@example.org' })
  ).id
  const { study, visit } = await collecting(manager.call, 'RM-1', department, manager.id)
  await add(manager.call, 'study.member', { study, user: nurse, role: 'coordinator', departments: [department] })
  const { forms } = await publish(manager.call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压', type: 'integer' })],
  }))
  let number = 0
  raise = async (due) => {
    const subject = await add(manager.call, 'study.subject', { study, code: `RM-${++number}`, department })
    const { id } = await add(manager.call, `clinical.data.f${forms[0]!.id}`, { subject: subject.id, visit, v1: '900' })
    const body = { form: forms[0]!.id, record: id, field: 'v1', text: '请核对' }
    const [query] = (await post<{ ids: number[] }>(manager.call, 'query/raise', body)).data.ids
    await sql('UPDATE query SET due = $2 WHERE id = $1', [query, due])
    return query!
  }
})
afterAll(async () => {
  gatewaysForTests({})
  await worker.stop()
  mail.close()
  await server.close()
})

const dayAfter = (days: number): string => hospitalDay(Date.now() + days * 86_400_000)
const run = async <Input>(task: Parameters<typeof enqueue<Input>>[1], input: Input): Promise<Record<string, unknown>> => {
  const id = await enqueue(server.backend.database, task, input, {})
  const row = async () =>
    (await sql<{ state: string; result: Record<string, unknown> }>('SELECT state, result FROM task WHERE id = $1', [id]))[0]
  await expect.poll(async () => (await row())?.state, { timeout: 30_000 }).toBe('done')
  return (await row())!.result
}
const remind = (day?: string) => run(reminding, day ? { day } : {})
const digest = () => run(digesting, {})
const told = () =>
  sql<{ text: { 'zh-cn': string } }>(
    `SELECT text, address FROM notification WHERE kind = 'query.due' AND owner_kind = 'member' AND owner_id = $1`,
    [nurse],
  )
const outbox = () =>
  sql<{ recipient: string; subject: string; body: string; status: string }>(
    `SELECT recipient, channel, subject, body, status FROM message_outbox WHERE purpose = 'digest' ORDER BY id`,
  )
const useMail = async (isOn: boolean) => {
  const [config] = await sql<{ id: number }>('SELECT id FROM mail_config')
  const body = { id: config?.id, server: isOn ? '127.0.0.1' : '', port: mail.port, security: 'none', sender: 'noreply@example.org' }
  expect(await root('/admin/mail.config/edit', { body })).toMatchObject({ code: 1 })
}
/** Everything that has happened is an hour older. */
const anHourLater = async () => {
  await sql(`UPDATE notification_digest SET at = at - interval '1 hour'`)
  await sql(`UPDATE notification SET at = at - interval '1 hour'`)
}
const set = (values: object) => root('/admin/routine.config/save', { body: { group: 'basics', values } })

test('whoever is to answer is reminded of what is due soon and overdue in one line, once a day', async () => {
  const [late, soon] = [await raise(dayAfter(-3)), await raise(dayAfter(2))]
  await raise(dayAfter(3))
  await raise(null)
  expect(await remind()).toEqual({ told: 1 })
  expect(await told()).toEqual([
    {
      text: { 'zh-cn': '有 2 条质疑等您答复，其中 1 条已逾期', en: 'Queries that are due and wait for your answer: 2, overdue: 1' },
      address: '/user/study/query',
    },
  ])
  // However often the clock asks on one day; on the next it is said again.
  expect(await remind()).toEqual({ told: 0 })
  await sql(`UPDATE notification SET at = at - interval '1 day' WHERE kind = 'query.due'`)
  expect(await remind()).toEqual({ told: 1 })
  expect(await told()).toHaveLength(1)
  // What was answered waits for nobody there.
  await sql(`UPDATE query SET state = 'answered' WHERE id = ANY($1)`, [[late, soon]])
  await sql(`DELETE FROM notification WHERE kind = 'query.due'`)
  expect(await remind()).toEqual({ told: 0 })
  await sql(`UPDATE query SET state = 'open' WHERE id = ANY($1)`, [[late, soon]])
  // Behind a lock it cannot be answered: nobody is asked for that day by day.
  await sql(
    `INSERT INTO study_lock (study, scope, subject, level, title, reason, state, since)
     SELECT study, 'subject', subject, 'lock', 'x', 'x', 'locked', now() FROM query WHERE id = ANY($1)`,
    [[late, soon]],
  )
  expect(await remind()).toEqual({ told: 0 })
  await sql(`DELETE FROM study_lock WHERE title = 'x'`)
})

test('how many days ahead, and when, are settings; a blank clock asks for nothing', async () => {
  await sql(`DELETE FROM notification WHERE kind = 'query.due'`)
  expect(await set({ query_remind_days: 3 })).toMatchObject({ code: 1 })
  await remind()
  expect((await told())[0]?.text['zh-cn']).toBe('有 3 条质疑等您答复，其中 1 条已逾期')
  const scheduled = async () =>
    (await sql<{ cron: string; kind: string }>(`SELECT cron, kind FROM schedule WHERE name = 'query.remind'`))[0]
  expect(await scheduled()).toEqual({ cron: '30 8 * * *', kind: 'query.remind' })
  expect(await set({ query_remind_cron: '0 7 * * 1-5' })).toMatchObject({ code: 1 })
  expect(await scheduled()).toEqual({ cron: '0 7 * * 1-5', kind: 'query.remind' })
  expect((await set({ query_remind_cron: '*/5 * * * *' })).code).toBe(0)
  expect(await set({ query_remind_cron: '' })).toMatchObject({ code: 1 })
  expect(await scheduled()).toBeUndefined()
})

test('what waits unread goes out as one mail per person and hour; without a mail server nothing is written', async () => {
  await useMail(false)
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
  expect(await outbox()).toEqual([])
  await useMail(true)
  expect(await digest()).toEqual({ mail: 1, sms: 0 })
  await expect.poll(async () => (await outbox()).map(({ status }) => status)).toEqual(['sent'])
  const [sent] = await outbox()
  // Four queries were given to the nurse, and one line reminds of those that are due.
  expect(sent).toMatchObject({ recipient: 'nurse@example.org' })
  expect(sent?.subject).toMatch(/^5 条未读消息/)
  expect(sent?.body).toContain('有 3 条质疑等您答复，其中 1 条已逾期')
  expect(sent?.body).not.toContain('900')
  expect(mail.received).toHaveLength(1)
  // More comes within the hour: it waits for the next one, which has nothing of what was sent.
  await raise(null)
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
  await anHourLater()
  expect(await digest()).toEqual({ mail: 1, sms: 0 })
  expect((await outbox()).at(-1)?.subject).toMatch(/^1 条未读消息/)
  // What was told before a message and committed after it goes out with the next one.
  await anHourLater()
  await raise(null)
  await server.backend.database.transaction(async (tx) => {
    const kind = { kind: 'query.assigned', title: { 'zh-cn': '质疑', en: 'Queries' }, icon: 'x' }
    await notify(tx, kind, [{ kind: 'member', id: nurse }], { text: { 'zh-cn': '晚提交的', en: 'late' }, key: 'late' })
    expect(await digest()).toEqual({ mail: 1, sms: 0 })
    expect((await outbox()).at(-1)?.body).not.toContain('晚提交的')
  })
  await anHourLater()
  expect(await digest()).toEqual({ mail: 1, sms: 0 })
  expect((await outbox()).at(-1)).toMatchObject({
    subject: expect.stringMatching(/^1 条未读消息/),
    body: expect.stringContaining('晚提交的'),
  })
  // What was read, and what was switched off, is not sent.
  await anHourLater()
  await raise(null)
  await sql(`UPDATE notification SET read_at = now() WHERE owner_kind = 'member' AND owner_id = $1`, [nurse])
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
  await sql(`INSERT INTO notification_mute (owner_kind, owner_id, kind) VALUES ('member', $1, 'query.assigned')`, [nurse])
  await raise(null)
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
  await sql('DELETE FROM notification_mute')
  await raise(null)
  expect(await set({ digest_mail: false })).toMatchObject({ code: 1 })
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
})

test('by SMS it is the number alone, from its template; a local outbox is no way out', async () => {
  expect(await set({ digest_sms: true })).toMatchObject({ code: 1 })
  await sql(`UPDATE user_user SET mobile = '13800138999' WHERE id = $1`, [nurse])
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
  // Nobody listens there.
  gatewaysForTests({ yunpian: 'http://127.0.0.1:1' })
  await sql(`UPDATE sms_config SET gateways = '{yunpian}', yunpian_sign_name = 'x'`)
  const waiting = await sql(`SELECT 1 FROM notification WHERE owner_kind = 'member' AND owner_id = $1 AND read_at IS NULL`, [nurse])
  expect(await digest()).toEqual({ mail: 0, sms: 1 })
  const [sent] = (await outbox()).slice(-1)
  expect(sent).toMatchObject({ recipient: '13800138999', body: expect.stringContaining(`有 ${waiting.length} 条未读消息等待处理`) })
  await sql(`UPDATE sms_template SET status = false WHERE code = 'notification_digest'`)
  await anHourLater()
  await raise(null)
  expect(await digest()).toEqual({ mail: 0, sms: 0 })
})
