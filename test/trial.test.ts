import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryQuestion } from '../src/areas/control-parameter/server/trial/question.ts'
import { tryingAll } from '../src/areas/control-parameter/server/trial/all-task.ts'
import { trying } from '../src/areas/control-parameter/server/trial/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import type { Trial } from '../src/study/parameter/trial.ts'
import { tableName } from '../src/study/record/table.ts'
import { openBeside, proveLane } from './lane-kit.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { askTrial, lookAt, tried as tryOver } from './trial-kit.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let root: Call
let manager: Person
let call: Call
let study: number
let vitals: number
let departments: number[]
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const WORK = /^(study|clinical|control|task|approval)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
/** Subject, department, systolic, diastolic, phone. */
const ROWS: [string, number, string | null, string, string | null][] = [
  ['S1', 0, '300', '80', '13800000001'],
  ['S2', 0, '120', '130', '13800000002'],
  ['S3', 0, '120', '80', '12'],
  ['S4', 1, '900', '80', null],
  ['S5', 1, null, '80', '13800000005'],
]
const RANGE = { check: 'range', body: { table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } } }

const ask = (wanted: object, by: Call = call) => askTrial(by, wanted)
const look = (task: number, by: Call = call) => lookAt(by, task)
const tried = (wanted: object, by: Call = call) => tryOver(by, { study, ...wanted })

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [trying, tryingAll],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  root = (await server.login()).call
  departments = []
  for (const code of ['A', 'B']) departments.push((await add(root, 'department', { name: `科室 ${code}`, code })).id)
  manager = await person(server, 'manager', WORK)
  call = manager.call
  let visit: number
  ;({ study, visit } = await collecting(call, 'TRY-1', departments[0]!, manager.id))
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征' }), form('lab', { name: '检验' })],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { type: 'integer' }),
      variable('vitals', 'dbp', { type: 'integer' }),
      variable('vitals', 'phone', { sensitivity: 3 }),
      variable('vitals', 'born', { sensitivity: 2 }),
      variable('lab', 'crp', { type: 'number' }),
    ],
  }))
  vitals = forms.find(({ code }) => code === 'vitals')!.id
  for (const [code, at, v1, v2, v3] of ROWS) {
    const subject = await add(call, 'study.subject', { study, code, department: departments[at] })
    await add(call, `clinical.data.f${vitals}`, { subject: subject.id, visit, v1, v2, v3, v4: v3 })
  }
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const rowsOf = ({ list }: Trial) => list?.map(({ name, verdict, field }) => [name, verdict, field])

test('AA-07 a rule that is not stored yet says row by row what it would blame, and of how many', async () => {
  const trial = await tried(RANGE)
  expect(trial).toMatchObject({
    rows: 5,
    violated: 2,
    faults: [],
    trouble: null,
    tables: [
      { table: 'vitals', status: 'failed', rows: 5, of: 5, denominator: 4, violated: 2, columns: [{ name: 'sbp', isHidden: false }] },
    ],
  })
  expect(rowsOf(trial)).toEqual([
    ['S1 · V1', 'failed', 'sbp'],
    ['S4 · V1', 'failed', 'sbp'],
    ['S2 · V1', 'passed', null],
    ['S3 · V1', 'passed', null],
  ])
  expect(trial.list?.map(({ cells }) => cells)).toEqual([['300'], ['900'], ['120'], ['120']])
  expect(trial.list?.[0]).toMatchObject({ form: vitals, record: expect.any(Number), value: '300' })
  expect(await sql('SELECT id FROM control_parameter')).toEqual([])
})

