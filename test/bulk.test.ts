import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulk } from '../src/server/bulk/task.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let manager: Person
let call: Call
let worker: { stop(): Promise<void> } | undefined
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', new RegExp(`${STUDY_RULES.source}|^finding(/|$)`))
  call = manager.call
})
afterAll(async () => {
  await worker?.stop()
  await server.close()
})
const work = async () => void (worker ??= await workBeside(server.backend, [bulk]))

let number = 0
/** A form with so many records, each with its number as its value. */
const filled = async (count: number) => {
  const code = `BK-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { repeats: true })],
    codelists: [],
    variables: [variable('vitals', 'n', { type: 'integer' }), variable('vitals', 'note'), variable('vitals', 'phone', { sensitivity: 3 })],
  }))
  const id = forms[0]!.id
  const name = `clinical.data.f${id}`
  const subject = await add(call, 'study.subject', { study, code: `${code}-1`, department })
  const first = await add(call, name, { subject: subject.id, visit, v1: '1' })
  await sql(
    `INSERT INTO record.t${id} (subject, visit, instance, state, department, v1)
      SELECT subject, visit, n, state, department, n::text FROM record.t${id}, generate_series(2, $1) n`,
    [count],
  )
  return { study, form: id, name, first: first.id, table: `record.t${id}` }
}
const where = (field: string, operator: string, val: string) => ({ search: JSON.stringify([{ field, operator, val }]) })
type Told = { state: string; error: Record<string, string> | null; result: Record<string, number> | null }
const told = async (id: number) => (await sql<Told>('SELECT state, error, result FROM task WHERE id = $1', [id]))[0]
const asked = (by: Call, resource: string, act: object, count: number, params: object = {}, reason?: string) =>
  post<{ task: number }>(by, 'bulk/ask', { resource, act, params, count }, reason)
/** Asked for and carried out. */
const done = async (...given: Parameters<typeof asked>) => {
  const answer = await asked(...given)
  if (answer.code !== 1) throw new Error(answer.msg)
  await work()
  await expect.poll(async () => (await told(answer.data.task))?.state, { timeout: 60_000 }).toMatch(/done|failed/)
  return (await told(answer.data.task))!
}

test('a value is set in more than a thousand records that a filter finds, each with its history', async () => {
  const { name, form: id, table } = await filled(1500)
  const after = await done(call, name, { verb: 'set', field: 'v2', value: '复核' }, 1200, where('v1', '>', '300'))
  expect(after).toMatchObject({ state: 'done', result: { count: 1200, changed: 1200, same: 0, refused: 0 } })
  expect(await sql(`SELECT count(*) AS n, min(v1::int) AS low FROM ${table} WHERE v2 = '复核'`)).toEqual([{ n: 1200, low: 301 }])
  expect(await sql('SELECT count(*) AS n FROM value_change WHERE form = $1 AND slot = 2 AND actor_name = $2', [id, 'manager'])).toEqual([
    { n: 1200 },
  ])
  expect(await sql(`SELECT count(*) AS n FROM audit_entry WHERE resource = $1 AND action = 'edit'`, [name])).toEqual([{ n: 1200 }])
  // What is so already is no change.
  expect((await done(call, name, { verb: 'set', field: 'v2', value: '复核' }, 1500)).result).toMatchObject({ changed: 300, same: 1200 })
})

test('what cannot be done is said with why, and holds nothing else back; submitted ones ask for a reason', async () => {
  const { study, form: id, name, first, table } = await filled(250)
  await add(call, 'study.lock', { study, scope: 'record', form: id, record: first, reason: '核对完毕' })
  const moved = await done(call, name, { verb: 'move', to: 'submitted' }, 250)
  expect(moved.result).toEqual({ count: 250, changed: 249, same: 0, refused: 1 })
  const log = await sql<{ line: string }>(`SELECT data::text AS line FROM task_event WHERE data::text LIKE '%冻结%'`)
  expect(log[0]?.line).toContain(`#${first}`)
  expect((await done(call, name, { verb: 'set', field: 'v2', value: 'x' }, 250)).result).toMatchObject({ changed: 0, refused: 250 })
  expect((await done(call, name, { verb: 'set', field: 'v2', value: 'x' }, 250, {}, '统一补录')).result).toMatchObject({
    changed: 249,
    refused: 1,
  })
  expect(await sql(`SELECT DISTINCT reason FROM value_change WHERE form = $1 AND slot = 2`, [id])).toEqual([{ reason: '统一补录' }])
  expect((await done(call, name, { verb: 'del' }, 240, where('v1', '>', '10'), '重复')).result).toMatchObject({ changed: 240 })
  expect((await done(call, name, { verb: 'restore' }, 240, {}, '误删')).result).toMatchObject({ changed: 240 })
  expect(await sql(`SELECT count(*) AS n FROM ${table} WHERE deleted_at IS NULL`)).toEqual([{ n: 250 }])
})

