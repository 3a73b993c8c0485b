import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parameter } from '#qc'
import { running } from '../src/areas/qc-run/server/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { toolsOf } from './worker.ts'

const RULES = /^(study|clinical|query|finding|control|qc)(?!.*\/(all|reveal)$)(\/|$)/
const RANGE: Parameter[] = [
  { id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } },
  { id: 'dbp.range', check: 'range', table: 'vitals', columns: ['dbp'], params: { min: 30, max: 150 } },
  { id: 'phone.pattern', check: 'regex', table: 'vitals', columns: ['phone'], params: { pattern: '1[0-9]{10}' } },
]
type Item = {
  code: string
  version: number
  field: string
  before?: string | null
  after?: string | null
  by?: string
  value?: string | null
}
type Entry = {
  kind: string
  text: string | null
  run: number | null
  by: string | null
  facts: { hash?: string; isRule?: boolean; items?: Item[] } | null
}

let server: TestServer
let worker: { stop(): Promise<void> }
let manager: Person
let site: Person
let auditor: Person
let call: Call
let study: number
let visit: number
let vitals: number
let department: number
let set: number
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const begun = () =>
  startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await begun()
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
  department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  manager = await person(server, 'manager', RULES)
  site = await person(server, 'site', RULES)
  auditor = await person(server, 'inspector', RULES)
  call = manager.call
  ;({ study, visit } = await collecting(call, 'RC-1', department, manager.id))
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [department] })
  await add(call, 'study.member', { study, admin: auditor.id, role: 'auditor' })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { type: 'integer', label: '收缩压', labelEn: 'Systolic' }),
      variable('vitals', 'dbp', { type: 'integer' }),
      variable('vitals', 'phone', { sensitivity: 3, label: '电话' }),
    ],
  }))
  vitals = forms[0]!.id
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: RANGE }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active'`)
  const ids = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY id', [study])).map(({ id }) => id)
  set = (await add(call, 'control.set', { code: 'rc', name: '随访', nameEn: 'Follow-up', study, parameters: ids })).id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const name = () => `clinical.data.f${vitals}`
let number = 0
const recordOf = async (values: object): Promise<{ id: number; subject: string }> => {
  const code = `R${++number}`
  const subject = await add(call, 'study.subject', { study, code, department })
  return { id: (await add(call, name(), { subject: subject.id, visit, ...values })).id, subject: code }
}
/** Nothing is waiting or at work any more. */
const quiet = () =>
  expect.poll(async () => sql(`SELECT id, state FROM qc_run WHERE state NOT IN ('done', 'failed')`), { timeout: 60_000 }).toEqual([])
const judge = async (): Promise<number> => {
  const { code, msg, data } = await post<{ id: number }>(call, 'qc.run/judge', { study, form: vitals, set })
  expect([code, msg]).toEqual([1, msg])
  await quiet()
  return data.id
}
const findingsOf = (record: number) =>
  sql<{ id: number; state: string; field: string }>('SELECT id, state, field FROM finding WHERE record = $1 ORDER BY slot, id', [record])
const states = async (record: number) => (await findingsOf(record)).map(({ field, state }) => `${field} ${state}`)
/** The record with what the run has found in it, asked about. */
const queried = async (values: object): Promise<{ record: number; query: number }> => {
  const { id: record } = await recordOf(values)
  await judge()
  const ids = (await findingsOf(record)).map(({ id }) => id)
  const { code, msg, data } = await post<{ ids: number[] }>(call, 'finding/query', { ids })
  expect([code, msg]).toEqual([1, msg])
  expect(data.ids.length).toBe(1)
  return { record, query: data.ids[0]! }
}
const thread = async (by: Person, id: number) =>
  (await by.call<{ entries: Entry[] }>('/admin/query/thread', { query: { id: String(id) } })).data.entries
const last = async (id: number) => (await thread(manager, id)).at(-1)
const stateOf = async (id: number) => (await read(call, 'query', id)).state
const edit = async (by: Person, record: number, change: object) => {
  const { version } = await read(call, name(), record)
  const { code, msg } = await post(by.call, `${name()}/edit`, { id: record, version, ...change }, '核对原始记录')
  expect([code, msg]).toEqual([1, msg])
}

