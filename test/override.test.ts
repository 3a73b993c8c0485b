import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckResult, Parameter } from '#qc'
import { lapsing } from '../src/areas/control-override/server/lapse.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { hospitalDay } from '../src/server/zone.ts'
import { snapshotForms, snapshotSql } from '../src/study/record/snapshot.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let folder: string
let manager: Person
let second: Person
let call: Call
let study: number
let visit: number
let vitals: number
let departments: number[]
let set: number
let gather: number
const rules: Record<string, number> = {}
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const WORK =
  /^(study|clinical|qc|finding|control|gather|approval|department\/index$|department\/read$)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
const RULES: Parameter[] = [
  { id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 }, severity: 'major' },
  { id: 'dbp.filled', check: 'not_null', table: 'vitals', columns: ['dbp'], missingCodes: ['1', '2'] },
  { id: 'sbp.unique', check: 'unique', table: 'vitals', columns: ['sbp'] },
]
/** Subject, department, systolic, diastolic. */
const ROWS: [string, number, string, string | null][] = [
  ['S1', 0, '300', '80'],
  ['S2', 0, '120', null],
  ['S3', 1, '310', '80'],
  ['S4', 1, '280', null],
]
const FAR = '2099-12-31'
const asked = (more: object = {}) => ({
  study,
  parameter: rules['sbp.range'],
  at: 'department',
  department: departments[1],
  mode: 'change',
  body: { params: { max: 300 }, severity: 'minor' },
  reason: '重症病房患者血压偏高',
  until: FAR,
  ...more,
})
const decide = async (as: Call) => {
  const [open] = await sql<{ id: number }>(`SELECT id FROM approval WHERE state = 'requested' ORDER BY id DESC LIMIT 1`)
  return post(as, 'approval/approve', { ids: [open!.id] })
}
/** Asked for by one and agreed to by the other. */
const agreed = async (more: object = {}): Promise<Row> => {
  const row = await add(call, 'control.override', asked(more))
  expect(await decide(second.call)).toMatchObject({ code: 1 })
  return read(call, 'control.override', row.id)
}
const endAll = async () => {
  for (const { id } of await sql<Row>(`SELECT id FROM control_override WHERE state IN ('requested', 'active')`))
    expect(await move(call, 'control.override', id, 'ended', '恢复原规则')).toMatchObject({ code: 1 })
}
const run = async (): Promise<Row> => {
  const { code, msg, data } = await post<{ id: number }>(call, 'qc.run/judge', { form: null, set, study })
  expect([code, msg]).toEqual([1, msg])
  const stored = async () => (await sql<Row>('SELECT * FROM qc_run WHERE id = $1', [data.id]))[0]!
  await expect.poll(async () => (await stored()).state, { timeout: 60_000 }).toMatch(/done|failed/)
  return stored()
}
const found = async (parameter = 'sbp.range') =>
  Object.fromEntries(
    (
      await sql<{ name: string; state: string; severity: string; cause: string }>(
        'SELECT name, state, severity, cause FROM finding WHERE parameter = $1 ORDER BY name',
        [rules[parameter]],
      )
    ).map(({ name, state, severity, cause }) => [name, `${state} ${severity} ${cause}`]),
  )
