import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { Hopeless, defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import type { Order } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

type Row = Record<string, unknown> & { id: number; _labels: Record<string, unknown> }
let server: TestServer
let call: TestServer['call']
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
const title = { 'zh-cn': '试验任务', en: 'Trial task' }

const work = defineTask({
  kind: 'trial.work',
  lane: 'light',
  title,
  words: { first: { 'zh-cn': '第一步', en: 'First step' } },
  input: z.object({ n: z.number() }),
  steps: (none) => none.step('first', async ({ input, log }) => log(`line ${input.n}`)).step('second', async () => ({ said: 'yes' })),
})
const hopeless = defineTask({
  kind: 'trial.hopeless',
  lane: 'light',
  title,
  input: z.object({}),
  steps: (none) => none.step('only', () => Promise.reject(new Hopeless('no file'))),
})
/** Nobody works on these. */
const idle = defineTask({
  kind: 'trial.idle',
  lane: 'light',
  title,
  input: z.object({}),
  steps: (none) => none.step('only', async () => null),
})

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  ;({ call } = await server.login())
  const { config } = server.backend
  worker = await startWorker({
    url: config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [work, hopeless],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const waits = async (order: Order = {}): Promise<number> => (await enqueue(server.backend.database, idle, {}, order)) ?? 0
const read = async (id: number, by = call, lang = 'en') =>
  (await by<{ row: Row }>('/admin/task/read', { query: { id: String(id) }, headers: { 'think-lang': lang } })).data.row
const act = (action: string, ids: number[], by = call) => by(`/admin/task/${action}`, { body: { ids }, headers: { 'think-lang': 'en' } })
const reaches = (id: number, state: string) => expect.poll(async () => (await read(id))['state']).toBe(state)

test('AA-06 a task is listed with its kind in the reader’s words, state, progress and time; its page has input, result and steps', async () => {
  const id = (await enqueue(
    server.backend.database,
    work,
    { n: 7 },
    { owner: { kind: 'admin', id: 1 }, subject: { resource: 'job', record: 3 } },
  ))!
  await reaches(id, 'done')
  const row = await read(id)
  expect(row).toMatchObject({
    title: 'Trial task',
    kind: 'trial.work',
    progress: 1,
    input: { n: 7 },
    result: { said: 'yes' },
    error: null,
    ownerId: 1,
    member: null,
    resource: 'job',
    record: '3',
    called: { title, steps: [{ name: 'first', words: { en: 'First step' } }, { name: 'second' }] },
  })
  expect(row._labels).toMatchObject({ kind: 'Trial task', resource: 'Jobs', ownerId: expect.any(String) })
  expect(row['duration']).toEqual(expect.any(Number))
  expect((await read(id, call, 'zh-cn'))['title']).toBe('试验任务')
  const found = await call<{ list: Row[] }>('/admin/task/index', { query: { quick_search: '试验任' } })
  expect(found.data.list.map((one) => one.id)).toContain(id)
  const none = await call<{ list: Row[] }>('/admin/task/index', { query: { quick_search: 'no such words' } })
  expect(none.data.list).toEqual([])
})

test('AA-06 cancel, park and run again are moves of a person: each stands in the trail, and what cannot be is said with the state', async () => {
  const id = await waits()
  expect(await act('park', [id])).toMatchObject({ code: 1 })
  expect(await read(id)).toMatchObject({ state: 'parked' })
  await server.backend.database.query(`UPDATE task SET started_at = now() - interval '1 day' WHERE id = $1`, [id])
  expect(await act('retry', [id])).toMatchObject({ code: 1 })
  // What waits again takes no time yet, however long ago it was tried.
  expect(await read(id)).toMatchObject({ state: 'waiting', duration: null })
  expect(await act('retry', [id])).toMatchObject({ code: 0, msg: expect.stringContaining('“Waiting”') })
  const dependant = await waits({ dependsOn: [id] })
  expect(await act('cancel', [id])).toMatchObject({ code: 1 })
  expect([await read(id), await read(dependant)]).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
  const trail = await sql(
    `SELECT action, actor_id AS "by", changes FROM audit_entry WHERE resource = 'task' AND record_id = $1 AND action <> 'refused' ORDER BY id`,
    [String(id)],
  )
  expect(trail).toEqual([
    { action: 'park', by: 1, changes: { state: ['waiting', 'parked'] } },
    { action: 'retry', by: 1, changes: { state: ['parked', 'waiting'] } },
    { action: 'cancel', by: 1, changes: { state: ['waiting', 'cancelled'] } },
  ])
})

test('AA-06 of several at once all or none: one that has ended leaves the others as they were', async () => {
  const [open, ended] = [await waits(), await waits()]
  await act('cancel', [ended])
  expect(await act('park', [open, ended])).toMatchObject({ code: 0 })
  expect(await read(open)).toMatchObject({ state: 'waiting' })
})

test('AA-06 a failure is told in one sentence, and run again it fails again', async () => {
  const id = (await enqueue(server.backend.database, hopeless, {}))!
  await reaches(id, 'failed')
  expect(await read(id)).toMatchObject({ error: 'no file', attempt: 1 })
  expect(await act('retry', [id])).toMatchObject({ code: 1 })
  await expect.poll(async () => (await read(id))['attempt']).toBe(2)
  await reaches(id, 'failed')
})

test('AA-06 everybody sees their own and their departments’, and acts only with the right to it', async () => {
  const { data } = await call<{ row: { id: number } }>('/admin/department/add', { body: { name: '检验科', code: 'LAB' } })
  const department = data.row.id
  const reader = await person(server, 'taskreader', /^task(\/index|$)/, { scope: 'department', department })
  const own = await waits({ owner: { kind: 'admin', id: reader.id } })
  const near = await waits({ owner: { kind: 'admin', id: 1, departmentId: department } })
  const far = await waits({ owner: { kind: 'admin', id: 1 } })
  // The number of a member is no number of an admin.
  const foreign = await waits({ owner: { kind: 'member', id: reader.id } })
  const { list } = (await reader.call<{ list: Row[] }>('/admin/task/index', { query: { limit: '100' } })).data
  expect(list.map((row) => row.id).toSorted((a, b) => a - b)).toEqual([own, near])
  for (const id of [far, foreign]) expect(await reader.call('/admin/task/read', { query: { id: String(id) } })).toMatchObject({ code: 0 })
  expect(await act('cancel', [own], reader.call)).toMatchObject({ code: 401 })
  const keeper = await person(server, 'taskkeeper', /^task(\/(index|cancel)|$)/, { scope: 'department', department })
  expect(await act('cancel', [far], keeper.call)).toMatchObject({ code: 0 })
  expect(await act('cancel', [near], keeper.call)).toMatchObject({ code: 1 })
  expect(await read(far)).toMatchObject({ state: 'waiting' })
})

test('AA-06 the last day of one’s own tasks: of very many the newest, and all of them are counted, those that failed too', async () => {
  const reader = await person(server, 'dayreader', /^task(\/index|$)/, { scope: 'self' })
  const fill = (state: string, count: number, hours: number) =>
    server.backend.database.query(
      `INSERT INTO task (kind, title, input, state, lane, owner_kind, owner_id, started_at, ended_at)
       SELECT 'trial.idle', $1, '{}', $1, 'light', 'admin', $3, now() - $4 * interval '1 hour', now() - $4 * interval '1 hour' FROM generate_series(1, $2::int)`,
      [state, count, reader.id, hours],
    )
  await fill('failed', 3, 20)
  await fill('done', 510, 2)
  await fill('done', 5, 30)
  const { data } = await reader.call<{ total: number; failed: number; list: { state: string; startedAt: string; endedAt: string }[] }>(
    '/admin/task/day',
  )
  expect([data.total, data.failed, data.list.length]).toEqual([513, 3, 500])
  expect(new Set(data.list.map(({ state }) => state))).toEqual(new Set(['done']))
  expect(data.list.every(({ startedAt, endedAt }) => !Number.isNaN(Date.parse(startedAt)) && startedAt === endedAt)).toBe(true)
})

test('AA-06 whoever asked learns of the end in the bell, once; of the system’s own nobody does', async () => {
  const asker = await person(server, 'taskasker', /^task(\/index|$)/)
  const owner = { kind: 'admin', id: asker.id } as const
  const done = (await enqueue(server.backend.database, work, { n: 1 }, { owner, title: '血压.csv' }))!
  const failed = (await enqueue(server.backend.database, hopeless, {}, { owner }))!
  const own = (await enqueue(server.backend.database, work, { n: 2 }))!
  for (const [id, state] of [
    [done, 'done'],
    [failed, 'failed'],
    [own, 'done'],
  ] as const)
    await reaches(id, state)
  const heard = async () =>
    (
      await asker.call<{ list: { kind: string; text: string; address: string }[] }>('/admin/notification/index', {
        headers: { 'think-lang': 'en' },
      })
    ).data.list
  await expect.poll(async () => (await heard()).length).toBe(2)
  expect(
    (await heard()).toSorted((a, b) => (a.address < b.address ? -1 : 1)).map(({ kind, text, address }) => [kind, text, address]),
  ).toEqual(
    [
      ['task.mine', 'Task “血压.csv” is done', `/admin/task/${done}`],
      ['task.mine', 'Task “Trial task” failed', `/admin/task/${failed}`],
    ].toSorted((a, b) => (String(a[2]) < String(b[2]) ? -1 : 1)),
  )
  const { list } = (await asker.call<{ list: { kind: string }[] }>('/admin/notification/kinds')).data
  expect(list.map(({ kind }) => kind)).toContain('task.mine')
})

test('AA-06 nobody adds, edits or deletes a task', async () => {
  const id = await waits()
  for (const action of ['add', 'edit', 'del'])
    expect(
      await call(`/admin/task/${action}`, { method: action === 'del' ? 'DELETE' : 'POST', body: { id, ids: [id] } }),
    ).not.toMatchObject({ code: 1 })
  expect(await read(id)).toMatchObject({ state: 'waiting' })
})