test('findings of one record become one query; the answer corrects the value, the re-check closes it with proof', async () => {
  const { record, query } = await queried({ v1: '900', v2: '80', v3: '13800000000' })
  const row = (await read(call, 'query', query)) as Row & { subject: number }
  expect(row).toMatchObject({ state: 'open', form: vitals, record, field: 'v1', department, assignees: [site.id] })
  expect(await states(record)).toEqual(['sbp queried'])
  expect((await post(call, 'finding/query', { ids: (await findingsOf(record)).map(({ id }) => id) })).code).toBe(0)
  expect((await post(site.call, 'query/answer', { ids: [query], category: 'corrected', value: '120' })).code).toBe(1)
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  expect(await read(call, 'query', query)).toMatchObject({ proved: true, closedAt: expect.any(String) })
  expect(await states(record)).toEqual(['sbp resolved'])
  const closing = await last(query)
  expect(closing).toMatchObject({ kind: 'proved', by: null, run: expect.any(Number) })
  const [run] = await sql<{ trigger: string; source_hash: string }>('SELECT trigger, source_hash FROM qc_run WHERE id = $1', [closing!.run])
  expect(run).toEqual({ trigger: 'recheck', source_hash: closing!.facts?.hash })
  // The same as a sentence, in the reader's language.
  expect(closing!.text).toMatch(
    new RegExp(
      `^质疑 #${query} 由运行 #${closing!.run} 自动关闭：收缩压 900 → 120（site，\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d），规则 sbp.range .*v1 不再命中。$`,
    ),
  )
  const english = await call<{ entries: Entry[] }>('/admin/query/thread', { query: { id: String(query) }, headers: { 'think-lang': 'en' } })
  expect(english.data.entries.at(-1)?.text).toMatch(
    new RegExp(`^Query #${query} was closed by run #\\d+: Systolic 900 → 120 \\(site, .+\\), rule sbp.range .*v1 no longer hits\\.$`),
  )
  expect(closing!.facts?.items).toMatchObject([{ code: 'sbp.range', version: 1, field: '收缩压', before: '900', after: '120', by: 'site' }])
  const { data } = await site.call<{ list: { kind: string; address: string }[] }>('/admin/notification/index')
  expect(data.list.filter(({ address }) => address === `/admin/query/${query}`).map(({ kind }) => kind)).toContain('query.closed')
})

test('a run waits for whoever holds a query before it touches its findings: neither ends the other', async () => {
  const { record, query } = await queried({ v1: '905', v2: '80', v3: '13800000000' })
  const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM query q%'`
  await server.backend.database.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM query WHERE id = $1 FOR UPDATE', [query])
    await edit(site, record, { v1: '118' })
    await expect.poll(async () => (await sql(waits)).length, { timeout: 60_000 }).toBe(1)
    // As whoever closes it would step them next.
    expect(await tx.query('SELECT state FROM finding WHERE query = $1 FOR UPDATE NOWAIT', [query])).toEqual([{ state: 'queried' }])
  })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  await quiet()
})

test('a question that nobody writes says what was found and what is wanted; a value that some may not read is not quoted in it', async () => {
  const { id: record } = await recordOf({ v1: '903', v2: '80', v3: '12' })
  await judge()
  const findings = (await findingsOf(record)).map(({ id }) => id)
  const asked = async (lang: string) =>
    (await call<{ text: string }>('/admin/query/asked', { query: { findings: String(findings) }, headers: { 'think-lang': lang } })).data
      .text
  const english = await asked('en')
  expect(english).toContain('Systolic is “903”, against the rule “')
  expect(english).toContain('Please check the source: correct what is wrong, or explain why it is right.')
  const chinese = await asked('zh-cn')
  expect(chinese).toContain('收缩压为“903”，不符合“')
  expect(chinese).toContain('电话，不符合“')
  expect(chinese).not.toContain('“12”')
  const { data } = await post<{ ids: number[] }>(call, 'finding/query', { ids: findings })
  expect((await read(call, 'query', data.ids[0]!))['text']).toBe(chinese)
})