const resultsOf = async (id: number, parameter = 'sbp.range') =>
  Object.fromEntries(
    (
      await sql<{ code: string; status: string; violated: number; denominator: number; override: number | null; severity: string }>(
        'SELECT code, status, violated, denominator, override, severity FROM qc_result WHERE run = $1 AND parameter = $2',
        [id, rules[parameter]],
      )
    ).map(({ code, ...result }) => [code, result]),
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'override-'))
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [running, lapsing])
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  departments = []
  for (const code of ['A', 'B']) departments.push((await add(root, 'department', { name: `科室 ${code}`, code })).id)
  manager = await person(server, 'overrider', WORK)
  second = await person(server, 'agreer', WORK)
  call = manager.call
  ;({ study, visit } = await collecting(call, 'OV-1', departments[0]!, manager.id))
  await add(call, 'study.member', { study, admin: second.id, role: 'dataManager', departments: [] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征' })],
    codelists: [],
    variables: [variable('vitals', 'sbp', { type: 'integer' }), variable('vitals', 'dbp', { type: 'integer' })],
  }))
  vitals = forms[0]!.id
  for (const [code, at, v1, v2] of ROWS) {
    const subject = await add(call, 'study.subject', { study, code, department: departments[at] })
    await add(call, `clinical.data.f${vitals}`, { subject: subject.id, visit, v1, v2 })
  }
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: RULES }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active'`)
  for (const { id, code } of await sql<{ id: number; code: string }>('SELECT id, code FROM control_parameter')) rules[code] = id
  set = (await add(call, 'control.set', { code: 'ov', name: '随访', nameEn: 'Follow-up', study, parameters: Object.values(rules) })).id
  const project = { study, code: 'G-1', name: '病房录入', nameEn: 'Ward entry', channel: 'form', form: vitals }
  gather = (await add(call, 'gather.project', { ...project, departments: [departments[0]] })).id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('AA-07 an override of a control parameter', () => {
  test('is asked for with a reason and an end by who leads the study, and holds once a second person agrees', async () => {
    const refused = async (more: object) => (await post(call, 'control.override/add', asked(more))).msg
    expect(await refused({ reason: '' })).not.toBe('')
    expect(await refused({ until: '2020-01-01' })).toMatch(/^截止日期 2020-01-01 已经过去/)
    expect(await refused({ body: {} })).toMatch(/至少填写一项/)
    expect(await refused({ body: { filter: 'sbp > 1' } })).toMatch(/只能改检查的设置/)
    expect(await refused({ body: { params: { max: 'viel' } } })).toMatch(/^这样设置不能检查：params.max/)
    expect(await refused({ parameter: rules['sbp.unique'] })).toMatch(/要把各处的数据放在一起检查/)
    expect(await sql('SELECT 1 FROM control_override')).toEqual([])
    const row = await add(call, 'control.override', asked())
    expect(row).toMatchObject({ state: 'requested', title: 'sbp.range · 科室 B', by: manager.id })
    expect(await refused({})).toMatch(/在这里已有例外/)
    expect((await decide(call)).code).toBe(0)
    expect(await sql(`SELECT state FROM control_override`)).toEqual([{ state: 'requested' }])
    const stranger = await person(server, 'stranger', WORK)
    expect((await post(stranger.call, 'control.override/add', asked({ department: departments[0] }))).code).toBe(0)
    // Asked for is not agreed: the rule still holds everywhere.
    expect(await resultsOf((await run()).id)).toEqual({
      'sbp.range': { status: 'failed', violated: 3, denominator: 4, override: null, severity: 'major' },
    })
    expect(await decide(second.call)).toMatchObject({ code: 1 })
    expect(await read(call, 'control.override', row.id)).toMatchObject({ state: 'active', approvedBy: second.id })
  })

  test('judges the rows of its site by what was agreed, all others by the rule, and the run names it', async () => {
    const [held] = await sql<Row>(`SELECT id, version FROM control_override WHERE state = 'active'`)
    const done = await run()
    expect(await resultsOf(done.id)).toEqual({
      'sbp.range': { status: 'failed', violated: 1, denominator: 2, override: null, severity: 'major' },
      [`sbp.range@o${held!.id}`]: { status: 'failed', violated: 1, denominator: 2, override: held!.id, severity: 'minor' },
    })
    expect(done['versions']).toContainEqual(
      expect.objectContaining({
        code: 'sbp.range',
        overrides: [{ id: held!.id, version: held!.version, title: 'sbp.range · 科室 B' }],
      }),
    )
    // 280 is allowed there now: the rule changed, nobody corrected anything; 310 is the same finding as before, and so is the one elsewhere.
    expect(await found()).toEqual({
      'S1 · V1': 'new major data',
      'S3 · V1': 'new minor data',
      'S4 · V1': 'resolved major rule',
    })
  })

  test('the file that the run judged by gives the qc command the same figures on the same rows', async () => {
    const done = (await sql<Row>(`SELECT * FROM qc_run WHERE state = 'done' ORDER BY id DESC LIMIT 1`))[0]!
    const { data } = await call<{ parameters: Parameter[] }>('/admin/qc.run/rules', { query: { id: String(done.id) } })
    const { forms } = (await snapshotForms(server.backend.database, study))!
    const rows = await sql(snapshotSql(forms[0]!, undefined, true))
    const columns = Object.keys(rows[0]!)
    const cell = (value: unknown) => (value === null ? '' : `"${String(value)}"`)
    const [file, parameters] = [join(folder, 'vitals.csv'), join(folder, 'rules.json')]
    const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    await writeFile(file, lines.map((line) => line.map(cell).join(',')).join('\n'))
    await writeFile(parameters, JSON.stringify(data))
    const args = ['src/qc/cli.ts', 'check', file, '--parameters', parameters, '--json', '--now', String(done['judged_at'])]
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
    const command = JSON.parse(stdout) as { results: CheckResult[]; score: { score: number } }
    const facts = ({ parameter, status, rows: n, denominator, violated, score }: CheckResult) => [
      parameter,
      status,
      n,
      denominator,
      violated,
      score,
    ]
    const stored = await sql<{ result: CheckResult }>('SELECT result FROM qc_result WHERE run = $1', [done.id])
    const byCode = (results: readonly CheckResult[]) => Object.fromEntries(results.map((result) => [result.parameter, facts(result)]))
    expect(byCode(stored.map(({ result }) => result))).toEqual(byCode(command.results))
    expect(command.results).toHaveLength(4)
    expect(done['score']).toBe(command.score.score)
    // What is exported by hand is the rule itself, and says that it differs somewhere.
    const given = await post<{ parameters: Parameter[]; overrides: { list: object[] } }>(call, 'control.parameter/give', {
      ids: [rules['sbp.range']],
    })
    expect(given.data.parameters).toMatchObject([{ id: 'sbp.range', params: { max: 260 } }])
    expect(given.data.overrides.list).toMatchObject([
      { parameter: 'sbp.range', department: '科室 B', mode: 'change', differs: { params: { max: 300 } }, until: FAR },
    ])
  })

  test('an accepted finding elsewhere stays accepted when lines between places are drawn or go', async () => {
    const [one] = await sql<Row>(`SELECT id FROM finding WHERE parameter = $1 AND name = 'S1 · V1'`, [rules['sbp.range']])
    expect(await post(call, 'finding/accept', { ids: [one!.id], reason: '已核对' })).toMatchObject({ code: 1 })
    await endAll()
    const done = await run()
    expect(await resultsOf(done.id)).toMatchObject({ 'sbp.range': { violated: 3, denominator: 4, override: null } })
    expect(await found()).toMatchObject({ 'S1 · V1': 'accepted major data', 'S4 · V1': expect.stringMatching(/^reopened major/) })
    await agreed()
    await run()
    expect(await found()).toMatchObject({ 'S1 · V1': 'accepted major data', 'S4 · V1': 'resolved major rule' })
  })

  test('whose last day has passed holds no longer, and is moved to lapsed', async () => {
    await sql(`UPDATE control_override SET until = $1::date - 1 WHERE state = 'active'`, [hospitalDay()])
    const done = await run()
    expect(await resultsOf(done.id)).toMatchObject({ 'sbp.range': { violated: 3, denominator: 4, override: null } })
    expect(JSON.stringify(done['versions'])).not.toContain('overrides')
    await enqueue(server.backend.database, lapsing, {}, { title: 'lapse' })
    await expect.poll(async () => sql(`SELECT 1 FROM control_override WHERE state = 'active'`), { timeout: 20_000 }).toEqual([])
    expect((await sql(`SELECT state FROM control_override ORDER BY id DESC LIMIT 1`))[0]).toEqual({ state: 'lapsed' })
    // The last day itself still counts.
    await agreed({ until: hospitalDay() })
    expect(Object.keys(await resultsOf((await run()).id))).toHaveLength(2)
    await endAll()
  })

  test('of a gather project is about its rows, and stands before that of their department', async () => {
    await agreed({ department: departments[0], body: { params: { max: 100 } } })
    await agreed({ at: 'gather', department: null, gather, mode: 'off', body: null })
    const done = await run()
    // All rows of department A are of the gather project: nothing of them is judged, whatever the department says.
    expect(await resultsOf(done.id)).toMatchObject({ 'sbp.range': { violated: 2, denominator: 2, override: null } })
    expect(Object.values(await resultsOf(done.id)).map(({ status }) => status)).toEqual(['failed', 'not_applicable'])
    expect(await found()).toMatchObject({ 'S1 · V1': 'accepted major data' })
    await endAll()
  })

  test('counts for a record that is typed at its site, and a freeze asks for a run by what holds now', async () => {
    await endAll()
    await sql(`UPDATE gather_project SET control_set = $1, state = 'open', departments = '{}' WHERE id = $2`, [set, gather])
    const subjects = await sql<{ id: number; code: string }>('SELECT id, code FROM study_subject WHERE study = $1', [study])
    const typed = async (code: string) => {
      const values = { subject: subjects.find((one) => one.code === code)!.id, visit, v1: '290', v2: '80' }
      const form = vitals
      const { data } = await post<{ rules: { text: string }[] }>(call, 'clinical.data/judge', { form, values })
      return data.rules.map(({ text }) => text)
    }
    type Next = { next: { blockers: { start: { action: string; input: object } | null }[] } }
    const asksForRun = async () => {
      const { data } = await call<Next>('/admin/study.project/overview', { query: { id: String(study) } })
      return data.next.blockers.some(({ start }) => start?.action === 'gate')
    }
    await sql(`UPDATE study_project SET state = 'cleaning' WHERE id = $1`, [study])
    await run()
    expect([await typed('S1'), await typed('S3'), await asksForRun()]).toEqual([['sbp.range'], ['sbp.range'], false])
    await agreed()
    // 290 is allowed at B from now on, and what was judged before the agreement is not enough.
    expect([await typed('S1'), await typed('S3'), await asksForRun()]).toEqual([['sbp.range'], [], true])
    await run()
    expect(await asksForRun()).toBe(false)
    await endAll()
    expect([await typed('S3'), await asksForRun()]).toEqual([['sbp.range'], true])
    await sql(`UPDATE study_project SET state = 'collecting' WHERE id = $1`, [study])
    await sql(`UPDATE gather_project SET control_set = NULL, state = 'draft', departments = $1 WHERE id = $2`, [[departments[0]], gather])
  })

  test('codes that mean missing are no numbers of departments', async () => {
    const [one, two] = departments
    await sql('UPDATE control_version SET body = body || $1::jsonb WHERE parameter = $2', [
      JSON.stringify({ missingCodes: [String(one), String(two)] }),
      rules['dbp.filled'],
    ])
    await agreed({ parameter: rules['dbp.filled'], mode: 'off', body: null })
    const done = await run()
    expect(await resultsOf(done.id, 'dbp.filled')).toMatchObject({ 'dbp.filled': { violated: 1, denominator: 2 } })
    await endAll()
  })

  test('a study that is frozen takes none', async () => {
    const row = await add(call, 'control.override', asked())
    await sql(
      `INSERT INTO study_lock (study, scope, level, title, state, reason, since) VALUES ($1, 'study', 'lock', 'OV-1', 'locked', '清理完毕', now())`,
      [study],
    )
    expect((await post(call, 'control.override/add', asked({ department: departments[0] }))).msg).toMatch(/锁定/)
    expect((await decide(second.call)).msg).toMatch(/锁定/)
    expect((await move(call, 'control.override', row.id, 'ended')).msg).toMatch(/锁定/)
    await sql('DELETE FROM study_lock')
    await endAll()
  })
})
