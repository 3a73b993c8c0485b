import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actionsOf } from '#kernel'
import { running } from '../src/areas/qc-run/server/task.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { unzipSync } from './unzip.ts'
import { workBeside } from './worker.ts'

/** Every right there is, but the one to know the arms before the others; what is masked of persons is clear to them. */
const BLIND = /^(?!study\/project\/unblinded$)/
/** The value that tells the arm. It stands in no answer, whichever way one asks. */
const SECRET = 'qzxverum'

let server: TestServer
let manager: Person
let second: Person
let pharmacist: Person
let call: Call
let worker: { stop(): Promise<void> }
const at: Record<'study' | 'visit' | 'form' | 'arm' | 'other' | 'subject' | 'record' | 'query' | 'run' | 'finding' | 'emergency', number> =
  {
    study: 0,
    visit: 0,
    form: 0,
    arm: 0,
    other: 0,
    subject: 0,
    record: 0,
    query: 0,
    run: 0,
    finding: 0,
    emergency: 0,
  }
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const records = () => `clinical.data.f${at.form}`
const act = (by: Call, name: string, action: string, id: number, body: object = {}) => post(by, `${name}/${action}`, { ids: [id], ...body })
const agreed = async (resource: string, action: string) => {
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE resource = $1 AND action = $2 AND state = 'requested'`, [
    resource,
    action,
  ])
  expect(await act(second.call, 'approval', 'approve', asked!.id)).toMatchObject({ code: 1 })
  server.backend.services.forgetActors()
}
const armOf = async (id: number) => (await read(call, 'study.subject', id))['arm']

beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  worker = await workBeside(server.backend, [running])
  manager = await person(server, 'manager', BLIND)
  second = await person(server, 'second', BLIND)
  pharmacist = await person(server, 'pharmacist', /./)
  call = manager.call
  const [department] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
  const plan = {
    code: 'BL-1',
    title: '盲法研究',
    titleEn: 'Blinded',
    department: department!.id,
    plannedN: 5,
    pi: manager.id,
    ethicsNo: 'E',
  }
  at.study = (await add(call, 'study.project', { ...plan, blinded: true })).id
  at.visit = (await add(call, 'study.visit', { study: at.study, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })).id
  at.arm = (await add(call, 'study.arm', { study: at.study, code: 'A', name: '试验组', nameEn: 'Verum' })).id
  at.other = (await add(call, 'study.arm', { study: at.study, code: 'B', name: '对照组', nameEn: 'Control' })).id
  for (const to of ['submitted', 'approved']) expect(await move(call, 'study.project', at.study, to)).toMatchObject({ code: 1 })
  const { forms } = await publish(call, at.study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'treatment', { sensitivity: 4 }), variable('vitals', 'sbp', { type: 'integer' })],
  }))
  at.form = forms[0]!.id
  for (const code of ['BL-S1', 'BL-S2']) {
    const subject = await add(call, 'study.subject', { study: at.study, code, department: department!.id })
    at[code === 'BL-S1' ? 'subject' : 'emergency'] = subject.id
  }
  at.record = (await add(call, records(), { subject: at.subject, visit: at.visit, v1: SECRET, v2: '300' })).id
  // Corrected once, so that it has a history.
  const edited = await post(call, `${records()}/edit`, { id: at.record, version: 1, v1: `${SECRET}2` }, '更正')
  expect(edited).toMatchObject({ code: 1 })
  const signed = await server.call<{ userInfo: { token: string; id: number } }>('/api/user/checkIn', {
    body: { tab: 'login', username: 'researcher', password: PASSWORD },
  })
  nurse = signed.data.userInfo
  await add(call, 'study.member', { study: at.study, user: nurse.id, role: 'coordinator', departments: [department!.id] })
  const raised = await post<{ ids: number[] }>(call, 'query/raise', { form: at.form, record: at.record, field: 'v1', text: '请核对' })
  at.query = raised.data.ids[0]!
  const rules = [
    { id: 'bl.sbp', check: 'range', table: 'vitals', columns: ['sbp'], params: { max: 260 } },
    // What could be asked of the arm is answered by nothing.
    { id: 'bl.arm', check: 'row_expression', table: 'vitals', params: { never: 'treatment != ""' } },
  ]
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: rules }), study: at.study })).toMatchObject({
    code: 1,
  })
  await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
  const parameters = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [at.study])
  const set = await add(call, 'control.set', {
    code: 'bl',
    name: '盲',
    nameEn: 'B',
    study: at.study,
    parameters: parameters.map(({ id }) => id),
  })
  const begun = await post<{ id: number }>(call, 'qc.run/judge', { form: null, set: set.id, study: at.study })
  at.run = begun.data.id
  const stateOfRun = async () => (await sql<Row>('SELECT state FROM qc_run WHERE id = $1', [at.run]))[0]?.state
  await vi.waitFor(async () => expect(await stateOfRun()).toBe('done'), { timeout: 90_000, interval: 100 })
  at.finding = (await sql<{ id: number }>('SELECT id FROM finding WHERE study = $1', [at.study]))[0]!.id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

/** A coordinator of the site, in the member centre: every right that a member can have. */
let nurse: { token: string; id: number }

const asMember = () => ({ 'ba-user-token': nurse.token })
const textOf = async (path: string, who: Record<string, string>): Promise<string> => {
  const response = await fetch(`${server.address}${path}`, { headers: { server: '1', ...who } })
  expect(response.status, path).toBeLessThan(500)
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.headers.get('content-type')?.includes('sheet') ? unzipSync(bytes) : bytes.toString()
}
/** They answer for as long as they run: what they tell of tasks is listened to below. */
const STREAMS = new Set(['GET /admin/Terminal/index', 'GET /admin/task/stream', 'GET /api/task/stream'])

const readingPaths = (begin: string): string[] => {
  const wanted = { study: at.study, form: at.form, record: at.record, subject: at.subject, field: 'v1', resource: records(), limit: 200 }
  const ids = new Set([at.record, at.query, at.run, at.finding, at.study, at.subject])
  return [...new Set(server.app.declaredRoutes)]
    .filter((route) => route.startsWith(begin) && !route.includes(':') && !route.includes('*') && !STREAMS.has(route))
    .flatMap((route) =>
      [...ids].map((id) => {
        const asked = Object.entries({ ...wanted, id }).map(([key, value]): [string, string] => [key, String(value)])
        return `${route.slice(4)}?${new URLSearchParams(asked)}`
      }),
    )
}
/** Every call of the member centre that reads. */
const toldToMember = async (): Promise<string[]> => {
  const paths = readingPaths('GET /api/')
  expect(paths.length).toBeGreaterThan(60)
  const leaks: string[] = []
  for (const path of paths) if ((await textOf(path, asMember())).includes(SECRET)) leaks.push(path)
  return leaks
}
/** What a stream says while something happens. */
const heard = async (path: string, who: Record<string, string>, during: () => Promise<void>): Promise<string> => {
  const control = new AbortController()
  const response = await fetch(`${server.address}${path}`, { headers: { server: '1', ...who }, signal: control.signal })
  let text = ''
  const reading = (async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString()
  })().catch(() => {})
  await vi.waitFor(() => expect(text).toContain('event: open'), { timeout: 20_000, interval: 50 })
  await during()
  control.abort()
  await reading
  return text
}

/** Every call of the back office that reads, with whatever it may want to know: a new one is asked as well. */
const toldTo = async ({ token }: Person): Promise<string[]> => {
  const paths = readingPaths('GET /admin/')
  const models = server.backend.engine.registry.all().map(({ resource }) => resource)
  for (const { name, ...rest } of models) {
    paths.push(`/admin/${name}/index?limit=200`)
    if (actionsOf({ name, ...rest }).includes('exportExcel')) paths.push(`/admin/${name}/exportExcel`)
  }
  for (const path of [
    'index?limit=200',
    'exportExcel',
    `index?quick_search=${SECRET}`,
    `read?id=${at.record}`,
    `history?id=${at.record}`,
    `history?id=${at.record}&field=v1`,
  ])
    paths.push(`/admin/${records()}/${path}`)
  for (const [name, id] of Object.entries({ query: at.query, finding: at.finding, 'qc.run': at.run, 'study.subject': at.subject }))
    paths.push(`/admin/${name}/read?id=${id}`, `/admin/${name}/history?id=${id}`)
  const leaks: string[] = []
  for (const path of paths) if ((await textOf(path, { batoken: token })).includes(SECRET)) leaks.push(path)
  expect(paths.length).toBeGreaterThan(200)
  return leaks
}

test('a value that tells the arm is in no answer to whoever holds every other right, reveal and all studies included', async () => {
  expect(await toldTo(manager)).toEqual([])
  // It is asked by nothing either: neither filter nor order says where it stands.
  const search = JSON.stringify([{ field: 'v1', operator: '=', val: `${SECRET}2` }])
  expect((await call(`/admin/${records()}/index`, { query: { search } })).code).toBe(0)
  expect((await call(`/admin/${records()}/index`, { query: { order: 'v1,asc' } })).code).toBe(0)
  const found = await sql<{ code: string }>(
    'SELECT p.code FROM finding f JOIN control_parameter p ON p.id = f.parameter WHERE f.study = $1',
    [at.study],
  )
  expect(found).toEqual([{ code: 'bl.sbp' }])
  const offer = await call<{ variables: { code: string }[] }>('/admin/analysis.project/offer', { query: { study: String(at.study) } })
  expect(JSON.stringify(offer)).not.toContain('treatment')
})

test('nor is it in any answer to a member who coordinates the site, nor in what the streams tell of the work on it', async () => {
  expect(await toldToMember()).toEqual([])
  const ended = async () => (await sql(`SELECT 1 FROM qc_run WHERE state NOT IN ('done', 'failed')`)).length
  const judged = async () => {
    const { version } = await read(call, records(), at.record)
    const edited = await post(call, `${records()}/edit`, { id: at.record, version, v1: `${SECRET}2`, v2: '310' }, '更正')
    expect(edited).toMatchObject({ code: 1 })
    const [set] = await sql<{ id: number }>(`SELECT id FROM control_set WHERE study = $1`, [at.study])
    expect(await post(call, 'qc.run/judge', { form: null, set: set!.id, study: at.study })).toMatchObject({ code: 1 })
    await vi.waitFor(async () => expect(await ended()).toBe(0), { timeout: 90_000, interval: 200 })
  }
  const said = { member: '' }
  const manager = await heard('/admin/task/stream', { batoken: (await server.login('manager')).token }, async () => {
    said.member = await heard('/api/task/stream', asMember(), judged)
  })
  // It was listened to in earnest: the run is told of.
  await vi.waitFor(() => expect(manager).toContain('"resource":"qc.run"'))
  expect(manager).not.toContain(SECRET)
  expect(said.member).not.toContain(SECRET)
})

test('whoever holds the right to know it reads it; that is how one sees that the calls were asked in earnest', async () => {
  const leaks = await toldTo(pharmacist)
  expect(leaks).toContain(`/admin/${records()}/read?id=${at.record}`)
  expect(leaks).toContain(`/admin/${records()}/exportExcel`)
  expect(leaks.length).toBeGreaterThan(5)
})

test('the arm of a subject is sealed: it is not in the row, in its history, or anywhere in the database', async () => {
  const open = await post(call, 'study.subject/edit', { id: at.subject, arm: at.arm })
  expect(open).toMatchObject({ code: 0, msg: '盲法研究的分组加密保存，请用“分配（盲法）”' })
  expect(await act(call, 'study.subject', 'allocate', at.subject, { arm: at.arm })).toMatchObject({ code: 1 })
  expect(await act(call, 'study.subject', 'allocate', at.emergency, { arm: at.other })).toMatchObject({ code: 1 })
  expect(await armOf(at.subject)).toBeNull()
  const entries = await sql<{ action: string; changes: object }>(
    `SELECT action, changes FROM audit_entry WHERE resource = 'study.subject' AND record_id = $1 ORDER BY id`,
    [at.subject],
  )
  expect(Object.keys(entries.at(-1)?.changes ?? {})).toEqual(['allocatedAt'])
  expect(entries.some(({ changes }) => Object.hasOwn(changes, 'arm'))).toBe(false)
  const { data } = await call<{ list: { subjects: number }[] }>('/admin/study.arm/index', {
    query: { search: JSON.stringify([{ field: 'study', operator: 'IN', val: String(at.study) }]) },
  })
  expect(data.list.map(({ subjects }) => subjects)).toEqual([0, 0])
  // Who may know it is answered, and the trail has it; who may not is not.
  expect((await act(call, 'study.subject', 'allocation', at.subject, { reason: '核对' })).code).toBe(401)
  expect(await act(pharmacist.call, 'study.subject', 'allocation', at.subject, { reason: '配药' })).toMatchObject({
    data: { arm: 'A 试验组' },
  })
  expect(await sql(`SELECT 1 FROM audit_entry WHERE action = 'allocation' AND record_id = $1`, [at.subject])).toHaveLength(1)
})

test('who of the team may unblind is told by name', async () => {
  const { data } = await call<{ names: string[] }>('/admin/study.project/unblinders', { query: { id: String(at.study) } })
  // The pharmacist holds the right and is not in the team.
  expect(data.names).toEqual(['manager'])
})

test('blinding is fixed when collecting has begun', async () => {
  expect(await post(call, 'study.project/edit', { id: at.study, blinded: false }, '改')).toMatchObject({
    code: 0,
    msg: '研究已开始采集，不能再改盲法',
  })
})

test('in an emergency one subject is unblinded by two people, with the reason in the trail; the others stay blind', async () => {
  const asked = await act(call, 'study.subject', 'unblind', at.emergency, { reason: '严重不良事件' })
  expect(asked).toMatchObject({ code: 1, data: { asked: 1 } })
  expect(await armOf(at.emergency)).toBeNull()
  await agreed('study.subject', 'unblind')
  expect(await armOf(at.emergency)).toBe(at.other)
  expect(await armOf(at.subject)).toBeNull()
  const entries = await sql<{ reason: string }>(
    `SELECT reason FROM audit_entry WHERE resource = 'study.subject' AND record_id = $1 AND action = 'unblind'`,
    [at.emergency],
  )
  expect(entries).toEqual([{ reason: '严重不良事件' }])
  expect(await toldTo(manager)).toEqual([])
})

test('a study is unblinded by two people, also when it is locked; then everybody of the team reads arms and values', async () => {
  await sql(
    `INSERT INTO study_lock (study, scope, level, title, reason, state, since) VALUES ($1, 'study', 'lock', 'x', 'x', 'locked', now())`,
    [at.study],
  )
  expect(await act(call, 'study.project', 'unblind', at.study, { reason: '数据库锁定后揭盲' })).toMatchObject({ data: { asked: 1 } })
  expect((await read(call, 'study.project', at.study))['unblindedAt']).toBeNull()
  await agreed('study.project', 'unblind')
  expect((await read(call, 'study.project', at.study))['unblindedAt']).not.toBeNull()
  // What the trail hid before the form was opened again does not stay hidden from whoever opens it.
  expect((await call('/admin/auth.log/index', { query: { limit: '100' } })).code).toBe(1)
  expect(await armOf(at.subject)).toBe(at.arm)
  expect((await read(call, records(), at.record))['v1']).toBe(`${SECRET}2`)
  expect((await toldTo(manager)).length).toBeGreaterThan(5)
  // That is how one sees that the member was asked in earnest.
  expect(await toldToMember()).toContainEqual(expect.stringContaining('/api/study/query/read'))
  // Once, and nothing else of what is locked.
  expect((await act(call, 'study.project', 'unblind', at.study, { reason: '再次' })).data).toMatchObject({ asked: 1 })
  const [again] = await sql<{ id: number }>(`SELECT id FROM approval WHERE action = 'unblind' AND state = 'requested'`)
  expect((await act(second.call, 'approval', 'approve', again!.id)).code).toBe(0)
  expect((await post(call, 'study.subject/edit', { id: at.subject, remark: 'x' }, '改')).code).toBe(0)
})