test('the trail of the study names run, rule, both values and the visit where a re-check has closed a query, and to whom it was given', async () => {
  const { query } = await queried({ v1: '904', v2: '80', v3: '13800000000' })
  await post(site.call, 'query/answer', { ids: [query], category: 'corrected', value: '119' })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  type Told = { record: string; what: string; visitName: string; lines: { title: string; before: string | null; after: string | null }[] }
  const trail = async (by: Person, lang = 'zh-cn') => {
    const { data } = await by.call<{ list: Told[] }>('/admin/study.trail/index', {
      query: { study: String(study), kind: 'query' },
      headers: { 'think-lang': lang },
    })
    return data.list.filter(({ record }) => record === String(query))
  }
  const told = await site.call<{ next: string }>('/admin/query/thread', { query: { id: String(query) } })
  expect(told.data.next).toBe('proved')
  const closing = await last(query)
  const [proved] = await trail(manager)
  expect(proved).toMatchObject({ what: '复核后自动关闭', visitName: '基线' })
  expect(proved!.lines).toEqual([
    { title: '收缩压', before: '904', after: expect.stringMatching(/^119（site，20\d\d-\d\d-\d\d \d\d:\d\d）$/) },
    { title: '规则', before: null, after: expect.stringMatching(/^sbp\.range .* v1 不再命中$/) },
    { title: '质控运行', before: null, after: `#${closing!.run}` },
    { title: '数据快照', before: null, after: closing!.facts?.hash },
  ])
  // By the name that is signed in with, too.
  const said = async (name: string) => {
    const asked = { study: String(study), kind: 'query', by: name }
    return (await manager.call<{ list: Told[] }>('/admin/study.trail/index', { query: asked })).data.list.length
  }
  await sql(`UPDATE auth_admin SET nickname = '病房' WHERE id = $1`, [site.id])
  expect([await said('site'), await said('nobody')]).toEqual([expect.toSatisfy((n: number) => n > 0), 0])
  await sql(`UPDATE auth_admin SET nickname = 'site' WHERE id = $1`, [site.id])
  const given = (list: Told[]) => list.flatMap(({ lines }) => lines).find(({ title }) => title === '交给' || title === 'Given to')?.after
  expect(given(await trail(manager))).toBe('site（记录所在科室的协调员）')
  expect(given(await trail(manager, 'en'))).toBe('site (coordinators of the department)')
})

test('a query says what its reader may do about it', async () => {
  const { query } = await queried({ v1: '917', v2: '80', v3: '13800000000' })
  const mayOf = async (by: Person) => (await read(by.call, 'query', query))['_may']
  expect(await mayOf(manager)).toEqual({ answer: true, decide: true, cancel: true, remark: true, close: false })
  expect(await mayOf(site)).toEqual({ answer: true, decide: false, cancel: false, remark: true, close: false })
  expect(await mayOf(auditor)).toEqual({ answer: false, decide: false, cancel: false, remark: false, close: false })
})

test('an edit of the record is enough: nobody has to answer', async () => {
  const { record, query } = await queried({ v1: '901', v2: '80', v3: '13800000000' })
  await edit(site, record, { v1: '118' })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  expect((await last(query))?.facts?.items).toMatchObject([{ before: '901', after: '118', by: 'site' }])
})

test('as long as one of several findings stands, the thread says which; the last one closes it', async () => {
  const { record, query } = await queried({ v1: '902', v2: '400', v3: '13800000000' })
  expect(await states(record)).toEqual(['sbp queried', 'dbp queried'])
  await edit(site, record, { v1: '119' })
  await expect.poll(async () => (await last(query))?.kind, { timeout: 60_000 }).toBe('standing')
  expect(await stateOf(query)).toBe('open')
  expect((await last(query))?.facts?.items).toMatchObject([{ code: 'dbp.range', field: 'dbp', value: '400' }])
  await edit(site, record, { v2: '79' })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  expect((await last(query))?.facts?.items?.map(({ code }) => code).toSorted()).toEqual(['dbp.range', 'sbp.range'])
})

test('a value that is changed and still wrong: the answered query is told so, once for each change', async () => {
  const { record, query } = await queried({ v1: '903', v2: '80', v3: '13800000000' })
  expect((await post(site.call, 'query/answer', { ids: [query], category: 'corrected', value: '904' })).code).toBe(1)
  await expect.poll(async () => (await last(query))?.kind, { timeout: 60_000 }).toBe('standing')
  expect((await last(query))?.facts?.items).toMatchObject([{ value: '904' }])
  expect(await stateOf(query)).toBe('answered')
  const said = (await thread(manager, query)).length
  await judge()
  expect((await thread(manager, query)).length).toBe(said)
  expect(await states(record)).toEqual(['sbp queried'])
})

