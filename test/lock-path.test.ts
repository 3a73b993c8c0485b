import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mounted } from '../src/areas/registry.server.ts'
import { bulk } from '../src/server/bulk/task.ts'
import { houseTasks } from '../src/worker/house.ts'
import { guardTables } from '../src/study/lock/guard.ts'
import { SCOPES } from '../src/study/lock/held.ts'
import type { Scope } from '../src/study/lock/held.ts'
import { NEVER, TRIED, TASKS, UPLOADS } from './lock-path.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|query|approval|bulk)(/|$)`)
let server: TestServer
let manager: Person
let second: Person
let nurse: { id: number; post(path: string, body: object): Promise<{ code: number; msg: string }> }
let call: Call
let department: number
let elsewhere: number
let worker: { stop(): Promise<void> }
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const member = async (username: string) => {
  const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
  const root = (await server.login('admin')).call
  const { id } = await add(root, 'user.user', { username, nickname: username, group: group!.id, password: PASSWORD })
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token, 'x-reason': encodeURIComponent('改') }
  return { id, post: (path: string, body: object) => server.call(`/api/study/${path}`, { headers, body }) }
}
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  const [here] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
  const [there] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`)
  ;[department, elsewhere] = [here!.id, there!.id]
  manager = await person(server, 'manager', RULES)
  second = await person(server, 'second', RULES)
  nurse = await member('nurse')
  call = manager.call
  worker = await workBeside(server.backend, [bulk])
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

type Built = Record<Scope, number> & { name: string; table: string; other: number; asked: number; query: number; twice: number }
let number = 0
/** A record that a gather project brought, asked for by another, queried, entered a second time with another value, and open to be submitted. */
const built = async (): Promise<Built> => {
  const code = `LP-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  await add(call, 'study.member', { study, user: nurse.id, role: 'coordinator', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { repeats: true, doubleEntry: true })],
    codelists: [],
    variables: [variable('vitals', 'sbp')],
  }))
  const formId = forms[0]!.id
  const [name, table] = [`clinical.data.f${formId}`, `"record"."t${formId}"`]
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const other = await add(call, 'study.subject', { study, code: `${code}-002`, department })
  const gather = await add(call, 'gather.project', { study, code: `${code}-G`, name: '上传', nameEn: 'Upload', channel: 'upload' })
  const filled = { study, code: `${code}-F`, name: '录入', nameEn: 'Entry', channel: 'form', form: formId }
  const asked = await add(call, 'gather.project', filled)
  expect((await move(call, 'gather.project', asked.id, 'open')).code).toBe(1)
  const record = await add(call, name, { subject: subject.id, visit, instance: 1, v1: '120' })
  expect((await move(call, name, record.id, 'submitted')).code).toBe(1)
  await sql(
    `WITH d AS (INSERT INTO gather_delivery (study, gather, number, name) VALUES ($1, $2, 1, 'd') RETURNING id)
     UPDATE ${table} SET delivery_id = d.id FROM d`,
    [study, gather.id],
  )
  const raised = await post<{ ids: number[] }>(call, 'query/raise', { form: formId, record: record.id, field: 'v1', text: '请核对' })
  expect(raised.code, raised.msg).toBe(1)
  const again = await post<{ id: number; count: number }>(second.call, 'study.secondEntry/enter', {
    form: formId,
    record: record.id,
    values: { v1: '999' },
  })
  expect(again).toMatchObject({ code: 1, data: { count: 1 } })
  await sql(`UPDATE ${table} SET state = 'draft'`)
  const at = { study, gather: gather.id, form: formId, visit, subject: subject.id, record: record.id, name, table }
  return { ...at, other: other.id, asked: asked.id, query: raised.data.ids[0]!, twice: again.data.id }
}
/** The study's own moves ask for what is not looked at here; the row and the guard that they bring are what counts. */
const close = async (at: Built, scope: Scope, level: string): Promise<void> => {
  if (scope !== 'study') {
    const own = { [scope]: at[scope], ...(scope === 'record' ? { form: at.form } : {}) }
    return void (await add(call, 'study.lock', { study: at.study, scope, level, reason: '核对完毕', ...own }))
  }
  const state = level === 'lock' ? 'locked' : 'frozen'
  await sql(
    `INSERT INTO study_lock (study, scope, level, title, reason, state, since, by) VALUES ($1, 'study', $2, 'x', 'x', $3, now(), $4)`,
    [at.study, level, state, manager.id],
  )
  await sql('UPDATE study_project SET state = $2 WHERE id = $1', [at.study, state])
  await server.backend.database.transaction((db) => guardTables(db, at.study))
}
const contentOf = async ({ table, form: id }: Built) =>
  JSON.stringify([
    await sql(`SELECT * FROM ${table} ORDER BY id`),
    await sql('SELECT id, after FROM value_change WHERE form = $1 ORDER BY id', [id]),
  ])

