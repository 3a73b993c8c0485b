import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKS, openDatabase, type CheckResult, type Parameter } from '#qc'
import { proposing } from '../src/areas/control-parameter/server/propose/task.ts'
import { trying } from '../src/areas/control-parameter/server/trial/task.ts'
import { reading } from '../src/areas/datafile/server/reading.ts'
import { finding } from '../src/areas/finding/index.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { intake } from '../src/server/upload/intake.ts'
import { FINDING_STATES, PERSON_MOVES } from '../src/study/finding/state.ts'
import { runKit, type RunKit } from './run-kit.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import type { Row } from './study-kit.ts'
import { tried } from './trial-kit.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let worker: { stop(): Promise<void> }
let folder: string
let kit: RunKit
const failures: unknown[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qc-run-'))
  server = await startTestServer({}, ['--empty'])
  admin = await server.login()
  kit = runKit(server, admin)
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [intake, reading, running, trying, proposing],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
  expect(failures).toEqual([])
})

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const post = <T = { row: Row }>(path: string, body: object) => admin.call<T>(`/admin/${path}`, { body })
const deliver: RunKit['deliver'] = (...given) => kit.deliver(...given)
const setOf: RunKit['setOf'] = (...given) => kit.setOf(...given)
const settled: RunKit['settled'] = (...given) => kit.settled(...given)
const runOver: RunKit['runOver'] = (...given) => kit.runOver(...given)
const lookedAgain: RunKit['lookedAgain'] = (...given) => kit.lookedAgain(...given)
const list = async (resource: string, search: object[] = []) =>
  (
    await admin.call<{ list: Row[] }>(`/admin/${resource}/index`, {
      query: { limit: '1000', order: 'id,asc', search: JSON.stringify(search) },
    })
  ).data.list

/** All examples of the catalogue in one table: their rows one under the other, blank where another example has a column. */
const everything = (): { csv: string; parameters: Parameter[] } => {
  const examples = CHECKS.map(({ id, example }) => ({ id, example }))
  const columns = ['__id', ...new Set(examples.flatMap(({ example }) => example.columns))]
  const cell = (text: string | null | undefined) => (text === null || text === undefined ? '' : `"${text.replaceAll('"', '""')}"`)
  const lines = examples.flatMap(({ id, example }) =>
    example.rows.map((row, at) =>
      columns.map((column) => cell(column === '__id' ? `${id}-${at}` : row[example.columns.indexOf(column)])).join(','),
    ),
  )
  const parameters = examples.map(({ id, example }) => ({ id: `all.${id}`, check: id, keyFields: ['__id'], ...example.parameter }))
  return { csv: `${columns.map(cell).join(',')}\n${lines.join('\n')}\n`, parameters }
}

const VIOLATIONS = (path: string) => `SELECT parameter, "row", "key", field, "value", hash FROM read_parquet('${path}') ORDER BY ALL`