test('what is found again opens the query again, with the same finding', async () => {
  const { record, query } = await queried({ v1: '905', v2: '80', v3: '13800000000' })
  await edit(site, record, { v1: '121' })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  await edit(site, record, { v1: '906' })
  const run = await judge()
  expect(await read(call, 'query', query)).toMatchObject({ state: 'open', reopened: 1, proved: false, closedAt: null })
  expect(await last(query)).toMatchObject({ kind: 'reopened', run, facts: { items: [{ value: '906' }] } })
  expect(await states(record)).toEqual(['sbp queried'])
})

test('cancelled: its findings are somebody’s work again; closed by a person: they are, or become exceptions', async () => {
  const first = await queried({ v1: '908', v2: '80', v3: '13800000000' })
  expect((await post(call, 'query/cancel', { ids: [first.query], reason: '误提' })).code).toBe(1)
  expect(await states(first.record)).toEqual(['sbp new'])
  const second = await queried({ v1: '909', v2: '80', v3: '13800000000' })
  await post(site.call, 'query/answer', { ids: [second.query], category: 'confirmed', note: '三次测量如此' })
  expect((await post(call, 'query/close', { ids: [second.query], note: '确认', accept: true })).code).toBe(1)
  expect(await states(second.record)).toEqual(['sbp accepted'])
  const third = await queried({ v1: '910', v2: '80', v3: '13800000000' })
  await post(site.call, 'query/answer', { ids: [third.query], category: 'confirmed', note: '三次测量如此' })
  expect((await post(call, 'query/close', { ids: [third.query] })).code).toBe(1)
  expect(await states(third.record)).toEqual(['sbp new'])
})

test('a proof shows values to those who read them in the record', async () => {
  const { record, query } = await queried({ v1: '120', v2: '80', v3: '12' })
  await edit(site, record, { v3: '13911112222' })
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  expect(JSON.stringify(await thread(site, query))).toContain('13911112222')
  expect(JSON.stringify(await thread(auditor, query))).not.toContain('13911112222')
  expect(JSON.stringify((await auditor.call('/admin/query.entry/index', { query: { limit: '1000' } })).data)).not.toContain('13911112222')
})

test('many edits at once are few runs, and none is forgotten', async () => {
  await sql(`UPDATE routine_config SET value = '1' WHERE name = 'recheck_seconds'`)
  const records: number[] = []
  for (let i = 0; i < 8; i++) records.push((await recordOf({ v1: '911', v2: '80', v3: '13800000000' })).id)
  await judge()
  const [before] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM qc_run WHERE trigger = 'recheck'`)
  const open = () => sql(`SELECT id FROM finding WHERE record = ANY($1::bigint[]) AND state <> 'resolved'`, [records])
  expect((await open()).length).toBe(records.length)
  // A slow machine needs longer for an edit than for a run: nobody looks before most of them are there.
  await worker.stop()
  await Promise.all(records.slice(2).map((record) => edit(site, record, { v1: '122' })))
  worker = await begun()
  await Promise.all(records.slice(0, 2).map((record) => edit(site, record, { v1: '122' })))
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
  await quiet()
  const [after] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM qc_run WHERE trigger = 'recheck'`)
  // What was changed while a look was at work is looked at once more.
  expect(after!.n - before!.n).toBeLessThan(records.length)
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
})

test('an answer without a value asks for a look as well: what was corrected before is proved', async () => {
  const other = await queried({ v1: '914', v2: '80', v3: '13800000000' })
  const { record, query } = await queried({ v1: '913', v2: '80', v3: '13800000000' })
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  await edit(site, record, { v1: '124' })
  const next = async () => (await call<{ next: string | null }>('/admin/query/thread', { query: { id: String(query) } })).data.next
  // Nothing is coming: nobody is told that something is.
  expect((await post(site.call, 'query/answer', { ids: [other.query], category: 'corrected', note: '已改' })).code).toBe(1)
  const said = (await call<{ next: string | null }>('/admin/query/thread', { query: { id: String(other.query) } })).data.next
  expect(said).toBe('person')
  await sql(`UPDATE routine_config SET value = 'true' WHERE name = 'recheck_on_change'`)
  await sql(`UPDATE routine_config SET value = '1' WHERE name = 'recheck_seconds'`)
  expect((await post(site.call, 'query/answer', { ids: [query], category: 'corrected', note: '原始记录为 124' })).code).toBe(1)
  expect(await next()).toBe('recheck')
  await expect.poll(() => stateOf(query), { timeout: 60_000 }).toBe('closed')
  expect(await next()).toBe('proved')
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
})