type Answer = { code: number; msg: string }
const agreedBySecond = async (record: number): Promise<Answer> => {
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE record = $1 AND action = 'merge' AND state = 'requested'`, [
    record,
  ])
  return post(second.call, 'approval/approve', { ids: [asked?.id ?? 0] })
}
type Bulk = { state: string; result: { changed: number } | null; line: string | null }
const inBulk = async ({ name, record }: Built, act: object): Promise<Answer> => {
  const search = JSON.stringify([{ field: 'id', operator: '=', val: String(record) }])
  const asked = await post<{ task: number }>(call, 'bulk/ask', { resource: name, act, params: { search }, count: 1 }, '改')
  if (asked.code !== 1) return asked
  const text = `SELECT state, result, (SELECT string_agg(data::text, ' ') FROM task_event e WHERE e.task = t.id) AS line FROM task t WHERE id = $1`
  const ended = async () => (await sql<Bulk>(text, [asked.data.task]))[0]!
  await expect.poll(async () => (await ended()).state, { timeout: 60_000 }).toMatch(/done|failed/)
  const { result, line } = await ended()
  return { code: result?.changed ?? 0, msg: line ?? '' }
}
/** Each way to a record that is neither one of its own calls nor a method of the engine: those are tried in lock.test.ts. */
const WAYS: Record<string, (at: Built) => Promise<Answer>> = {
  'POST /api/study/entry/save': async ({ asked, subject, visit, name, record }) => {
    const { version } = await read(call, name, record)
    return nurse.post('entry/save', { gather: asked, subject, visit, version, values: { v1: '9' } })
  },
  'POST /api/study/entry/submit': async ({ asked, subject, visit, name, record }) =>
    nurse.post('entry/submit', { gather: asked, subject, visit, version: (await read(call, name, record)).version }),
  'POST /api/study/query/answer': ({ query }) =>
    nurse.post('query/answer', { id: query, category: 'corrected', value: '9', note: null, file: null }),
  'query.answer': ({ query }) => post(call, 'query/answer', { ids: [query], category: 'corrected', value: '9', note: null, file: null }),
  'study.secondEntry.settle': ({ twice }) =>
    post(call, 'study.secondEntry/settle', { ids: [twice], choices: { v1: 'second' }, reason: '已核对' }),
  'study.subject.merge': async ({ subject, other }) => {
    const asked = await post(call, 'study.subject/merge', { ids: [subject], into: other, stands: {}, reason: '同一人' })
    return asked.code === 1 ? agreedBySecond(subject) : asked
  },
  'study.subject.edit': async ({ subject }) => {
    const { version } = await read(call, 'study.subject', subject)
    return post(call, 'study.subject/edit', { id: subject, version, department: elsewhere }, '转科')
  },
  'POST /admin/bulk/ask': (at) => inBulk(at, { verb: 'set', field: 'v1', value: '9' }),
  'resource.bulk': (at) => inBulk(at, { verb: 'del' }),
}

describe.each(SCOPES.flatMap((scope) => (['freeze', 'lock'] as const).map((level) => ({ scope, level }))))('$scope $level', (closed) => {
  test('stops every other way that leads to a record, and says who closed what', async () => {
    const at = await built()
    await close(at, closed.scope, closed.level)
    const before = await contentOf(at)
    for (const [name, run] of Object.entries(WAYS)) {
      const { code, msg } = await run(at)
      expect([name, code, msg]).toEqual([name, 0, expect.stringMatching(/已由.*(冻结|锁定)/)])
      expect(await contentOf(at), name).toBe(before)
    }
  })
})

test('what is tried is open without a lock: each way changes the record then', async () => {
  for (const [name, run] of Object.entries(WAYS)) {
    const at = await built()
    const before = await contentOf(at)
    const { code, msg } = await run(at)
    expect([name, code, msg]).toEqual([name, 1, expect.anything()])
    expect(await contentOf(at), name).not.toBe(before)
  }
})

describe('the list of ways', () => {
  /** A task, and a call of another record that takes these along. */
  const BESIDE = ['resource.bulk', 'study.subject.edit']
  test('has every call that is mounted: those of routes and those that areas declare', () => {
    const routes = server.app.declaredRoutes.filter((route) => !/^(GET|OPTIONS|HEAD) /.test(route))
    const verbs = mounted.flatMap(({ resource }) =>
      Object.entries(resource.actions).flatMap(([action, { pure }]) => (pure ? [] : [`${resource.name}.${action}`])),
    )
    const named = [...Object.keys(TRIED), ...Object.values(NEVER).flat()]
    expect(named.toSorted()).toEqual([...routes, ...verbs, ...BESIDE].toSorted())
  })
  test('has every kind of task, those of the duties aside: they are commands of the terminal', () => {
    const kinds = [...houseTasks, ...mounted.flatMap(({ half }) => half?.tasks ?? [])].map(({ kind }) => kind)
    expect(Object.keys(TASKS).toSorted()).toEqual(kinds.toSorted())
  })
  test('has everything that takes files', () => {
    const takers = mounted.flatMap(({ resource, half }) => (half?.uploads ? [resource.name] : []))
    expect(Object.keys(UPLOADS).toSorted()).toEqual(takers.toSorted())
  })
  test('names where each is tried', () => {
    const files = Object.values({ ...TRIED, ...TASKS, ...UPLOADS }).filter((text) => text.endsWith('.test.ts'))
    expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([])
    const here = Object.entries(TRIED).flatMap(([way, where]) => (where === 'here' ? [way] : []))
    expect(Object.keys(WAYS).toSorted()).toEqual(here.toSorted())
  })
})