describe('a run', () => {
  test('gives what the qc command gives on the same file, for every check type: counts and keys', { timeout: 400_000 }, async () => {
    const { csv, parameters } = everything()
    const datafile = await deliver('everything.csv', csv)
    const set = await setOf('everything', parameters)
    const run = await runOver(datafile, set)
    expect(run).toMatchObject({ state: 'done', total: parameters.length, engine: '1' })
    // By the hospital's clock, whatever the server's: minutes ago, not hours.
    const age = (Date.parse(`${String(run['judged_at'])}+08:00`) - Date.now()) / 60_000
    expect(Math.abs(age)).toBeLessThan(60)
    const [file, rules, out, html] = ['everything.csv', 'rules.json', 'out.parquet', 'report.html'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    await writeFile(file, csv)
    // With what stands beside the table, as the run has kept it.
    const given = await admin.call<object>('/admin/qc.run/rules', { query: { id: String(run.id) } })
    await writeFile(rules, JSON.stringify(given.data))
    const args = ['src/qc/cli.ts', 'check', file, '--parameters', rules, '--json', '--violations', out, '--now', String(run['judged_at'])]
    args.push('--report', html)
    // A file with violations ends the command with another number than 0.
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout: string }) => error,
    )
    const command = JSON.parse(stdout) as { results: CheckResult[]; score: { score: number; uncapped: number; applicable: number } }
    const facts = ({ code, parameter, check, status, rows, denominator, violated, value, score }: Record<string, unknown>) => ({
      parameter: code ?? parameter,
      check,
      status,
      rows,
      denominator,
      violated,
      value: value ?? null,
      score,
    })
    const results = await sql('SELECT * FROM qc_result WHERE run = $1', [run.id])
    const byCode = (rows: ReturnType<typeof facts>[]) => Object.fromEntries(rows.map((row) => [String(row.parameter), row]))
    expect(byCode(results.map(facts))).toEqual(byCode(command.results.map((result) => facts(result))))
    expect(results.filter(({ status }) => status === 'failed' || status === 'warned').length).toBeGreaterThan(CHECKS.length / 4)
    expect([run['score'], run['uncapped'], run['applicable']]).toEqual([
      command.score.score,
      command.score.uncapped,
      command.score.applicable,
    ])
    const db = await openDatabase({ threads: 1 })
    try {
      const mine = await db.all(VIOLATIONS(server.backend.store.pathOf(String(run['violations']))))
      const passed = new Set(results.flatMap(({ code, status }) => (status === 'passed' ? [code] : [])))
      expect(mine.filter(({ parameter }) => !passed.has(parameter))).toEqual(await db.all(VIOLATIONS(out)))
      expect(mine.length).toBeGreaterThan(50)
    } finally {
      await db.close()
    }
    // The report is one page that needs nobody, and only for those who may see the run.
    const page = await fetch(`${server.address}/admin/qc.run/report?server=1&id=${run.id}`, { headers: { batoken: admin.token } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(await page.text()).toBe(await readFile(server.backend.store.pathOf(String(run['report'])), 'utf8'))
    // One generator: what the command writes over the same bytes is the same page, but for who made it when and what reading noticed.
    const bodyOf = (html: string): string =>
      html
        .slice(html.indexOf('<section id="dimensions"'), html.indexOf('</main>'))
        .replaceAll(/<section class="notes">[^]*?<\/section>/g, '')
        // The command knows no versions of a rule.
        .replaceAll(/ · <i lang="zh">参数版本 v1<\/i><i lang="en">rule version v1<\/i>/g, '')
        .replaceAll(/<i lang="zh">参数版本 v1<\/i><i lang="en">rule version v1<\/i>/g, '')
    const [ours, theirs] = [await readFile(server.backend.store.pathOf(String(run['report'])), 'utf8'), await readFile(html, 'utf8')].map(
      bodyOf,
    )
    expect(ours).toBe(theirs)
    expect(ours).toContain('id="results"')
    const stranger = await fetch(`${server.address}/admin/qc.run/report?server=1&id=${run.id}`)
    expect(await stranger.json()).toMatchObject({ data: { type: 'need login' } })
    // Once more: what the first found that blocks is known now, and asked about by the rule for that; then the same evidence, and nothing to enter.
    const blocking = await sql(`SELECT 1 FROM finding WHERE severity = 'blocking' AND state = 'new'`)
    const once = async () => settled((await post<{ id: number }>('qc.run/again', { ids: [run.id] })).data.id)
    const second = await once()
    const nothing = { trigger: 'recheck', reopened: 0, resolved: 0, changed: 0 }
    expect(second).toMatchObject({ ...nothing, appeared: blocking.length })
    expect(await once()).toMatchObject({ ...nothing, appeared: 0, evidence: second['evidence'] })
    // Its report says what became of the run before; the first has nothing to say.
    const pageOf = (row: Row) => readFile(server.backend.store.pathOf(String(row['report'])), 'utf8')
    expect(await pageOf(run)).not.toContain('id="comparison"')
    const told = await pageOf(second)
    expect(told).toContain('id="comparison"')
    expect(told).toContain('id="control"')
    expect(told).toContain(`<td>#${run.id}</td>`)
  })

  test('says in words why it cannot begin, and why a file could not be read', async () => {
    const datafile = await deliver('note.csv', 'a,b\n1,2\n')
    const none = (await post('control.set/add', { code: 'none', name: '空', nameEn: 'none', parameters: [] })).data?.row?.id
    expect(none).toBeUndefined()
    const set = await setOf('later', [{ id: 'later.a', check: 'not_null', columns: ['a'] }])
    await sql(`UPDATE control_version SET state = 'retired' WHERE title = 'later.a v1'`)
    expect(await post('qc.run/start', { datafile, set })).toMatchObject({ code: 0, msg: expect.stringContaining('没有已启用的参数') })
    await sql(`UPDATE control_version SET state = 'active' WHERE title = 'later.a v1'`)
    expect(await post('qc.run/start', { datafile: 9_999, set })).toMatchObject({ code: 0 })
  })
})

