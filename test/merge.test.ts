import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parameter } from '#qc'
import { running } from '../src/areas/qc-run/server/task.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Person, Row } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = /^(study|clinical|query|finding|control|qc|approval|datafile)(?!.*\/(all|reveal)$)(\/|$)/
const RANGE: Parameter[] = [{ id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } }]
type Merging = {
  from: Record<string, unknown>
  into: Record<string, unknown> | null
  obstacles: string[]
  conflicts: { key: string; name: string; visit: string; cells: { field: string; from: string; into: string }[] }[]
  request: { into: number; reason: string; by: string } | null
}

let server: TestServer
let worker: { stop(): Promise<void> }
let first: Person
let second: Person
let outsider: Person
let study: number
let visit: number
let later: number
let vitals: string
let labs: string
let department: number
let set: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [running])
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
  department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  first = await person(server, 'first', RULES)
  second = await person(server, 'second', RULES)
  outsider = await person(server, 'outsider', RULES)
  ;({ study, visit } = await collecting(first.call, 'MG-1', department, first.id))
  later = (await add(first.call, 'study.visit', { study, code: 'V2', name: '随访', nameEn: 'Follow-up', day: 30 })).id
  await add(first.call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  const { forms } = await publish(first.call, study, () => ({
    forms: [form('vitals', { name: '生命体征' }), form('labs', { name: '检验' })],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { label: '收缩压', type: 'integer' }),
      variable('vitals', 'phone', { label: '电话', sensitivity: 3 }),
      variable('labs', 'glu', { label: '血糖', type: 'number' }),
    ],
  }))
  vitals = `clinical.data.f${forms.find(({ code }) => code === 'vitals')?.id ?? 0}`
  labs = `clinical.data.f${forms.find(({ code }) => code === 'labs')?.id ?? 0}`
  await post(first.call, 'control.parameter/take', { file: JSON.stringify({ parameters: RANGE }), study })
  await sql(`UPDATE control_version SET state = 'active'`)
  const ids = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [study])).map(({ id }) => id)
  set = (await add(first.call, 'control.set', { code: 'mg', name: '范围', nameEn: 'Ranges', study, parameters: ids })).id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

let number = 0
const subject = (more: object = {}): Promise<Row> =>
  add(first.call, 'study.subject', { study, code: `MG-${String(++number).padStart(3, '0')}`, department, ...more })
const enter = (name: string, of: Row, values: object, at = visit): Promise<Row> =>
  add(first.call, name, { subject: of.id, visit: at, ...values })
const compare = async (from: Row, into: Row | null = null, by = first) =>
  (
    await by.call<Merging>('/admin/study.subject/merging', {
      query: { id: String(from.id), ...(into ? { into: String(into.id) } : {}) },
    })
  ).data
const ask = (from: Row, into: Row, stands: object = {}, by = first) =>
  post<{ asked: number }>(by.call, 'study.subject/merge', { ids: [from.id], into: into.id, stands, reason: '身份证号一致，是同一人' })
