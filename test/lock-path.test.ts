import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mounted } from '../src/areas/registry.server.ts'
import { bulk } from '../src/server/bulk/task.ts'
import { callsOf } from '../src/server/http/resource-routes.ts'
import { intake } from '../src/server/upload/intake.ts'
import { ownTasks } from '../src/worker/own-tasks.ts'
import { guardTables } from '../src/study/lock/guard.ts'
import { SCOPES } from '../src/study/lock/held.ts'
import type { Scope } from '../src/study/lock/held.ts'
import { NEVER, OPEN, TRIED, TASKS, UPLOADS } from './lock-path.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|query|approval|bulk|datafile|comment)(/|$)`)
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
  worker = await workBeside(server.backend, [bulk, intake])
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

type Built = Record<Scope, number> & {
  name: string
  table: string
  other: number
  asked: number
  query: number
  twice: number
  once: number
}
let number = 0
/** A record that a gather project brought, asked for by another, queried, entered a second time with another value, and open to be submitted; beside it one that is entered once. */
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
  const once = await add(call, name, { subject: subject.id, visit, instance: 2, v1: '130' })
  for (const { id } of [record, once]) expect((await move(call, name, id, 'submitted')).code).toBe(1)
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
  await sql(`UPDATE ${table} SET state = 'draft' WHERE id = $1`, [record.id])
  const at = { study, gather: gather.id, form: formId, visit, subject: subject.id, record: record.id, name, table }
  return { ...at, other: other.id, asked: asked.id, query: raised.data.ids[0]!, twice: again.data.id, once: once.id }
}
/** The study's own moves, and a lock of a part, ask for what is not looked at here; the row and the guard that they bring are what counts. */
const close = async (at: Built, scope: Scope, level: string): Promise<void> => {
  const own = (name: Exclude<Scope, 'study'>, ...also: Scope[]) => (scope === name || also.includes(scope) ? at[name] : null)
  const state = level === 'lock' ? 'locked' : 'frozen'
  for (const record of scope === 'record' ? [at.record, at.once] : [null])
    await sql(
      `INSERT INTO study_lock (study, scope, gather, form, visit, subject, record, level, title, reason, state, since, by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'x', 'x', $9, now(), $10)`,
      [at.study, scope, own('gather'), own('form', 'record'), own('visit'), own('subject'), record, level, state, manager.id],
    )
  if (scope === 'study') await sql('UPDATE study_project SET state = $2 WHERE id = $1', [at.study, state])
  await server.backend.database.transaction((db) => guardTables(db, at.study))
}
const contentOf = async ({ table, form: id }: Built) =>
  JSON.stringify([
    await sql(`SELECT * FROM ${table} ORDER BY id`),
    await sql('SELECT id, after FROM value_change WHERE form = $1 ORDER BY id', [id]),
    await sql('SELECT id, record, state FROM study_second_entry WHERE form = $1 ORDER BY id', [id]),
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
  'POST /api/study/entry/second': ({ asked, subject, visit }) =>
    nurse.post('entry/second', { gather: asked, subject, visit, instance: 2, values: { v1: '131' } }),
  'POST /api/study/query/answer': ({ query }) =>
    nurse.post('query/answer', { id: query, category: 'corrected', value: '9', note: null, file: null }),
  'query.answer': ({ query }) => post(call, 'query/answer', { ids: [query], category: 'corrected', value: '9', note: null, file: null }),
  'study.secondEntry.enter': ({ form: of, once }) =>
    post(second.call, 'study.secondEntry/enter', { form: of, record: once, values: { v1: '131' } }),
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

type Files = { sent: number; gone: number }
/** A file that was sent with the record, and one more in the bin. */
const filesOf = async ({ subject, visit, form: formId }: Built): Promise<Files> => {
  const text = `INSERT INTO datafile (name, state, number, sha256, subject, visit, form, instance, department_id, deleted_at)
    VALUES ('ecg.csv', 'staged', 1, repeat('a', 64), $1, $2, $3, 1, $4, $5) RETURNING id`
  const at = [subject, visit, formId, department]
  const [sent, gone] = [await sql<{ id: number }>(text, [...at, null]), await sql<{ id: number }>(text, [...at, new Date().toISOString()])]
  const files = { sent: sent[0]!.id, gone: gone[0]!.id }
  await sql(
    `INSERT INTO datafile_version (datafile, number, name, size, sha256) SELECT id, 1, 'ecg.csv', 1, repeat('a', 64) FROM unnest($1::bigint[]) AS id`,
    [[files.sent, files.gone]],
  )
  return files
}
const fileRows = async ({ sent, gone }: Files) =>
  JSON.stringify([
    await sql('SELECT to_jsonb(d) AS row FROM datafile d WHERE id = ANY($1::bigint[]) ORDER BY id', [[sent, gone]]),
    await sql('SELECT id, sha256 FROM datafile_version WHERE datafile = ANY($1::bigint[]) ORDER BY id', [[sent, gone]]),
  ])
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Asks for a place for a file; nothing of it is sent. */
const announce = async (target: string) => {
  const headers = { server: '1', batoken: manager.token, 'tus-resumable': '1.0.0', 'think-lang': 'zh-cn', 'upload-length': '1' }
  const answer = await fetch(`${server.address}/admin/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-metadata': `filename ${base64('late.csv')},target ${base64(target)}` },
  })
  const { msg = '' } = answer.status === 201 ? {} : ((await answer.json()) as { msg?: string })
  return { code: answer.status === 201 ? 1 : 0, msg, location: answer.headers.get('location') ?? '', headers }
}
const READS = new Set(['index', 'read', 'history', 'recycle', 'exportExcel'])
const IN_BIN = new Set(['restore', 'delete'])
type FileWay = (at: Built, files: Files) => Promise<Answer>
/** Every call that a data file answers, as it is declared, and files that are sent to where it stands. */
const fileWays = (): Record<string, FileWay> => {
  const model = server.backend.engine.registry.need('datafile')
  const asked = callsOf(model).flatMap(({ action, methods }): [string, FileWay][] => {
    const spec = model.resource.actions[action]
    if (READS.has(action) || spec?.pure || spec?.beside || spec?.on === 'list') return []
    const ask: FileWay = async (_, { sent, gone }) => {
      const id = IN_BIN.has(action) ? gone : sent
      const bodies: Record<string, object> = {
        edit: { id, version: 1, note: 'x' },
        set: { field: 'note', rows: [{ id, version: 1, value: 'x' }] },
        move: { id, version: 1, to: 'rejected' },
      }
      const headers = { 'x-reason': encodeURIComponent('改') }
      return methods.includes('POST')
        ? call(`/admin/datafile/${action}`, { body: bodies[action] ?? { ids: [id] }, headers })
        : call(`/admin/datafile/${action}`, { method: 'DELETE', query: { ids: String(id) }, headers })
    }
    return [[`datafile/${action}`, ask]]
  })
  return {
    ...Object.fromEntries(asked),
    'a new version of it': (_, { sent }) => announce(`datafile/${sent}`),
    'a new file there': ({ subject, visit, form: of }) => announce(`datafile?subject=${subject}&visit=${visit}&form=${of}&instance=1`),
  }
}

describe('a data file', () => {
  test.each(SCOPES.flatMap((scope) => (['freeze', 'lock'] as const).map((level) => ({ scope, level }))))(
    'that stands within a $scope stays as it is under its $level, and takes nothing',
    async ({ scope, level }) => {
      const at = await built()
      const files = await filesOf(at)
      await close(at, scope, level)
      const before = await fileRows(files)
      const ways = fileWays()
      expect(Object.keys(ways)).toEqual(
        expect.arrayContaining(['edit', 'set', 'del', 'move', 'restore', 'delete', 'reread'].map((action) => `datafile/${action}`)),
      )
      for (const [name, run] of Object.entries(ways)) {
        const { code, msg } = await run(at, files)
        expect([name, code, msg]).toEqual([name, 0, expect.stringMatching(/已由.*(冻结|锁定)/)])
      }
      expect(await fileRows(files)).toBe(before)
      // Whoever reads it is told before they try.
      expect(await read(call, 'datafile', files.sent)).toMatchObject({ _held: { isFinal: level === 'lock' } })
      // What is said about it ends with the lock; its hash is looked at whenever somebody asks.
      const said = await post(call, 'comment/say', { resource: 'datafile', record: files.sent, text: '请看' })
      const asked = await post(call, 'datafile/query', { ids: [files.sent], text: '请核对', study: null, due: null })
      const isLocked = level === 'lock' ? expect.stringMatching(/锁定，其中的数据不能修改$/) : expect.anything()
      expect([said.code, said.msg]).toEqual([level === 'lock' ? 0 : 1, isLocked])
      expect([asked.code, asked.msg]).toEqual([level === 'lock' ? 0 : 1, isLocked])
      expect((await post(call, 'datafile/verify', { ids: [files.sent] })).code).toBe(1)
    },
  )

  test('that arrives after the lock is refused as it is taken in, and nothing of it is kept', async () => {
    const at = await built()
    const files = await filesOf(at)
    const { location, headers } = await announce(`datafile/${files.sent}`)
    await close(at, 'subject', 'freeze')
    const before = await fileRows(files)
    const sent = await fetch(`${server.address}${location}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: 'x',
    })
    expect(sent.status).toBe(204)
    const outcome = async () =>
      (await call<{ error: string | null }>('/admin/upload/outcome', { query: { id: location.split('/').at(-1)! } })).data.error
    await expect.poll(outcome, { timeout: 60_000 }).toMatch(/已由manager于 .+ 冻结，不能上传文件/)
    expect(await fileRows(files)).toBe(before)
  })

  test('is open without a lock, and closed again to whoever would move it under one', async () => {
    const at = await built()
    const ways = fileWays()
    for (const name of ['datafile/reread', 'datafile/edit', 'a new version of it', 'a new file there']) {
      const { code, msg } = await ways[name]!(at, await filesOf(at))
      expect([name, code, msg]).toEqual([name, 1, expect.anything()])
    }
    await add(call, 'study.lock', { study: at.study, scope: 'subject', subject: at.other, level: 'freeze', reason: '核对完毕' })
    const { sent } = await filesOf(at)
    expect((await post(call, 'datafile/edit', { id: sent, version: 1, subject: at.other })).msg).toMatch(/已由.*冻结/)
  })
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
    const kinds = [...ownTasks, ...mounted.flatMap(({ half }) => half?.tasks ?? [])].map(({ kind }) => kind)
    expect(Object.keys(TASKS).toSorted()).toEqual(kinds.toSorted())
  })
  test('has everything that takes files', () => {
    const takers = mounted.flatMap(({ resource, half }) => (half?.uploads ? [resource.name] : []))
    expect(Object.keys(UPLOADS).toSorted()).toEqual(takers.toSorted())
  })
  test('has everything that points into a study and no lock closes, with the reason', () => {
    const INTO = new Set(['study.project', 'study.subject', 'gather.project', 'datafile'])
    const points = mounted.filter(({ resource }) =>
      Object.values(resource.fields).some((field) => (field.kind === 'ref' || field.kind === 'refs') && INTO.has(field.to)),
    )
    expect(points.length).toBeGreaterThan(25)
    const open = points.flatMap(({ resource, half }) => (half?.lockScope ? [] : [resource.name]))
    expect(Object.keys(OPEN).toSorted()).toEqual(open.toSorted())
  })
  test('names where each is tried', () => {
    const files = Object.values({ ...TRIED, ...TASKS, ...UPLOADS }).filter((text) => text.endsWith('.test.ts'))
    expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([])
    const here = Object.entries(TRIED).flatMap(([way, where]) => (where === 'here' ? [way] : []))
    expect(Object.keys(WAYS).toSorted()).toEqual(here.toSorted())
  })
})
