import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type CheckResult, type Parameter } from '#qc'
import { running } from '../src/areas/qc-run/server/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { snapshotForms, snapshotSql } from '../src/study/record/snapshot.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, secondPerson, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let folder: string
let manager: Person
let site: Person
let call: Call
let study: number
let visit: number
let vitals: number
let lab: number
let departments: number[]
let set: number
/** Subjects by their code, records of vitals by the code of their subject. */
const subjects: Record<string, number> = {}
const records: Record<string, number> = {}
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const WORK = /^(study|clinical|qc|finding|control)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
const RULES: Parameter[] = [
  { id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 }, severity: 'blocking' },
  { id: 'sbp.dbp', check: 'row_expression', table: 'vitals', params: { never: 'sbp <= dbp' } },
  { id: 'weight.range', check: 'range', table: 'vitals', columns: ['weight'], params: { min: 25, max: 250 } },
  { id: 'phone.filled', check: 'not_null', table: 'vitals', columns: ['phone'] },
  { id: 'phone.pattern', check: 'regex', table: 'vitals', columns: ['phone'], params: { pattern: '1[0-9]{10}' } },
  { id: 'crp.type', check: 'type_castable', table: 'lab', columns: ['crp'], params: { type: 'number' } },
]
/** Subject, department, systolic, diastolic, weight, phone. */
const ROWS: [string, number, string, string, string, string | null][] = [
  ['S1', 0, '300', '80', '70', '13800000001'],
  ['S2', 0, '120', '130', '70', '13800000002'],
  ['S3', 0, '120', '80', '-9', '13800000003'],
  ['S4', 1, '900', '80', '700', null],
  ['S5', 1, '310', '80', '60', '12'],
]

const run = async (body: object, by: Call = call): Promise<Row> => {
  const { code, msg, data } = await post<{ id: number }>(by, 'qc.run/judge', { form: null, set, study, ...body })
  expect([code, msg]).toEqual([1, msg])
  return settled(data.id)
}
const settled = async (id: number): Promise<Row> => {
  const stored = async () => (await sql<Row>('SELECT * FROM qc_run WHERE id = $1', [id]))[0]!
  await expect.poll(async () => (await stored()).state, { timeout: 60_000 }).toMatch(/done|failed/)
  return stored()
}
type Found = Row & { name: string; value: string | null; _labels: Record<string, string> }
const findings = async (by: Call = call): Promise<Record<string, Found>> => {
  const query = { limit: '1000', search: JSON.stringify([{ field: 'study', operator: '=', val: String(study) }]) }
  const { data } = await by<{ list: Found[] }>('/admin/finding/index', { query })
  return Object.fromEntries((data?.list ?? []).map((row) => [`${String(row['name'])} ${String(row['field'])}`, row]))
}
const states = async () => Object.fromEntries(Object.entries(await findings()).map(([name, { state }]) => [name, state]))
const edit = async (code: string, change: object) => {
  const { version } = await read(call, `clinical.data.f${vitals}`, records[code]!)
  expect(await post(call, `clinical.data.f${vitals}/edit`, { id: records[code], version, ...change }, '核对原始记录')).toMatchObject({
    code: 1,
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qc-record-'))
  server = await startTestServer({}, ['--empty'])
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  const { call: root } = await server.login()
  // Runs are asked for by the tests: one that begins by itself after an edit would be there first.
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  departments = []
  for (const code of ['A', 'B']) departments.push((await add(root, 'department', { name: `科室 ${code}`, code })).id)
  manager = await person(server, 'manager', WORK)
  call = manager.call
  ;({ study, visit } = await collecting(call, 'QR-1', departments[0]!, manager.id))
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征' }), form('lab', { name: '检验' })],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { type: 'integer' }),
      variable('vitals', 'dbp', { type: 'integer' }),
      variable('vitals', 'weight', { type: 'number', missingCodes: ['-9'] }),
      variable('vitals', 'phone', { sensitivity: 3 }),
      variable('lab', 'crp', { type: 'number' }),
    ],
  }))
  vitals = forms.find(({ code }) => code === 'vitals')!.id
  lab = forms.find(({ code }) => code === 'lab')!.id
  for (const [code, at, v1, v2, v3, v4] of ROWS) {
    subjects[code] = (await add(call, 'study.subject', { study, code, department: departments[at] })).id
    records[code] = (await add(call, `clinical.data.f${vitals}`, { subject: subjects[code], visit, v1, v2, v3, v4 })).id
  }
  await add(call, `clinical.data.f${lab}`, { subject: subjects['S1'], visit, v1: '<0.5' })
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: RULES }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active'`)
  const ids = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY id', [study])).map(({ id }) => id)
  set = (await add(call, 'control.set', { code: 'qr', name: '随访', nameEn: 'Follow-up', study, parameters: ids })).id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
  expect(failures).toEqual([])
})