describe('findings', () => {
  const FIRST = 'id,sbp,dbp,site\nS1,300,80,A\nS2,310,80,A\nS3,120,80,B\nS4,320,80,B\nS5,330,80,B\n'
  const SECOND = 'id,sbp,dbp,site\nS1,130,80,A\nS2,311,80,A\nS3,340,80,B\nS4,320,80,B\nS5,330,80,B\n'
  let datafile: number
  let set: number
  const findings = async (): Promise<Record<string, Row>> =>
    Object.fromEntries(
      (await list('finding', [{ field: 'datafile', operator: '=', val: String(datafile) }])).map((row) => [String(row['name']), row]),
    )
  const story = async (id: number) =>
    (await list('finding.event', [{ field: 'finding', operator: '=', val: String(id) }])).map((e) => [e['to'], e['cause'], e['value']])

  test('states and moves are those of the domain', () => {
    expect(finding.fields.state.options).toEqual(FINDING_STATES)
    const moves = Object.entries(PERSON_MOVES).map(([to, move]) => [to, { ...move, server: true }])
    expect(finding.moves).toEqual(Object.fromEntries(moves))
  })

  test('the first run enters each violation once, with its row in context', async () => {
    datafile = await deliver('vitals.csv', FIRST)
    set = await setOf('vitals', [
      { id: 'sbp.range', check: 'range', columns: ['sbp'], params: { min: 60, max: 260 }, keyFields: ['id'], severity: 'blocking' },
    ])
    expect(await runOver(datafile, set)).toMatchObject({ appeared: 4, failed: 1, applicable: 1, total: 1, rows: 5 })
    const rows = await findings()
    expect(Object.keys(rows).toSorted()).toEqual(['S1', 'S2', 'S4', 'S5'])
    expect(rows['S2']).toMatchObject({ state: 'new', cause: 'data', value: '310', field: 'sbp', row: 2, severity: 'blocking' })
    expect(rows['S2']!['context']).toEqual({ id: 'S2', sbp: '310', dbp: '80', site: 'A' })
  })

  test('people decide: with a reason, for many at once, and only along the states', async () => {
    const { S2, S4, S5 } = await findings()
    expect(await post('finding/accept', { ids: [S2!.id, S4!.id] })).toMatchObject({ code: 0 })
    expect(await post('finding/accept', { ids: [S2!.id], reason: '复测', until: '2020-01-01' })).toMatchObject({
      code: 0,
      msg: '接受的日期应在今天或以后',
    })
    expect(await post('finding/accept', { ids: [S2!.id, S4!.id], reason: '复测两次均如此' })).toMatchObject({ code: 1, data: { count: 2 } })
    expect(await post('finding/fix', { ids: [S5!.id] })).toMatchObject({ code: 1 })
    expect(await post('finding/falsePositive', { ids: [S2!.id], reason: 'x' })).toMatchObject({ code: 0 })
    expect((await findings())['S4']).toMatchObject({ state: 'accepted', reason: '复测两次均如此' })
    const entries = await sql(`SELECT action, reason, changes FROM audit_entry WHERE resource = 'finding' AND record_id = $1`, [
      String(S4!.id),
    ])
    expect(entries).toEqual([{ action: 'accept', reason: '复测两次均如此', changes: { state: ['new', 'accepted'] } }])
  })

  test('the next delivery resolves what was corrected, reopens what was accepted and is another value now, and leaves the rest alone', async () => {
    const before = await findings()
    await deliver('vitals.csv', SECOND, datafile)
    const run = await lookedAgain(datafile)
    expect(run).toMatchObject({ appeared: 1, reopened: 1, resolved: 1, changed: 0 })
    const after = await findings()
    expect(Object.fromEntries(Object.entries(after).map(([name, row]) => [name, row.state]))).toEqual({
      S1: 'resolved',
      S2: 'reopened',
      S3: 'new',
      S4: 'accepted',
      S5: 'fixing',
    })
    expect(after['S4']).toEqual(before['S4'])
    expect(after['S2']).toMatchObject({ value: '311', cause: 'data', reason: null, stateRun: run.id })
    expect(await story(after['S2']!.id)).toEqual([
      ['new', 'data', '310'],
      ['accepted', 'person', '310'],
      ['reopened', 'data', '311'],
    ])
    // What is found no more and comes back is the same finding.
    await deliver('vitals.csv', FIRST, datafile)
    const last = await lookedAgain(datafile)
    expect(last).toMatchObject({ appeared: 0, reopened: 1, resolved: 1 })
    const third = await findings()
    // Through which runs each was found; of what somebody has accepted no run says so.
    type At = { id: number } | null
    const seen = async (name: string) => {
      const { data } = await admin.call<{ first: At; last: At; gone: At }>('/admin/finding/seen', {
        query: { id: String(third[name]?.id) },
      })
      return [data.first?.id, data.last?.id, data.gone?.id]
    }
    const first = third['S5']!['firstRun']
    expect(await seen('S1')).toEqual([first, last.id, undefined])
    expect(await seen('S3')).toEqual([run.id, run.id, last.id])
    expect(await seen('S4')).toEqual([first, undefined, undefined])
    expect(await seen('S5')).toEqual([first, last.id, undefined])
    expect([third['S1']!.state, third['S3']!.state, third['S2']!['value']]).toEqual(['reopened', 'resolved', '310'])
    expect(third['S1']!.id).toBe(before['S1']!.id)
  })
})