test('a rule tried again reads nothing anew until something is written, and then what was written', async () => {
  const table = tableName(vitals)
  const first = await tried(RANGE)
  // Behind the back of the database's own guard: whoever reads again would see it.
  await sql(`ALTER TABLE record.${table} DISABLE TRIGGER USER`)
  await sql(`UPDATE record.${table} SET v1 = '270' WHERE v1 = '300'`)
  const { ms: _, ...again } = await tried({ ...RANGE, body: { ...RANGE.body, params: { min: 60, max: 280 } } })
  expect([again.snapshot.sha256, again.violated, again.list?.[0]?.value]).toEqual([first.snapshot.sha256, 2, '300'])
  // Another column is another reading, and a site reads its own rows alone.
  expect(await tried({ check: 'not_null', body: { table: 'vitals', columns: ['sbp', 'dbp'] } })).toMatchObject({ violated: 1 })
  await sql(`UPDATE record.${table} SET v1 = '300' WHERE v1 = '270'`)
  await sql(`ALTER TABLE record.${table} ENABLE TRIGGER USER`)
  const [record] = await sql<{ id: number }>(`SELECT id FROM record.${table} WHERE v1 = '300'`)
  const edit = async (v1: string) => {
    const { version } = await read(call, `clinical.data.f${vitals}`, record!.id)
    expect(await post(call, `clinical.data.f${vitals}/edit`, { id: record!.id, version, v1 })).toMatchObject({ code: 1 })
  }
  await edit('290')
  const after = await tried(RANGE)
  expect(after.list?.[0]).toMatchObject({ value: '290', verdict: 'failed' })
  expect(after.snapshot.sha256).not.toBe(first.snapshot.sha256)
  await edit('300')
  const kept = await readdir(join(server.backend.config.DATA_DIR, 'work', 'snapshot'))
  expect(kept.filter((name) => name.startsWith(`form${vitals}-`))).toHaveLength(1)
})

test('a wrong expression is told with the setting and the character where it shows', async () => {
  const never = 'sbp <= dbq'
  const wrong = await tried({ check: 'row_expression', body: { table: 'vitals', params: { never } } })
  expect(wrong).toMatchObject({ faults: [{ path: 'params.never', at: 8, words: { en: expect.stringContaining('dbp') } }] })
  const filter = await tried({ ...RANGE, body: { ...RANGE.body, filter: 'sbp >' } })
  expect(filter).toMatchObject({ faults: [{ path: 'filter', at: expect.any(Number) }], list: [] })
  const many = await tried({ check: 'range', body: { table: 'vitals', columns: ['sbq'], params: { most: 3 } } })
  expect(many.faults.map(({ path }) => path)).toContain('params.most')
})

test('sensitive values are shown to nobody, and whoever does not read them is told counts alone', async () => {
  const phone = { check: 'regex', body: { table: 'vitals', columns: ['phone'], params: { pattern: '1[0-9]{10}' } } }
  // The principal investigator reads what identifies persons, in the record; here only which record it is.
  const led = await tried(phone)
  expect(led.list?.[0]).toMatchObject({ name: 'S3 · V1', verdict: 'failed', value: '••••', cells: ['••••'] })
  const analyst = await person(server, 'analyst', WORK)
  await add(call, 'study.member', { study, admin: analyst.id, role: 'analyst' })
  const limited = await tried({ ...phone, body: { ...phone.body, columns: ['born'] } }, analyst.call)
  expect(limited).toMatchObject({ violated: 1, list: null, tables: [{ denominator: 4 }] })
  // Nor is it told by looking it up from another form.
  const elsewhere = (name: string) => ({
    check: 'row_expression',
    body: { table: 'lab', params: { never: `lookup(vitals, [subject], [${name}]) = '12'` } },
  })
  expect(await tried(elsewhere('born'), analyst.call)).toMatchObject({ list: null, faults: [] })
  expect(JSON.stringify([led, limited])).not.toMatch(/1380000|"12"/)
  // A count would say that somebody has this number: of what identifies, an analyst knows nothing, whatever name they type.
  const absent = { ...phone, body: { ...phone.body, columns: ['no_such'] } }
  const said = async (wanted: object) => {
    const { faults, trouble, violated, tables, list } = await tried(wanted, analyst.call)
    return JSON.parse(JSON.stringify({ faults, trouble, violated, tables, list }).replaceAll('no_such', 'phone')) as object
  }
  expect(await said(phone)).toEqual(await said(absent))
  expect(await said(elsewhere('phone'))).toEqual(await said(elsewhere('no_such')))
  expect(await said(elsewhere('phone'))).toMatchObject({ faults: [{ path: 'params.never' }] })
  expect((await tried(RANGE, analyst.call)).list).toHaveLength(4)
})