const facts = ({ parameter, status, rows, denominator, violated, score }: Partial<CheckResult>) => ({
  parameter,
  status,
  rows,
  denominator,
  violated,
  score,
})

test('AA-07 a run over a form finds what the qc command finds in the same rows', async () => {
  const done = await run({ form: vitals })
  expect(done).toMatchObject({ state: 'done', form: vitals, study, rows: 5, total: 5, appeared: 7, title: 'QR-1 · 生命体征' })
  expect(done['snapshots']).toMatchObject({ dictionary: 1, forms: [{ name: 'vitals', rows: 5, sha256: done['source_hash'] }] })
  const { forms } = (await snapshotForms(server.backend.database, study))!
  const rows = await sql(snapshotSql(forms.find(({ code }) => code === 'vitals')!))
  const columns = Object.keys(rows[0]!)
  const cell = (value: unknown) => (value === null ? '' : `"${String(value)}"`)
  const [file, rules, out] = [join(folder, 'vitals.csv'), join(folder, 'rules.json'), join(folder, 'out.parquet')]
  await writeFile(
    file,
    [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((line) => line.map(cell).join(',')).join('\n'),
  )
  const keyFields = ['subject.id', 'visit.id', 'instance']
  const own = RULES.filter(({ table }) => table === 'vitals')
  const parameters = own.map((rule) => ({ ...rule, keyFields, ...(rule.id === 'weight.range' ? { missingCodes: ['-9'] } : {}) }))
  await writeFile(rules, JSON.stringify({ parameters }))
  const args = ['src/qc/cli.ts', 'check', file, '--parameters', rules, '--json', '--violations', out, '--now', String(done['judged_at'])]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
  const command = JSON.parse(stdout) as { results: CheckResult[]; score: { score: number } }
  const stored = await sql<{ result: CheckResult; form: number }>('SELECT result, form FROM qc_result WHERE run = $1 ORDER BY code', [
    done.id,
  ])
  const byCode = (results: readonly CheckResult[]) => Object.fromEntries(results.map((result) => [result.parameter, facts(result)]))
  expect(byCode(stored.map(({ result }) => result))).toEqual(byCode(command.results))
  expect(stored.map((row) => row.form)).toEqual(own.map(() => vitals))
  expect(done['score']).toBe(command.score.score)
  const db = await openDatabase({ threads: 1 })
  try {
    const lines = (path: string) => db.all(`SELECT parameter, "key", field, "value", hash FROM read_parquet('${path}') ORDER BY ALL`)
    const mine = await lines(server.backend.store.pathOf(String(done['violations'])))
    expect(mine).toEqual(await lines(out))
    expect(mine).toHaveLength(7)
  } finally {
    await db.close()
  }
})

test('AA-07 a finding knows its record: form, subject, visit, department and column', async () => {
  const found = await findings()
  expect(Object.keys(found).toSorted()).toEqual([
    'S1 · 基线 sbp',
    'S2 · 基线 sbp, dbp',
    'S4 · 基线 phone',
    'S4 · 基线 sbp',
    'S4 · 基线 weight',
    'S5 · 基线 phone',
    'S5 · 基线 sbp',
  ])
  expect(found['S2 · 基线 sbp, dbp']).toMatchObject({
    form: vitals,
    subject: subjects['S2'],
    visit,
    instance: 1,
    record: records['S2'],
    department: departments[0],
    slot: 'v1, v2',
    row: null,
    datafile: null,
    state: 'new',
  })
  expect(found['S1 · 基线 sbp']).toMatchObject({ value: '300', severity: 'blocking', slot: 'v1' })
})

test('AA-07 a value of two variables is read by their names, in the list and in what became of it; stored are the codes', async () => {
  const id = (await findings())['S2 · 基线 sbp, dbp']!.id
  const [stored] = await sql<{ value: string; label: string }>(
    `SELECT f.value, string_agg(v.label || '：' || x.own, '；' ORDER BY x.at) AS label FROM finding f
      CROSS JOIN LATERAL (SELECT split_part(p, '=', 1) AS code, split_part(p, '=', 2) AS own, at FROM unnest(string_to_array(f.value, '; ')) WITH ORDINALITY AS u(p, at)) x
      JOIN study_variable v ON v.form = f.form AND v.code = x.code WHERE f.id = $1 GROUP BY f.value`,
    [id],
  )
  expect(stored!.value).toMatch(/^sbp=\d+; dbp=\d+$/)
  expect((await findings())['S2 · 基线 sbp, dbp']!.value).toBe(stored!.label)
  const { data: one } = await call<{ row: { _then: object } }>('/admin/finding/read', { query: { id: String(id) } })
  expect(Object.values(one.row._then)).toEqual(stored!.value.match(/\d+/g))
  const search = JSON.stringify([{ field: 'finding', operator: '=', val: String(id) }])
  const { data } = await call<{ list: { value: string }[] }>('/admin/finding.event/index', { query: { search } })
  expect(data?.list.map(({ value }) => value)).toEqual([stored!.label])
  // Who moves it on keeps what was found, not what was read.
  expect(await post(call, 'finding/fix', { ids: [id] })).toMatchObject({ code: 1 })
  expect(await sql('SELECT value FROM finding_event WHERE finding = $1 ORDER BY id', [id])).toEqual([
    { value: stored!.value },
    { value: stored!.value },
  ])
  expect(await post(call, 'finding/giveBack', { ids: [id], reason: '再看' })).toMatchObject({ code: 1 })
})

test('AA-07 what is masked for somebody never enters the ledger or the report', async () => {
  const found = await findings()
  expect([found['S5 · 基线 phone']!.value, found['S5 · 基线 phone']!['context']]).toEqual([null, null])
  const [event] = await sql('SELECT value FROM finding_event WHERE finding = $1', [found['S5 · 基线 phone']!.id])
  expect(event).toEqual({ value: null })
  const [{ report } = { report: '' }] = await sql<{ report: string }>('SELECT report FROM qc_run ORDER BY id DESC LIMIT 1')
  const page = await readFile(server.backend.store.pathOf(report), 'utf8')
  expect(page).toContain('S5 · V1')
  expect(page).not.toContain('1380000000')
})

test('AA-07 the same records again: the same evidence, and nothing is written', async () => {
  const [before] = await sql<Row>('SELECT * FROM qc_run ORDER BY id DESC LIMIT 1')
  const counted = async () => (await sql('SELECT count(*)::int AS n FROM finding_event'))[0]!
  const events = await counted()
  const again = await run({ form: vitals })
  expect(again).toMatchObject({ appeared: 0, reopened: 0, resolved: 0, changed: 0 })
  expect([again['evidence'], again['source_hash']]).toEqual([before!['evidence'], before!['source_hash']])
  expect(await counted()).toEqual(events)
})

test('AA-07 two runs over unchanged data use one snapshot, and the second reads no row again', async () => {
  const place = join(server.backend.config.DATA_DIR, 'work', 'snapshot')
  type Evidence = { forms: { name: string; rows: number; snapshot: string }[] }
  const vitalsIn = (row: Row) => (row['snapshots'] as Evidence).forms.find(({ name }) => name === 'vitals')!
  const first = vitalsIn(await run({ form: vitals }))
  // Whoever reads the records again sees as many as before.
  const kept = (await readdir(place)).find((name) => name.startsWith(`form${vitals}-`) && name.endsWith(`-${first.snapshot}.whole.parquet`))
  const file = join(place, kept ?? '')
  const whole = await readFile(file)
  await rm(file)
  await writeFile(join(folder, 'whole.parquet'), whole)
  const db = await openDatabase()
  // Without the record of S3, of which nothing was found.
  await db.run(`COPY (SELECT * FROM read_parquet('${join(folder, 'whole.parquet')}') WHERE subject <> 'S3') TO '${file}' (FORMAT parquet)`)
  await db.close()
  expect(vitalsIn(await run({ form: vitals }))).toMatchObject({ snapshot: first.snapshot, rows: first.rows - 1 })
  await rm(file)
  await writeFile(file, whole)
  expect(vitalsIn(await run({ form: vitals }))).toMatchObject({ snapshot: first.snapshot, rows: first.rows })
  // What is written to a record, or to a code that stands in the snapshot, makes another one.
  await sql(`UPDATE "record"."t${vitals}" SET v1 = v1 WHERE id = (SELECT min(id) FROM "record"."t${vitals}")`)
  const second = vitalsIn(await run({ form: vitals }))
  expect([second.snapshot === first.snapshot, second.rows]).toEqual([false, first.rows])
})

test('AA-07 a corrected value is resolved, an accepted one that changed opens again', async () => {
  const { 'S1 · 基线 sbp': one, 'S5 · 基线 sbp': five } = await findings()
  expect(await post(call, 'finding/accept', { ids: [one!.id, five!.id], reason: '复测' })).toMatchObject({ code: 1 })
  await edit('S5', { v1: '320' })
  await edit('S4', { v3: '70' })
  const done = await run({ form: vitals })
  expect(done).toMatchObject({ appeared: 0, reopened: 1, resolved: 1 })
  expect(await states()).toMatchObject({
    'S1 · 基线 sbp': 'accepted',
    'S5 · 基线 sbp': 'reopened',
    'S4 · 基线 weight': 'resolved',
    'S4 · 基线 sbp': 'new',
  })
})

test('AA-07 a variable that is renamed breaks no rule and keeps its findings', async () => {
  const before = await states()
  const renamed = (one: Record<string, unknown>) => (one['code'] === 'sbp' ? { ...one, code: 'systolic' } : one)
  const second = await secondPerson(server)
  await publish(call, study, (draft) => ({ ...draft, variables: draft.variables.map(renamed) }), second)
  const done = await run({ form: vitals })
  expect(done).toMatchObject({ appeared: 0, reopened: 0, resolved: 0, changed: 0, errors: 0, failed: 4 })
  expect(await states()).toEqual(before)
  // A rule that calls it by its new name from now on finds the same ones.
  const [rule] = await sql<{ id: number }>(`SELECT id FROM control_parameter WHERE code = 'sbp.dbp'`)
  await sql(`UPDATE control_version SET body = '{"table": "vitals", "params": {"never": "systolic <= dbp"}}' WHERE parameter = $1`, [
    rule!.id,
  ])
  expect(await run({ form: vitals })).toMatchObject({ appeared: 0, reopened: 0, resolved: 0, changed: 0, errors: 0, failed: 4 })
})

test('AA-07 a run over the study judges every form; one over a form leaves the others alone', async () => {
  const done = await run({})
  expect(done).toMatchObject({ form: null, rows: 6, total: 6, appeared: 1, title: 'QR-1' })
  expect((await findings())['S1 · 基线 crp']).toMatchObject({ form: lab, value: '<0.5', state: 'new' })
  await run({ form: vitals })
  expect((await findings())['S1 · 基线 crp']).toMatchObject({ state: 'new' })
})

test('AA-07 a re-check covers its parameters and nothing else, and waits as one', async () => {
  await edit('S5', { v1: '120', v4: '13800000005' })
  const [rule] = await sql<{ id: number }>(`SELECT id FROM control_parameter WHERE code = 'sbp.range'`)
  const asked = { study, parameters: [rule!.id], pairs: [{ form: vitals, subject: subjects['S5'] }] }
  const first = await post<{ id: number }>(call, 'qc.run/recheck', asked)
  expect(first).toMatchObject({ code: 1 })
  const done = await settled(first.data.id)
  expect(done).toMatchObject({ trigger: 'recheck', resolved: 1, total: 1 })
  expect(await states()).toMatchObject({ 'S5 · 基线 sbp': 'resolved', 'S5 · 基线 phone': 'new' })
  expect(await post(call, 'qc.run/recheck', { ...asked, pairs: [{ form: 'x' }] })).toMatchObject({ code: 0 })
  // While one waits, the next joins it.
  await worker.stop()
  worker = { stop: async () => {} }
  const one = await post<{ id: number }>(call, 'qc.run/recheck', asked)
  const other = await post<{ id: number }>(call, 'qc.run/recheck', { ...asked, pairs: [{ form: vitals, subject: subjects['S4'] }] })
  expect(other.data.id).toBe(one.data.id)
  const [{ pairs } = { pairs: 0 }] = await sql<{ pairs: number }>(
    `SELECT jsonb_array_length(asked->'pairs') AS pairs FROM qc_run WHERE id = $1`,
    [one.data.id],
  )
  expect(pairs).toBe(2)
})

test('AA-07 findings are seen with their subject; the report is for those who see every site', async () => {
  site = await person(server, 'siteb', WORK, { scope: 'department', department: departments[1]! })
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [departments[1]] })
  const outsider = await person(server, 'outsider', WORK)
  expect(Object.keys(await findings(site.call)).toSorted()).toEqual([
    'S4 · 基线 phone',
    'S4 · 基线 sbp',
    'S4 · 基线 weight',
    'S5 · 基线 phone',
    'S5 · 基线 sbp',
  ])
  expect(await findings(outsider.call)).toEqual({})
  const [done] = await sql<Row>(`SELECT id FROM qc_run WHERE state = 'done' ORDER BY id DESC LIMIT 1`)
  const report = async (token: string) => {
    const answer = await fetch(`${server.address}/admin/qc.run/report?server=1&id=${done!.id}`, { headers: { batoken: token } })
    return answer.headers.get('content-type')
  }
  expect(await report(manager.token)).toMatch(/^text\/html/)
  expect(await report(site.token)).toMatch(/^application\/json/)
  expect(await report(outsider.token)).toMatch(/^application\/json/)
  const mine = (await findings())['S1 · 基线 sbp']!
  expect(await post(site.call, 'finding/fix', { ids: [mine.id] })).toMatchObject({ code: 0 })
  expect(await post(outsider.call, 'qc.run/judge', { study, set, form: null })).toMatchObject({ code: 0 })
  const again = { study, parameters: [1], pairs: [{ form: vitals, subject: subjects['S1'] }] }
  expect(await post(outsider.call, 'qc.run/recheck', again)).toMatchObject({ code: 0 })
})