test('a filter that finds another number than was agreed to changes nothing, neither when asked nor when begun', async () => {
  const { name, table } = await filled(20)
  const act = { verb: 'set', field: 'v2', value: 'x' }
  expect((await asked(call, name, act, 19)).msg).toContain('现在有 20 条')
  await worker?.stop()
  worker = undefined
  const { data } = await asked(call, name, act, 20)
  await sql(`UPDATE ${table} SET deleted_at = now() WHERE v1 = '7'`)
  await work()
  await expect.poll(async () => (await told(data.task))?.state).toBe('failed')
  expect((await told(data.task))?.error?.['zh-cn']).toContain('现在有 19 条')
  expect(await sql(`SELECT count(*) AS n FROM ${table} WHERE v2 IS NOT NULL`)).toEqual([{ n: 0 }])
})

test('needs the right of the verb and sight of the records, and filters by nothing that is masked', async () => {
  const { study, name } = await filled(12)
  const outsider = await person(server, 'outsider', STUDY_RULES)
  const reader = await person(server, 'reader', /^(study|clinical)(\/data(\/index)?)?$/)
  await add(call, 'study.member', { study, admin: reader.id, role: 'monitor', departments: [department] })
  const act = { verb: 'set', field: 'v2', value: 'x' }
  const unknown = await asked(outsider.call, name, act, 12)
  expect(unknown.msg).toBe((await asked(outsider.call, 'clinical.data.f999999', act, 12)).msg.replace('f999999', name.slice(14)))
  expect((await asked(reader.call, name, act, 12)).code).toBe(401)
  const analyst = await person(server, 'analyst', STUDY_RULES)
  await add(call, 'study.member', { study, admin: analyst.id, role: 'analyst', departments: [department] })
  expect(await asked(analyst.call, name, act, 1, where('v3', '=', '139'))).toMatchObject({ code: 0 })
  expect(await asked(call, name, { verb: 'set', field: 'state', value: 'locked' }, 12)).toMatchObject({ code: 0 })
  expect(await asked(call, name, { verb: 'move', to: 'locked' }, 12)).toMatchObject({ code: 0 })
  expect(await asked(call, name, { verb: 'purge' }, 12)).toMatchObject({ code: 0 })
  expect(await asked(call, 'study.subject', { verb: 'del' }, 1)).toMatchObject({ code: 0 })
  const { data } = await call<{ list: Row[] }>(`/admin/${name}/index`)
  expect(data.list.every((row) => row['v2'] === null)).toBe(true)
})

test('more findings than a page counts are accepted in one go with one reason; what somebody has decided stays as it is', async () => {
  const { study } = await collecting(call, `BK-${++number}`, department, manager.id)
  const [made] = await sql<{ id: number; parameter: number }>(
    `INSERT INTO qc_run (title, title_en, study) VALUES ('r', 'r', $1) RETURNING id, (SELECT min(id) FROM control_parameter) AS parameter`,
    [study],
  )
  await sql(
    `INSERT INTO finding (name, parameter, severity, state, study, fingerprint, hash, first_run, state_run)
      SELECT 'n' || n, $1, 'major', CASE WHEN n = 7 THEN 'false_positive' ELSE 'new' END, $2, 'bulk ' || n, 'h', $3, $3 FROM generate_series(1, 10300) n`,
    [made?.parameter, study, made?.id],
  )
  const all = where('study', 'IN', String(study))
  const counted = async (query: Record<string, string>) =>
    (await call<{ total: number; capped: boolean }>('/admin/finding/index', { query })).data
  expect(await counted(all)).toMatchObject({ total: 10_000, capped: true })
  expect(await counted({ ...all, whole: 'true' })).toMatchObject({ total: 10_300, capped: false })
  const accept = { verb: 'act', action: 'accept', input: { reason: '设备限制，已评估', until: null } }
  expect((await asked(call, 'finding', { ...accept, input: {} }, 10_300, all)).code).toBe(0)
  // Asked for one by one where each has a thread of its own.
  expect((await asked(call, 'finding', { verb: 'act', action: 'query', input: {} }, 10_300, all)).code).toBe(0)
  const few = {
    search: JSON.stringify([
      { field: 'study', operator: 'IN', val: String(study) },
      { field: 'name', operator: 'LIKE', val: 'n10' },
    ]),
  }
  const { total } = await counted(few)
  expect((await done(call, 'finding', accept, total, few)).result).toEqual({ count: total, changed: total, same: 0, refused: 0 })
  const accepted = `SELECT count(*) AS n FROM finding f WHERE study = $1 AND state = 'accepted' AND reason = '设备限制，已评估'
    AND EXISTS (SELECT FROM finding_event e WHERE e.finding = f.id AND e."to" = 'accepted' AND e.reason = f.reason)`
  expect(await sql(accepted, [study])).toEqual([{ n: total }])
  // Nobody who sees the task reads the reason.
  expect(JSON.stringify(await sql('SELECT input FROM task WHERE kind = $1', ['resource.bulk']))).not.toContain('已评估')
  const seven = {
    search: JSON.stringify([
      { field: 'study', operator: 'IN', val: String(study) },
      { field: 'name', operator: 'IN', val: 'n6,n7,n8' },
    ]),
  }
  expect((await done(call, 'finding', { verb: 'act', action: 'fix', input: {} }, 3, seven)).result).toMatchObject({
    changed: 2,
    refused: 1,
  })
})