const agree = async (from: Row, by = second) => {
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE record = $1 AND action = 'merge' AND state = 'requested'`, [
    from.id,
  ])
  return post<{ count: number; lapsed: number }>(by.call, 'approval/approve', { ids: [asked?.id ?? 0] })
}
const quiet = () =>
  expect.poll(async () => sql(`SELECT id, state FROM qc_run WHERE state NOT IN ('done', 'failed')`), { timeout: 60_000 }).toEqual([])
const judge = async () => {
  expect(await post(first.call, 'qc.run/judge', { study, form: null, set })).toMatchObject({ code: 1 })
  await quiet()
}
const refusal = (msg: string) => ({ code: 0, msg: expect.stringContaining(msg) })

test('AA-01 two codes of one person become one when a second person agrees: records, files, queries, findings, identity and consent', async () => {
  const [from, into] = [await subject({ consentVersion: '2.1', consentOn: '2026-01-05' }), await subject()]
  await post(first.call, 'study.subject/seal', { ids: [from.id], name: '王某', idNumber: '110101199001011234' })
  const both = await enter(vitals, from, { v1: '300', v2: '13800000001' })
  const own = await enter(vitals, into, { v1: '120', v2: '13800000001' })
  const glu = await enter(labs, from, { v1: '5.6' })
  const alone = await enter(vitals, from, { v1: '310' }, later)
  await judge()
  const [found] = await sql<{ id: number }>('SELECT id FROM finding WHERE record = $1', [alone.id])
  const asked = await post<{ ids: number[] }>(first.call, 'finding/query', { ids: [found?.id] })
  expect(asked).toMatchObject({ code: 1 })
  await sql(`INSERT INTO datafile (name, kind, subject) VALUES ('ecg.csv', 'table', $1)`, [from.id])

  const seen = await compare(from, into)
  expect(seen).toMatchObject({
    from: { code: from['code'], records: 3, visits: 2, files: 1, queries: 1, findings: 2, consent: '2.1 · 2026-01-05', isIdentified: true },
    into: { code: into['code'], records: 1, visits: 1, files: 0, queries: 0, findings: 0, isIdentified: false },
    obstacles: [],
    conflicts: [{ name: '生命体征', visit: '基线', cells: [{ field: 'v1', from: '300', into: '120' }] }],
  })
  expect(await ask(from, into)).toMatchObject(refusal('还没有选择'))
  const stands = { [seen.conflicts[0]?.key ?? '']: 'into' }
  expect(await ask(from, into, stands)).toMatchObject({ code: 1, data: { asked: 1 } })
  // Nothing has happened yet, and whoever asked cannot agree; the second person sees what was asked for.
  expect((await read(first.call, labs, glu.id))['subject']).toBe(from.id)
  expect(await compare(from, null, second)).toMatchObject({ request: { into: into.id, reason: '身份证号一致，是同一人', by: 'first' } })
  expect(await agree(from, first)).toMatchObject({ code: 0 })
  expect(await agree(from)).toMatchObject({ code: 1, data: { count: 1, lapsed: 0 } })

  expect((await read(first.call, labs, glu.id))['subject']).toBe(into.id)
  expect((await read(first.call, vitals, alone.id))['subject']).toBe(into.id)
  expect(await read(first.call, vitals, own.id)).toMatchObject({ subject: into.id, v1: '120' })
  expect(
    await sql('SELECT subject, deleted_at IS NOT NULL AS gone, v1 FROM record.t' + vitals.slice(15) + ' WHERE id = $1', [both.id]),
  ).toEqual([{ subject: from.id, gone: true, v1: '300' }])
  expect(await sql('SELECT subject FROM datafile WHERE name = $1', ['ecg.csv'])).toEqual([{ subject: into.id }])
  expect(await sql('SELECT subject, title FROM query WHERE id = $1', [asked.data.ids[0]])).toEqual([
    { subject: into.id, title: expect.stringMatching(new RegExp(`^${String(into['code'])} · `)) },
  ])
  const kept = await read(first.call, 'study.subject', into.id)
  expect(kept).toMatchObject({ consentVersion: '2.1', consentOn: '2026-01-05', identifiedAt: expect.any(String) })
  expect(await post(first.call, 'study.subject/identify', { ids: [into.id], reason: '核对' })).toMatchObject({ data: { name: '王某' } })

  // What was known of the finding stays with it: the next run finds the same one, and what stands aside is found no more.
  await quiet()
  await judge()
  const after = await sql<{ id: number; state: string; subject: number; record: number }>(
    'SELECT id, state, subject, record FROM finding WHERE subject = ANY($1::bigint[]) ORDER BY id',
    [[from.id, into.id]],
  )
  expect(after).toEqual([
    { id: expect.any(Number), state: 'resolved', subject: from.id, record: both.id },
    { id: found?.id, state: 'queried', subject: into.id, record: alone.id },
  ])
  expect(await sql('SELECT cause, reason FROM finding_event WHERE finding = $1 ORDER BY id DESC LIMIT 1', [found?.id])).toEqual([
    { cause: 'merge', reason: '身份证号一致，是同一人' },
  ])

  // Whoever looks for the old code learns where it went, and nothing is entered or changed there.
  const gone = await first.call<{ into: object; moved: object; aside: object[] }>('/admin/study.subject/merged', {
    query: { id: String(from.id) },
  })
  expect(gone.data).toMatchObject({
    into: { id: into.id, code: into['code'] },
    moved: { records: 2, files: 1, queries: 1, findings: 1 },
    aside: [{ record: both.id, stands: own.id, cells: [{ field: 'v1', from: '300', into: '120' }] }],
  })
  expect(await post(first.call, `${labs}/add`, { subject: from.id, visit: later, v1: '5' })).toMatchObject(refusal('已合并'))
  const { version } = await read(first.call, 'study.subject', from.id)
  expect(await post(first.call, 'study.subject/edit', { id: from.id, version, remark: 'x' }, '备注')).toMatchObject(
    refusal(`合并到 ${String(into['code'])}`),
  )
  expect(await post(first.call, `${vitals}/restore`, { ids: [both.id] }, '恢复')).toMatchObject(refusal('这一份保留在回收站'))
  const purge = { method: 'DELETE', query: { ids: String(both.id) }, headers: { 'x-reason': encodeURIComponent('清除') } }
  expect(await first.call(`/admin/${vitals}/delete`, purge)).toMatchObject(refusal('这一份保留在回收站'))
  const history = await first.call<{ list: object[] }>(`/admin/${vitals}/history`, { query: { id: String(both.id) } })
  expect(JSON.stringify(history.data)).toContain('300')

  // The trail of the one that stays tells it, with what happened to the other before.
  const trail = await first.call<{ list: { action: string; label: string; resource: string }[] }>('/admin/study.trail/index', {
    query: { study: String(study), subject: String(into.id) },
  })
  expect(trail.data.list).toContainEqual(
    expect.objectContaining({ action: 'merge', resource: 'study.subject', label: `${String(from['code'])} → ${String(into['code'])}` }),
  )
  expect(trail.data.list).toContainEqual(expect.objectContaining({ action: 'add', label: from['code'] }))
})

test('AA-01 the record of who goes may stand: it takes the place, and the other one’s finding goes on with it', async () => {
  const [from, into] = [await subject(), await subject()]
  const ours = await enter(vitals, from, { v1: '320' })
  const theirs = await enter(vitals, into, { v1: '330' })
  await judge()
  const [older] = await sql<{ id: number }>('SELECT id FROM finding WHERE record = ANY($1::bigint[]) ORDER BY id', [[ours.id, theirs.id]])
  const { conflicts } = await compare(from, into)
  await ask(from, into, { [conflicts[0]?.key ?? '']: 'from' })
  expect(await agree(from)).toMatchObject({ code: 1, data: { count: 1 } })
  expect(await read(first.call, vitals, ours.id)).toMatchObject({ subject: into.id, v1: '320' })
  await quiet()
  await judge()
  expect(await sql(`SELECT id, subject, record, value FROM finding WHERE subject = $1 AND state <> 'resolved'`, [into.id])).toEqual([
    { id: older?.id, subject: into.id, record: ours.id, value: '320' },
  ])
})

test('AA-01 what was entered between the request and the agreement is not decided with it; nobody outside merges or looks', async () => {
  const [from, into] = [await subject(), await subject()]
  await enter(labs, from, { v1: '5.1' })
  expect(await ask(from, into)).toMatchObject({ code: 1, data: { asked: 1 } })
  await enter(labs, into, { v1: '5.2' })
  expect(await agree(from)).toMatchObject(refusal('还没有选择'))
  expect((await read(first.call, 'study.subject', from.id))['mergedInto']).toBeNull()
  expect(await compare(from, into, outsider)).toBeNull()
  expect((await ask(from, into, {}, outsider)).code).toBe(0)
})

const LOCKS = `SELECT l.mode, l.granted FROM pg_locks l JOIN pg_locks w ON w.pid = l.pid AND w.locktype = 'advisory' AND w.classid = 7340035 AND NOT w.granted
  WHERE l.locktype = 'advisory' AND l.classid = 7340035 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
// Whoever shares the study and then wants it alone waits for another merge that does the same, until the database ends one of them.
test('AA-01 a merge takes its turn in the study before it shares it, so that two at once never wait for each other', async () => {
  const pairs = [[await subject(), await subject()] as const, [await subject(), await subject()] as const]
  for (const [from, into] of pairs) expect(await ask(from, into)).toMatchObject({ code: 1, data: { asked: 1 } })
  // Somebody is writing into the study.
  const agreed = await server.backend.database.withConnection(async (connection) => {
    await connection.query('BEGIN')
    await connection.query('SELECT pg_advisory_xact_lock_shared(7340035, $1::int)', [study])
    const answers = Promise.all(pairs.map(([from]) => agree(from)))
    await expect.poll(() => sql(LOCKS)).toEqual(pairs.map(() => ({ mode: 'ExclusiveLock', granted: false })))
    await connection.query('COMMIT')
    return answers
  })
  expect(agreed).toMatchObject(pairs.map(() => ({ code: 1, data: { count: 1 } })))
})

test('AA-01 a subject who moves to another site takes everything along, and what comes back out of the bin comes to that site', async () => {
  const { call: root } = await server.login()
  const other = (await add(root, 'department', { name: '神经内科', code: 'N' })).id
  const who = await subject()
  const wrong = await enter(vitals, who, { v1: '320' })
  const binned = await enter(labs, who, { v1: '4.4' })
  await move(first.call, vitals, wrong.id, 'submitted')
  await move(first.call, vitals, wrong.id, 'verified')
  await judge()
  const [found] = await sql<{ id: number }>('SELECT id FROM finding WHERE record = $1', [wrong.id])
  expect(await post(first.call, 'finding/query', { ids: [found?.id] })).toMatchObject({ code: 1 })
  expect((await first.call(`/admin/${labs}/del`, { method: 'DELETE', query: { ids: String(binned.id) } })).code).toBe(1)
  const { version } = await read(first.call, 'study.subject', who.id)
  expect(await post(first.call, 'study.subject/edit', { id: who.id, version, department: other })).toMatchObject({ code: 1 })
  expect(await read(first.call, vitals, wrong.id)).toMatchObject({ department: other, state: 'verified', v1: '320' })
  for (const table of ['finding', 'query'])
    expect(await sql(`SELECT DISTINCT department FROM ${table} WHERE subject = $1`, [who.id])).toEqual([{ department: other }])
  expect(await first.call(`/admin/${labs}/restore`, { query: { ids: String(binned.id) } })).toMatchObject({ code: 1 })
  expect(await read(first.call, labs, binned.id)).toMatchObject({ department: other })
})

test('AA-01 refused: oneself, another study, who has withdrawn, who is further on, a locked subject, a frozen study', async () => {
  const [from, into, gone, ahead] = [
    await subject(),
    await subject(),
    await subject(),
    await subject({ consentVersion: '1', consentOn: '2026-01-01' }),
  ]
  expect(await ask(from, from)).toMatchObject(refusal('不能与自己合并'))
  const elsewhere = await collecting(first.call, 'MG-2', department, first.id)
  await publish(first.call, elsewhere.study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
  const other = await add(first.call, 'study.subject', { study: elsewhere.study, code: 'X-1', department })
  expect(await ask(from, other)).toMatchObject(refusal('另一项研究'))
  await move(first.call, 'study.subject', gone.id, 'withdrawn', '撤回同意')
  expect(await ask(from, gone)).toMatchObject(refusal('已退出'))
  expect(await move(first.call, 'study.subject', ahead.id, 'enrolled')).toMatchObject({ code: 1 })
  expect(await ask(ahead, into)).toMatchObject(refusal('反过来合并'))
  expect(await ask(into, ahead)).toMatchObject({ code: 1 })
  await add(first.call, 'study.lock', { study, scope: 'subject', subject: from.id, level: 'freeze', reason: '核对中' })
  expect(await ask(from, ahead)).toMatchObject(refusal('冻结'))
  expect(await ask(other, other)).toMatchObject({ code: 0 })
  await sql(
    `INSERT INTO study_lock (study, scope, level, title, reason, state, since) VALUES ($1, 'study', 'freeze', 'MG-1', '数据库冻结', 'frozen', now())`,
    [study],
  )
  expect(await agree(into)).toMatchObject(refusal('冻结'))
})