test('AA-07 a site is counted by the rows that a rule judged there, and scored by them; a reader is told of the sites that they reach', async () => {
  type Site = { department: number; judged: number; hit: number }
  type Scores = {
    forms: { name: string }[]
    sites: { department: number; name: string; score: number; applicable: number; total: number }[]
  }
  const [done] = await sql<Row>(`SELECT id FROM qc_run WHERE state = 'done' AND asked IS NULL AND form IS NULL ORDER BY id DESC LIMIT 1`)
  const ask = async <T>(by: Call, what: string, query: Record<string, string> = {}) =>
    (await by<T>(`/admin/qc.run/${what}`, { query: { id: String(done!.id), ...query } })).data
  const judged = async (code: string) =>
    (await ask<{ sites: Site[] }>(call, 'sites', { code, form: String(vitals) })).sites.map((site) => [site.judged, site.hit])
  // S3 has no weight, and S4 and S5 stand at the other site.
  expect(await judged('weight.range')).toEqual([
    [2, 0],
    [2, 0],
  ])
  expect(await judged('phone.filled')).toEqual([
    [3, 0],
    [2, 1],
  ])
  const scores = await ask<Scores>(call, 'scores')
  expect(scores.forms.map(({ name }) => name).toSorted()).toEqual(['检验', '生命体征'])
  expect(scores.sites.map(({ name, applicable, total }) => [name, applicable, total])).toEqual([
    ['科室 A', 6, 6],
    ['科室 B', 5, 5],
  ])
  const siteCall = site.call
  expect(await ask<Scores>(siteCall, 'scores')).toEqual({ forms: [], sites: scores.sites.slice(1) })
  expect(await read(siteCall, 'qc.run', done!.id)).toMatchObject({ sites: null, scores: null })
})

test('AA-07 a run says in words why it cannot begin', async () => {
  expect(await post(call, 'qc.run/judge', { study, set, form: 99_999 })).toMatchObject({ code: 0 })
  const other = await collecting(call, 'QR-2', departments[0]!, manager.id)
  expect(await post(call, 'qc.run/judge', { study: other.study, set, form: null })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('还没有已发布的表单'),
  })
  expect(await post(call, 'qc.run/judge', { study: other.study, set, form: vitals })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('不属于这项研究'),
  })
})
