import { utimes } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fail } from '#kernel'
import { exporting } from '../src/server/excel/task.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> } | undefined
type Person = Awaited<ReturnType<typeof person>>
let asker: Person
let other: Person
const RULES = /^(user|user\/user(\/(index|exportExcel))?|task(\/index)?)$/
const NAME = '/admin/user.user/exportExcel'
const query = { columns: 'id,username,motto,mobile,createdAt', order: 'id,desc', quick_search: 'export', zone: 'Asia/Shanghai' }

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  const { call } = await server.login()
  const groups = await call<{ list: { id: number }[] }>('/admin/user.group/index')
  const group = groups.data.list[0]?.id
  for (const n of [1, 2, 3]) {
    const body = { group, username: `export${n}`, nickname: `export${n}`, password: PASSWORD, motto: `word${n}`, mobile: `1380000000${n}` }
    expect(await call('/admin/user.user/add', { body })).toMatchObject({ code: 1 })
  }
  await call('/admin/user.user/add', { body: { group, username: 'left', nickname: 'left', password: PASSWORD } })
  asker = await person(server, 'asker', RULES)
  other = await person(server, 'other', RULES)
})
afterAll(async () => {
  await worker?.stop()
  await server.close()
})
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const work = async () => void (worker ??= await workBeside(server.backend, [exporting]))
const ask = async (by: Person) => {
  const { data } = await by.call<{ task: number }>(`${NAME}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'think-lang': 'en' },
  })
  return data.task
}
type Row = { state: string; error: Record<string, string> | null; result: { sha256: string; rows: number } | null }
const row = async (id: number) => (await sql<Row>('SELECT state, error, result FROM task WHERE id = $1', [id]))[0]
const ends = (id: number, state: string) => expect.poll(async () => (await row(id))?.state).toBe(state)
const take = (by: Person, path: string) =>
  fetch(`${server.address}${path}`, { headers: { server: '1', batoken: by.token, 'think-lang': 'en' } })
const rowsOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  return (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows
}
const MASK = '••••••'
const fileOf = (id: number) => `/admin/task/file?id=${id}`
const FORBIDDEN = { 'zh-cn': fail('auth.forbidden').sentence('zh-cn'), en: fail('auth.forbidden').sentence('en') }
const setRules = async (groupId: number, pattern: RegExp) => {
  const rules = (await sql<{ id: number; name: string }>('SELECT id, name FROM auth_rule')).filter(({ name }) => pattern.test(name))
  await sql('UPDATE auth_group SET rules = $2 WHERE id = $1', [groupId, rules.map(({ id }) => id)])
  server.backend.services.forgetActors()
}

test('an export as a task has the rows, columns and masks of the direct answer; the bell leads to it, and only whoever asked takes it', async () => {
  const direct = await rowsOf(await take(asker, `${NAME}?${new URLSearchParams(query)}`))
  expect(direct).toHaveLength(4)
  expect(direct?.[1]).toEqual([expect.any(Number), 'export3', 'word3', MASK, expect.any(Date)])
  const id = await ask(asker)
  // As long as it waits, asking again is the same task.
  expect(await ask(asker)).toBe(id)
  await work()
  await ends(id, 'done')
  expect(await rowsOf(await take(asker, fileOf(id)))).toEqual(direct)
  expect(JSON.stringify((await sql('SELECT input FROM task WHERE id = $1', [id]))[0])).not.toContain('quick_search')
  const { call, token } = await server.login()
  const seen = await call<{ list: object[] }>('/admin/task/index', { query: { quick_search: 'Export' } })
  expect(seen.data.list).toMatchObject([{ id, title: 'Members · Export', input: { by: asker.id } }])
  expect(JSON.stringify(seen)).not.toContain('sealed')
  const news = await sql('SELECT text, address FROM notification WHERE kind = $1 AND owner_id = $2 AND address IS NOT NULL', [
    'export',
    asker.id,
  ])
  expect(news).toEqual([
    { text: expect.objectContaining({ en: expect.stringContaining('ready to download: 3 rows') }), address: `/admin/task/${id}` },
  ])
  for (const by of [other, { ...other, token }])
    expect(await (await take(by, fileOf(id))).json()).toMatchObject({ code: 0, msg: expect.stringContaining('no file for you') })
  expect(await sql(`SELECT actor_id AS "by" FROM audit_entry WHERE action = 'download' AND resource = 'task'`)).toEqual([{ by: asker.id }])
})

test('whoever lost the right meanwhile gets nothing: neither is it written, nor is a written file handed out', async () => {
  await work()
  const written = await ask(asker)
  await ends(written, 'done')
  await worker?.stop()
  worker = undefined
  const waiting = await ask(asker)
  await setRules(asker.groupId, /^(user|user\/user(\/index)?|task(\/index)?)$/)
  await work()
  await ends(waiting, 'failed')
  expect(await row(waiting)).toMatchObject({ result: null, error: FORBIDDEN })
  expect(await (await take(asker, fileOf(written))).json()).toMatchObject({ msg: FORBIDDEN.en })
  await setRules(asker.groupId, RULES)
  expect((await take(asker, fileOf(written))).headers.get('content-type')).toContain('spreadsheetml')
})

test('what was masked between asking and writing is masked in the file; whoever was disabled gets none', async () => {
  await worker?.stop()
  worker = undefined
  const masked = await ask(other)
  const { call } = await server.login()
  const rule = await call<{ row: { id: number } }>('/admin/security.sensitive/add', {
    body: { title: 'motto', resource: 'user.user', field: 'motto', watch: false, mask: true, groups: [] },
  })
  const left = await person(server, 'leaver', RULES)
  const orphan = await ask(left)
  await sql('UPDATE auth_admin SET status = false WHERE id = $1', [left.id])
  await work()
  await ends(masked, 'done')
  const rows = await rowsOf(await take(other, fileOf(masked)))
  expect(rows?.slice(1).map((cells) => cells[2])).toEqual([MASK, MASK, MASK])
  await ends(orphan, 'failed')
  expect((await row(orphan))?.error).toEqual({
    'zh-cn': '申请这项任务的账号已停用或不存在',
    en: 'The account that asked for this is disabled or gone',
  })
  await call('/admin/security.sensitive/del', { method: 'DELETE', query: { ids: String(rule.data.row.id) } })
})

test('three days later the file is gone from the store, and its page says so', async () => {
  await work()
  const { store, database } = server.backend
  const id = await ask(other)
  await ends(id, 'done')
  const sha256 = (await row(id))?.result?.sha256 ?? ''
  await utimes(store.pathOf(sha256), new Date(0), new Date(0))
  await store.sweep(database)
  expect(await store.has(sha256)).toBe(true)
  await sql(`UPDATE task SET ended_at = ended_at - interval '73 hours' WHERE kind = 'excel.export'`)
  expect(await (await take(other, fileOf(id))).json()).toMatchObject({ code: 0 })
  await store.sweep(database)
  expect(await store.has(sha256)).toBe(false)
})

test('what could not be written is refused at once, and so is a fifth that would wait', async () => {
  const asked = (columns: string, headers = {}) => other.call<{ task: number }>(`${NAME}?columns=${columns}`, { method: 'POST', headers })
  expect(await asked('password')).toMatchObject({ code: 0, msg: expect.stringContaining('password') })
  expect(await asked('id', { group: '999999' })).toMatchObject({ code: 0 })
  const stranger = await person(server, 'stranger', /^(user|user\/user(\/index)?|task(\/index)?)$/)
  expect(await stranger.call(`${NAME}?columns=id`, { method: 'POST' })).toMatchObject({ code: 401, msg: FORBIDDEN['zh-cn'] })
  await worker?.stop()
  worker = undefined
  const waiting = []
  for (const columns of ['id', 'username', 'mobile', 'createdAt']) waiting.push((await asked(columns)).data.task)
  expect(await asked('id,username')).toMatchObject({ code: 0, msg: expect.stringContaining('导出任务过多') })
  expect((await asked('id')).data.task).toBe(waiting[0])
  await work()
  for (const id of waiting) await ends(id, 'done')
  expect((await asked('id,username')).code).toBe(1)
})

test('a person who sees only their own rows gets only those', async () => {
  await work()
  const narrow = await person(server, 'narrow', /^(task(\/(index|exportExcel))?)$/, { scope: 'self' })
  const INSERT = `INSERT INTO task (kind, lane, input, title, called, state, owner_kind, owner_id, seq) VALUES ('trial.scope', 'light', '{}', $1, '{}', 'parked', 'admin', $2, 1)`
  for (const [title, owner] of [
    ['scope own', narrow.id],
    ['scope foreign', other.id],
  ])
    await sql(INSERT, [title, owner])
  const wish = new URLSearchParams({ columns: 'title', quick_search: 'scope ' })
  const { data } = await narrow.call<{ task: number }>(`/admin/task/exportExcel?${wish}`, { method: 'POST' })
  await ends(data.task, 'done')
  const rows = await rowsOf(await take(narrow, fileOf(data.task)))
  expect(rows?.slice(1)).toEqual([['scope own']])
})

test('a list that is longer than is counted is answered itself as ever, and is the same as a task', async () => {
  await work()
  const clerk = await person(server, 'clerk', /^(job(\/(index|exportExcel))?|task(\/index)?)$/)
  await sql(`INSERT INTO job (name, code) SELECT 'long ' || n, 'LONG' || n FROM generate_series(1, 10001) n`)
  const wish = new URLSearchParams({ columns: 'name', quick_search: 'long ', order: 'id,asc' })
  expect((await clerk.call(`/admin/job/index?${wish}`)).data).toMatchObject({ total: 10_000, capped: true })
  const direct = await rowsOf(await take(clerk, `/admin/job/exportExcel?${wish}`))
  expect(direct).toHaveLength(10_002)
  const { data } = await clerk.call<{ task: number }>(`/admin/job/exportExcel?${wish}`, { method: 'POST', headers: { 'think-lang': 'en' } })
  await ends(data.task, 'done')
  expect(await rowsOf(await take(clerk, fileOf(data.task)))).toEqual(direct)
})
