import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTrail } from '../src/server/audit/verify.ts'
import { demoClock } from '../src/server/seed/demo-time.ts'
import { DEMO_MEMBERS } from '../src/server/seed/demo-member.ts'
import { DEMO_ADMINS } from '../src/server/seed/demo.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
const sql = <T>(text: string) => server.backend.database.query<T>(text)

test('the demo hospital has three weeks behind it, in the order of time, none of it in the future', async () => {
  const entries = await sql<{ at: string; action: string }>('SELECT at, action FROM audit_entry ORDER BY id')
  expect(entries.map((e) => e.at)).toEqual(entries.map((e) => e.at).toSorted())
  expect(Date.parse(entries.at(-1)!.at)).toBeLessThanOrEqual(Date.now())
  const days = new Set(entries.filter((e) => e.action === 'login').map((e) => e.at.slice(0, 10)))
  expect(days.size).toBeGreaterThanOrEqual(10)
  expect(Date.now() - Date.parse(entries[0]!.at)).toBeGreaterThan(14 * 86_400_000)
})
test('its trail is sealed like any other, and its ledgers add up', async () => {
  await server.backend.sealer.flush()
  expect(await verifyTrail(server.backend.database)).toMatchObject({ ok: true })
  const members = await sql<{ money: number; booked: number; score: number; scored: number }>(
    `SELECT u.money, coalesce((SELECT sum(change) FROM user_money_log WHERE member = u.id), 0) AS booked,
      u.score, coalesce((SELECT sum(change) FROM user_score_log WHERE member = u.id), 0) AS scored FROM user_user u`,
  )
  expect(members.filter((m) => m.booked !== 0 && m.scored !== 0).length).toBeGreaterThan(0)
  for (const { money, booked, score, scored } of members) expect([booked, scored]).toEqual([money, score])
})
test('its uploads are real files', async () => {
  const rows = await sql<{ sha256: string; url: string; size: number }>('SELECT sha256, url, size FROM routine_attachment')
  expect(rows.length).toBeGreaterThan(5)
  const headers = { batoken: (await server.login()).token }
  for (const { sha256, url, size } of rows) {
    expect(await server.backend.store.has(sha256)).toBe(true)
    expect((await (await fetch(`${server.address}${url}`, { headers })).arrayBuffer()).byteLength).toBe(size)
  }
})
test('a member of the demo has a form to fill in for subjects of their department, with a visit that waits for them', async () => {
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username: 'researcher', password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  type Owed = { id: number; ways: string[]; toDo: { late?: number; due?: number } | null }
  const { list } = (await server.call<{ list: Owed[] }>('/api/study/gather/index', { headers })).data
  const form = list.find(({ ways }) => ways.includes('form'))
  expect((form?.toDo?.late ?? 0) + (form?.toDo?.due ?? 0)).toBeGreaterThan(0)
  // Their first page says so, and leads there.
  type Work = { key: string; path: string; value: number; late: number }
  const { work } = (await server.call<{ work: Work[] }>('/api/account/overview', { headers })).data
  const gather = work.find(({ key }) => key === 'gather')
  expect(gather).toMatchObject({ path: '/user/study/gather' })
  expect(gather?.value).toBeGreaterThan(0)
  expect(gather?.value).toBeLessThanOrEqual(list.length)
})
test('there is something to try in second entry, locks and signatures', async () => {
  expect(await sql('SELECT state, count > 0 AS differs FROM study_second_entry ORDER BY id')).toEqual([
    { state: 'agreed', differs: false },
    { state: 'conflict', differs: true },
  ])
  expect(await sql('SELECT scope, state FROM study_lock')).toEqual([{ scope: 'subject', state: 'frozen' }])
  expect(await sql(`SELECT scope FROM study_signature WHERE state <> 'void'`)).toEqual([{ scope: 'subject' }])
  // Somebody of a ward can enter the next one again.
  const { call } = await server.login('cardiology')
  type Left = { list: { id: number }[] }
  expect((await call<Left>('/admin/study.secondEntry/index')).code).toBe(1)
})
test('it has a task in each state; those that stand still say so, in title and log', async () => {
  const tasks = await sql<{ title: string; state: string; last: string }>(
    `SELECT t.title, t.state, (SELECT e.data->'lines'->>-1 FROM task_event e WHERE e.task = t.id AND e.kind = 'log') AS last FROM task t WHERE t.kind = 'demo.work'`,
  )
  expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(['waiting', 'running', 'done', 'failed', 'parked', 'cancelled']))
  for (const { title, last } of tasks) {
    expect(title).toMatch(/（示例）$/)
    expect(last).toContain('This is an example: it stands still here')
  }
})
test('every account of it is announced, and one command ends them all', async () => {
  const names = async (table: string) =>
    (await sql<{ username: string }>(`SELECT username FROM ${table} WHERE username <> 'admin' ORDER BY id`)).map((r) => r.username)
  expect([await names('auth_admin'), await names('user_user')]).toEqual([DEMO_ADMINS, DEMO_MEMBERS])
  const [admin, auditor] = [await server.login(), await server.login('auditor')]
  const notice = async (call: typeof admin.call) =>
    (await call<{ widgets: { key: string; text: string }[] }>('/admin/dashboard/index')).data.widgets.find((w) => w.key === 'demoAccounts')
      ?.text
  expect(await notice(admin.call)).toContain('datamanager')
  expect(await notice(auditor.call)).toBeUndefined()
  const query = { command: 'demo-end', uuid: crypto.randomUUID() }
  const said = await (
    await fetch(`${server.address}/admin/Terminal/index?${new URLSearchParams(query)}`, { headers: { server: '1', batoken: admin.token } })
  ).text()
  expect(said).toContain('datamanager, cardiology, respiratory, auditor, member, researcher, student')
  expect((await auditor.call('/admin/index/index')).code).toBe(302)
  await expect(server.login('auditor')).rejects.toThrow('账号或密码不正确')
  expect((await server.call('/api/user/checkIn', { body: { username: 'member', password: PASSWORD } })).code).toBe(0)
  expect((await admin.call('/admin/index/index')).code).toBe(1)
  expect(await notice(admin.call)).toBeUndefined()
})
test('its auditors read, and change nothing', async () => {
  const [group] = await sql<{ names: string[] }>(
    `SELECT array_agg(r.name ORDER BY r.name) AS names FROM auth_group g JOIN auth_rule r ON to_jsonb(g.rules) @> to_jsonb(r.id) WHERE g.name = '稽查组'`,
  )
  // `all` is every row of a log; what begins with these letters may be a verb.
  const reading = new Set(['index', 'exportExcel', 'all', 'export'])
  const verbs = await sql<{ name: string }>(`SELECT name FROM auth_rule WHERE type = 'button'`)
  const names = new Set(group?.names)
  expect(names).toContain('study/subject/index')
  expect(verbs.map(({ name }) => name).filter((name) => names.has(name) && !reading.has(name.split('/').at(-1) ?? ''))).toEqual([])
})
test('no entry of it is older than what it tells', async () => {
  const early = await sql<{ resource: string; action: string; key: string }>(
    `SELECT DISTINCT e.resource, e.action, k.key FROM audit_entry e CROSS JOIN LATERAL jsonb_each(e.changes) AS k(key, value)
      WHERE (k.key LIKE '%At' OR k.key LIKE '%From') AND jsonb_typeof(k.value -> 1) = 'string'
        AND k.value ->> 1 ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' AND (k.value ->> 1)::timestamptz > e.at + interval '1 minute'`,
  )
  expect(early).toEqual([])
})
test('it is the same story on every machine', () => {
  const told = () => {
    const clock = demoClock(new Date('2026-03-02T04:00:00Z'))
    return [clock.at(0, 20), clock.at(3, 9), clock.isWeekend(1), ...Array.from({ length: 20 }, () => clock.next(100))]
  }
  expect(told()).toEqual(told())
  expect(told().slice(0, 3)).toEqual(['2026-03-02T03:59:00.000Z', '2026-02-27T01:00:00.000Z', true])
})
test('an empty system tells no story', async () => {
  const empty = await startTestServer({}, ['--empty'])
  const [row] = await empty.backend.database.query<{ n: number }>(
    `SELECT count(*) AS n FROM audit_entry WHERE at < now() - interval '1 hour'`,
  )
  expect(row).toEqual({ n: 0 })
  await empty.close()
})