test('nobody is shown rows of a department that they do not reach, a study that they are not in, or the answer to somebody else', async () => {
  const site = await person(server, 'site', WORK)
  expect(await ask({ ...RANGE, study }, site.call)).toMatchObject({ code: 0 })
  await add(call, 'study.member', { study, admin: site.id, role: 'monitor', departments: [departments[1]] })
  const own = await tried(RANGE, site.call)
  expect(own).toMatchObject({ rows: 2, tables: [{ rows: 2, of: 2, denominator: 1, violated: 1 }] })
  expect(rowsOf(own)).toEqual([['S4 · V1', 'failed', 'sbp']])
  const { data } = await ask({ ...RANGE, study })
  await expect.poll(async () => (await look(data.task)).data.state, { timeout: 60_000 }).toBe('done')
  expect(await look(data.task, site.call)).toMatchObject({ code: 0, msg: expect.stringContaining('不是您发起的') })
  // Whoever oversees tasks sees that there is one, and nothing of what it found.
  expect(await read(root, 'task', data.task)).toMatchObject({ state: 'done', result: null })
  expect(await ask({ ...RANGE })).toMatchObject({ code: 0, msg: '请选择用来试运行的研究项目或数据文件' })
})

test('a trial that is not wanted any more is stopped by whoever asked for it', async () => {
  await worker.stop()
  const { data } = await ask({ ...RANGE, study })
  expect(await look(data.task)).toMatchObject({ data: { state: 'waiting', result: null } })
  expect(await post(call, 'control.parameter/stop', { task: data.task })).toMatchObject({ code: 1, data: { stopped: true } })
  expect(await look(data.task)).toMatchObject({ data: { state: 'cancelled' } })
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [trying, tryingAll],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})

test('a version counts as tested once exactly what it says was tried, and keeps the evidence', async () => {
  const parameter = await add(call, 'control.parameter', {
    code: 'sbp',
    name: '收缩压',
    nameEn: 'sbp',
    study,
    check: 'C02',
    body: RANGE.body,
  })
  const draft = async () => {
    const [found] = await sql<{ id: number }>('SELECT id FROM control_version WHERE parameter = $1', [parameter.id])
    return read(call, 'control.version', found!.id)
  }
  const { id } = await draft()
  const edit = async (max: number) => {
    const { version } = await draft()
    const body = { ...RANGE.body, params: { max, min: 60 } }
    expect(await post(call, 'control.version/edit', { id, version, body })).toMatchObject({ code: 1 })
  }
  await edit(250)
  const refused = await move(call, 'control.version', id, 'tested')
  expect(refused).toMatchObject({
    code: 0,
    data: { blockers: [{ text: expect.stringContaining('还没有试运行'), address: expect.stringContaining('tab=try') }] },
  })
  // As typed, whatever the order of its settings.
  const { hash, snapshot } = await tried({ check: 'C02', body: { params: { min: 60, max: 250 }, columns: ['sbp'], table: 'vitals' } })
  expect(await move(call, 'control.version', id, 'tested')).toMatchObject({ code: 1 })
  const tested: Row = await draft()
  expect(tested['testedOn']).toMatchObject({ hash, rows: 5, judged: 4, violated: 2, snapshot, study, by: manager.id })
  expect(snapshot).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), number: 1 })
  // Back in the draft and changed, it has to be tried again.
  expect(await move(call, 'control.version', id, 'draft')).toMatchObject({ code: 1 })
  expect((await draft())['testedOn']).toBeNull()
  await edit(240)
  expect(await move(call, 'control.version', id, 'tested')).toMatchObject({ code: 0 })
  // A trial that could not judge proves nothing.
  await tried({ check: 'C02', body: { table: 'vitals', columns: ['gone'], params: { min: 1 } } })
  const version = (await draft()).version
  expect(
    await post(call, 'control.version/edit', { id, version, body: { table: 'vitals', columns: ['gone'], params: { min: 1 } } }),
  ).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', id, 'tested')).toMatchObject({ code: 0 })
})