describe('a rule that hits far too much', () => {
  test(
    'enters one finding for all of it, which goes when the rows are right; what was there before is still compared one by one',
    { timeout: 240_000 },
    async () => {
      const rows = (bad: (n: number) => boolean) =>
        `id,sbp\n${Array.from({ length: 60_000 }, (_, n) => `S${n},${bad(n) ? 300 : 120}\n`).join('')}`
      const datafile = await deliver(
        'many.csv',
        rows((n) => n < 2),
      )
      const set = await setOf('many', [{ id: 'many.sbp', check: 'range', columns: ['sbp'], params: { max: 260 }, keyFields: ['id'] }])
      const entered = () =>
        sql<{ name: string; state: string; mass: number | null; asked: number | null }>(
          'SELECT name, state, mass_count::int AS mass, query AS asked FROM finding WHERE datafile = $1 ORDER BY name COLLATE "C"',
          [datafile],
        )
      expect(await runOver(datafile, set)).toMatchObject({ state: 'done', appeared: 2 })
      const before = [{ name: 'S0' }, { name: 'S1' }].map((one) => ({ ...one, state: 'new', mass: null, asked: null }))
      expect(await entered()).toEqual(before)
      await deliver(
        'many.csv',
        rows((n) => n !== 1),
        datafile,
      )
      expect(await lookedAgain(datafile)).toMatchObject({ state: 'done', appeared: 1, resolved: 1 })
      expect(await entered()).toEqual([
        { name: '*', state: 'new', mass: 59_998, asked: null },
        { name: 'S0', state: 'new', mass: null, asked: null },
        { name: 'S1', state: 'resolved', mass: null, asked: null },
      ])
      await deliver(
        'many.csv',
        rows(() => false),
        datafile,
      )
      expect(await lookedAgain(datafile)).toMatchObject({ state: 'done', appeared: 0, resolved: 2 })
      expect((await entered()).map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved'])
    },
  )
})

describe('AA-07 rules over a file, before there are any', () => {
  test('a rule is tried on a file; what looks like persons is masked', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `P${n},138000010${10 + n},${n === 3 ? 300 : 100 + n}`)
    const file = await deliver('try.csv', `id,phone,sbp\n${lines.join('\n')}\n`)
    const over = { study: null, form: null, datafile: file }
    const range = await tried(admin.call, { ...over, check: 'range', body: { columns: ['sbp'], params: { max: 200 } } })
    expect(range).toMatchObject({ rows: 20, violated: 1, snapshot: { number: 1 }, tables: [{ status: 'failed', denominator: 20 }] })
    expect(range.list?.[0]).toMatchObject({ name: '#4', verdict: 'failed', value: '300', cells: ['300'], record: null })
    const phone = await tried(admin.call, { ...over, check: 'regex', body: { columns: ['phone'], params: { pattern: '139[0-9]{8}' } } })
    expect(phone).toMatchObject({ violated: 20, tables: [{ columns: [{ name: 'phone', isHidden: true }] }] })
    expect(JSON.stringify(phone)).not.toContain('13800001')
  })

  test('the starter pack of a file has what every file should pass and what its data suggest', async () => {
    const [file] = await sql<{ id: number }>(`SELECT id FROM datafile WHERE name = 'try.csv'`)
    const set = await setOf('starter', [{ id: 'starter.first', check: 'not_null', columns: ['id'] }])
    const { data } = await post<{ task: number }>('control.parameter/propose', { set, source: 'starter', form: null, datafile: file!.id })
    type Answer = { state: string; result: { list: { id: string }[] } | null }
    const look = async () => (await admin.call<Answer>('/admin/control.parameter/proposal', { query: { task: String(data.task) } })).data
    await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('done')
    const ids = (await look()).result?.list.map(({ id }) => id) ?? []
    expect(ids).toEqual(expect.arrayContaining(['try.ragged_row', 'try.duplicate_row', 'try.row_count_between']))
    expect(ids.length).toBeGreaterThan(6)
  })
})