test('somebody who goes on editing elsewhere does not put off a re-check', async () => {
  const mine = await queried({ v1: '915', v2: '80', v3: '13800000000' })
  const theirs = await queried({ v1: '916', v2: '80', v3: '13800000000' })
  await sql(`UPDATE routine_config SET value = '5' WHERE name = 'recheck_seconds'`)
  await edit(site, mine.record, { v1: '125' })
  // Put off by whoever edits elsewhere, it would come after a minute.
  const patience = Date.now() + 45_000
  for (let value = 400; (await stateOf(mine.query)) !== 'closed'; value++) {
    if (Date.now() > patience) throw new Error('an editor elsewhere delays it')
    await edit(site, theirs.record, { v1: String(value) })
  }
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
  await edit(site, theirs.record, { v1: '126' })
  await expect.poll(() => stateOf(theirs.query), { timeout: 60_000 }).toBe('closed')
})

test('with the setting off, an edit asks for nothing', async () => {
  const { record } = await queried({ v1: '912', v2: '80', v3: '13800000000' })
  const [before] = await sql(`SELECT max(id) AS id FROM qc_run`)
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  await edit(site, record, { v1: '123' })
  expect(await sql(`SELECT max(id) AS id FROM qc_run`)).toEqual([before])
  await sql(`UPDATE routine_config SET value = 'true' WHERE name = 'recheck_on_change'`)
})

test('a retired rule leaves nothing open: its query is over and says why; one that asks about more goes on', async () => {
  const alone = await queried({ v1: '120', v2: '200', v3: '13800000000' })
  const both = await queried({ v1: '911', v2: '201', v3: '13800000000' })
  const [version] = await sql<{ id: number; version: number }>(
    `SELECT v.id, v.version FROM control_version v JOIN control_parameter p ON p.id = v.parameter WHERE p.code = 'dbp.range' AND v.state = 'active'`,
  )
  const { code, msg } = await post(call, 'control.version/move', { ...version, to: 'retired' }, '方案已修订')
  expect([code, msg]).toEqual([1, msg])
  expect([await states(alone.record), await states(both.record)]).toEqual([['dbp resolved'], ['sbp queried', 'dbp resolved']])
  expect(await read(call, 'query', alone.query)).toMatchObject({ state: 'closed', proved: false, closedAt: expect.any(String) })
  expect(await last(alone.query)).toMatchObject({ kind: 'closed', text: '方案已修订', facts: { isRetired: true } })
  expect(await stateOf(both.query)).toBe('open')
  expect(await last(both.query)).toMatchObject({ kind: 'remark', facts: { isRetired: true } })
})

// The last one: the rule is another one from here on.
test('another version of the rule proves nothing: the query stays, and says so', async () => {
  const { record, query } = await queried({ v1: '907', v2: '80', v3: '13800000000' })
  const [version] = await sql<{ id: number; body: { params: object } }>(
    `SELECT v.id, v.body FROM control_version v JOIN control_parameter p ON p.id = v.parameter WHERE p.code = 'sbp.range'`,
  )
  await sql(`UPDATE control_version SET state = 'retired' WHERE id = $1`, [version!.id])
  const next = { ...version!.body, params: { min: 60, max: 2600 } }
  await sql(
    `INSERT INTO control_version (parameter, number, body, state) SELECT parameter, 2, $2::jsonb, 'active' FROM control_version WHERE id = $1`,
    [version!.id, JSON.stringify(next)],
  )
  await judge()
  expect(await states(record)).toEqual(['sbp resolved'])
  expect(await stateOf(query)).toBe('open')
  expect(await last(query)).toMatchObject({ kind: 'standing', facts: { isRule: true } })
})