/** A rule as somebody enters it, as far as it gets after a trial of what it says. */
const towardsTested = async (code: string, check: string, body: object) => {
  const trial = await tried({ check, body })
  const parameter = await add(call, 'control.parameter', { code, name: code, nameEn: code, study, check, body })
  const [draft] = await sql<{ id: number }>('SELECT id FROM control_version WHERE parameter = $1', [parameter.id])
  return { trial, moved: await move(call, 'control.version', draft!.id, 'tested') }
}

test('a rule about what stands beside the tables is tried on it; one that keeps a history has measured before it is judged', async () => {
  const queries = { check: 'K01', body: { params: { max: 0 } } }
  expect((await tried(queries)).tables).toMatchObject([{ status: 'passed', value: 0 }])
  await sql(`INSERT INTO query (title, text, study, department) VALUES ('q', 'q', $1, $2)`, [study, departments[1]])
  const { trial, moved } = await towardsTested('K', queries.check, queries.body)
  expect(trial.tables).toMatchObject([{ status: 'failed', violated: 1, value: 1 }])
  expect(moved).toMatchObject({ code: 1 })
  // Nobody counts the queries of a site that they do not reach.
  const own = await person(server, 'siteA', WORK)
  await add(call, 'study.member', { study, admin: own.id, role: 'monitor', departments: [departments[0]] })
  expect((await tried(queries, own.call)).tables).toMatchObject([{ status: 'passed', value: 0 }])

  const mean = await towardsTested('J', 'J14', { table: 'vitals', columns: ['sbp'] })
  expect(mean.trial.tables).toMatchObject([{ status: 'not_applicable', reason: 'insufficient', isMeasured: true }])
  expect(mean.moved).toMatchObject({ code: 1 })
})

test('a trial that judged nothing is told as what it is: tried, and in vain', async () => {
  const body = { ...RANGE.body, filter: 'sbp > 5000' }
  const { trial, moved } = await towardsTested('vain', 'C02', body)
  expect(trial.tables).toMatchObject([{ status: 'not_applicable', why: { en: 'no row passes the filter' } }])
  expect(moved).toMatchObject({ code: 0, data: { blockers: [{ text: expect.stringContaining('没有任何可以判断的数据') }] } })
})

test('the drafts of many rules are tried by one task; what judged something may be marked as tested', async () => {
  const rules = {
    good: { check: 'C02', body: { table: 'vitals', columns: ['dbp'], params: { min: 30, max: 120 } } },
    void: { check: 'C02', body: { table: 'lab', columns: ['crp'], params: { max: 5 } } },
    bad: { check: 'C02', body: { table: 'vitals', columns: ['gone'], params: { max: 5 } } },
  }
  const ids: Record<string, number> = {}
  for (const [code, rule] of Object.entries(rules))
    ids[code] = (await add(call, 'control.parameter', { code: `many.${code}`, name: code, nameEn: code, study, ...rule })).id
  // Asked for where they stand together: on their set.
  const set = await add(call, 'control.set', { code: 'many', name: '草稿', nameEn: 'Drafts', study, parameters: Object.values(ids) })
  const { code, data } = await post<{ task: number; count: number }>(call, 'control.set/tryAll', { ids: [set.id] })
  expect([code, data.count]).toEqual([1, 3])
  const state = async () => (await sql<{ state: string; result: object }>('SELECT state, result FROM task WHERE id = $1', [data.task]))[0]
  await expect.poll(async () => (await state())?.state, { timeout: 60_000 }).toBe('done')
  expect((await state())?.result).toEqual({ judged: 1, vain: 1, wrong: 1 })
  // The story of each rule tells it: which version, on what, and what came out. It is no change that anybody would meet.
  type Entry = { action: string; by: string; changes: { field: string; parts?: unknown[] }[] }
  const story = async (id: number | undefined) =>
    (await call<{ list: Entry[] }>('/admin/control.parameter/history', { query: { id: String(id) }, headers: { 'think-lang': 'en' } })).data
      .list
  const said = (name: string, after: unknown) => ({ name, before: null, after })
  for (const [name, outcome] of Object.entries({ good: 'May be marked as tested', void: 'Nothing to judge', bad: 'Something is wrong' }))
    expect(await story(ids[name])).toMatchObject([
      { action: 'try', changes: [{ parts: expect.arrayContaining([said('Version', 'v1'), said('Outcome', outcome)]) }] },
      ...(await story(ids[name])).slice(1),
    ])
  const moved = async (parameter: number | undefined) => {
    const [draft] = await sql<{ id: number }>('SELECT id FROM control_version WHERE parameter = $1', [parameter])
    return (await move(call, 'control.version', draft!.id, 'tested')).code
  }
  expect([await moved(ids['good']), await moved(ids['void']), await moved(ids['bad'])]).toEqual([1, 0, 0])
  expect((await post(call, 'control.parameter/tryAll', { ids: [ids['good']] })).code).toBe(0)
})

const NOW = '/admin/control.parameter/trial'
test('asked of a worker while one waits, a rule says the same as its task, and counts as tested by it', async () => {
  const without = await call(NOW, { body: { study, ...RANGE } })
  expect(without).toMatchObject({ code: 0, msg: expect.stringContaining('没有正在运行的执行进程'), data: { instead: 'task' } })
  const door = await openBeside(server, [tryQuestion])
  try {
    const body = { ...RANGE.body, params: { min: 61, max: 261 } }
    const now = await call<Trial>(NOW, { body: { study, check: 'range', body } })
    const { ms: _ms, snapshot, ...task } = await tried({ check: 'range', body })
    expect(now.data).toMatchObject({ ...task, snapshot: { sha256: snapshot.sha256, number: 1 } })
    await sql('DELETE FROM control_trial')
    const parameter = await add(call, 'control.parameter', { code: 'now', name: '现在', nameEn: 'now', study, check: 'C02', body })
    const [draft] = await sql<{ id: number }>('SELECT id FROM control_version WHERE parameter = $1', [parameter.id])
    expect(await move(call, 'control.version', draft!.id, 'tested')).toMatchObject({ code: 0 })
    await call(NOW, { body: { study, check: 'C02', body } })
    expect(await move(call, 'control.version', draft!.id, 'tested')).toMatchObject({ code: 1 })
    expect((await read(call, 'control.version', draft!.id))['testedOn']).toMatchObject({ hash: now.data.hash, violated: 2, by: manager.id })
    // What cannot be read, and who may not.
    expect(await call(NOW, { body: { study, check: 'nothing', body } })).toMatchObject({ code: 0, msg: expect.stringContaining('nothing') })
    expect(await call(NOW, { body: { check: 'range', body } })).toMatchObject({ code: 0, msg: '请选择用来试运行的研究项目或数据文件' })
    const stranger = await person(server, 'outsider', WORK)
    expect((await stranger.call(NOW, { body: { study, check: 'range', body } })).code).toBe(0)
    const empty = (await add(call, 'study.project', { code: 'TRY-0', title: '空', titleEn: 'Empty', department: departments[0] })).id
    expect(await call(NOW, { body: { study: empty, check: 'range', body } })).toMatchObject({
      code: 0,
      msg: '无法查询：研究项目或表单还没有发布数据字典，请先发布',
    })
  } finally {
    await door.close()
  }
})

test('a trial that waits has ten seconds, ends with its request, and is one of two at a time', () =>
  proveLane(server, vitals, tryQuestion, { path: NOW, headers: { batoken: manager.token }, body: { study, ...RANGE } }))
