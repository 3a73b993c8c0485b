import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
import { CHANGE_NAMES, changesOf, findingsOf, resultsOf, SIGN_DOORS } from '../src/areas/qc-run/web/doors.ts'
import { findingDoor } from '../src/areas/qc-result/web/finding-door.ts'
import { rowsOf, type Barred, type Bin } from '../src/areas/qc-run/web/distribution-door.ts'
import type { ReportModel } from '#qc'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import type { Row } from './study-kit.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
type Rule = { code: string; kind: string; appeared: number; gone: number; still: number; now: { violated: number } | null }

beforeAll(async () => {
  server = await startTestServer()
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const ask = async <T>(path: string, query: Record<string, string>) => {
  const { call } = await server.login()
  return call<T>(`/admin/qc.run/${path}`, { query })
}

type Known = { id: number; form: number | null; study: number; datafile: number | null; rows: number; model: string; state: string }
/** Of one form alone, of the whole study, and of the whole study once more. */
let [ofForm, ofStudy, again]: Known[] = []
const known = () => {
  if (!ofForm || !ofStudy || !again) throw new Error('the demo has one run over a form and two over its study')
  return {
    ofForm: { ...ofForm, at: String(ofForm.id) },
    ofStudy: { ...ofStudy, at: String(ofStudy.id) },
    again: { ...again, at: String(again.id) },
  }
}

test('the runs of the demo end', { timeout: 180_000 }, async () => {
  const runs = () =>
    server.backend.database.query<Known>(
      'SELECT id, form, study, datafile, rows, model, state FROM qc_run WHERE asked IS NULL ORDER BY form IS NULL, id',
    )
  await expect.poll(async () => (await runs()).map(({ state }) => state), { timeout: 120_000 }).toEqual(['done', 'done', 'done'])
  ;[ofForm, ofStudy, again] = await runs()
  expect([ofForm?.form === null, ofStudy?.form, again?.form]).toEqual([false, null, null])
})

test('a run is compared with an earlier one rule by rule; what only one of them judged proves nothing', async () => {
  const { ofForm: one, ofStudy: whole } = known()
  const { data: earlier } = await ask<{ list: { id: number; isSameScope: boolean }[] }>('earlier', { id: whole.at })
  expect(earlier.list).toEqual([expect.objectContaining({ id: one.id, isSameScope: false })])
  const { data } = await ask<{ isSameScope: boolean; rules: Rule[] }>('compare', { id: whole.at, with: one.at })
  expect(data.isSameScope).toBe(false)
  expect(data.rules).toHaveLength(48)
  const vitals = data.rules.filter(({ code }) => code.startsWith('HTN.VS'))
  const others = data.rules.filter(({ code }) => code.startsWith('HTN.DM'))
  expect(vitals.filter(({ kind }) => kind === 'elsewhere')).toEqual([])
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['elsewhere']))
  // The same records were judged twice: nothing about them is new or gone.
  expect(vitals.reduce((sum, { appeared, gone }) => sum + appeared + gone, 0)).toBe(0)
  for (const { still, now } of vitals) expect(still > 0).toBe((now?.violated ?? 0) > 0)
  expect(others.some(({ appeared }) => appeared > 0)).toBe(true)
  expect((await ask('compare', { id: one.at, with: whole.at })).code).toBe(0)
})

test('the whole study was judged twice: the later run stands against the earlier one, of the same scope', async () => {
  const { ofStudy: whole, again: later } = known()
  const { data: earlier } = await ask<{ list: { id: number; isSameScope: boolean }[] }>('earlier', { id: later.at })
  expect(earlier.list[0]).toMatchObject({ id: whole.id, isSameScope: true })
  const { data } = await ask<{ isSameScope: boolean; rules: Rule[] }>('compare', { id: later.at, with: whole.at })
  // Nobody reads deliveries here: the laboratory has nothing to judge.
  const judged = data.rules.filter(({ code }) => !code.startsWith('HTN.LB'))
  expect([data.isSameScope, judged.some(({ kind }) => kind === 'elsewhere')]).toEqual([true, false])
})

test('other limits are tried on the stored counts', async () => {
  const { at } = known().ofStudy
  const { data } = await ask<{ before: number; after: number; flips: unknown[] }>('suppose', { id: at, fail: '0.2' })
  expect(data.before).toBe(59)
  expect(data.after).toBeGreaterThan(85)
  expect(data.flips.length).toBeGreaterThan(10)
  const { flips } = (
    await ask<{ flips: { parameter: string }[] }>('suppose', { id: at, fail: '1000000', by: 'count', parameter: 'HTN.VS06' })
  ).data
  expect(flips.map(({ parameter }) => parameter)).toEqual(['HTN.VS06'])
  expect((await ask('suppose', { id: at, fail: '-1', by: 'count' })).code).toBe(0)
  expect((await ask('suppose', { id: at })).code).toBe(0)
  expect((await ask('suppose', { id: at, fail: '3' })).code).toBe(0)
})

test('a rule has a point for every run that judged it', async () => {
  const { ofForm: one, ofStudy: whole, again: later } = known()
  const rows = await server.backend.database.query<{ parameter: number; form: number }>(
    `SELECT parameter, form FROM qc_result WHERE run = $1 AND code = 'HTN.VS06'`,
    [whole.id],
  )
  const query = { id: later.at, code: 'HTN.VS06', parameter: String(rows[0]!.parameter), form: String(rows[0]!.form) }
  const { data } = await ask<{ limits: unknown; points: { run: number; figure: number }[] }>('trend', query)
  expect(data.points.map(({ run }) => run)).toEqual([one.id, whole.id, later.id])
  expect(data.limits).toBeNull()
  // Without a rule it is the score, of the same forms by the same set.
  const { data: score } = await ask<{ points: { run: number; figure: number }[] }>('trend', { id: later.at })
  expect(score.points.map(({ run }) => run)).toEqual([whole.id, later.id])
  expect(score.points.every(({ figure }) => figure > 0)).toBe(true)
})

test('sites are counted with the run, and each adds up to what was judged', async () => {
  const { data } = await ask<{ isKept: boolean; sites: { judged: number; hit: number }[] }>('sites', { id: known().ofStudy.at })
  expect(data.isKept).toBe(true)
  expect(data.sites.reduce((sum, { judged }) => sum + judged, 0)).toBe(Number(known().ofStudy.rows))
  expect(data.sites.every(({ judged, hit }) => hit >= 0 && hit <= judged)).toBe(true)
  expect(data.sites.some(({ hit }) => hit > 0)).toBe(true)
})

test('the report is handed out as sheets to who sees the whole study, and to nobody else', async () => {
  const fetchBook = async (username?: string) => {
    const { call } = await server.login(username)
    const { data } = await call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })
    return server.app.inject({ url: `/admin/qc.run/workbook?id=${known().ofStudy.id}&lang=en&server=1&batoken=${data.ticket}` })
  }
  const book = await fetchBook()
  expect(book.headers['content-disposition']).toContain('.xlsx')
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const refused = await fetchBook('cardiology')
  expect(refused.headers['content-type']).toContain('json')
  // What is sensitive stands in the data, not in what the report is drawn from.
  const kept = await readFile(server.backend.store.pathOf(known().ofStudy.model), 'utf8')
  expect(kept).toContain('HTN.DM10')
  expect(kept).not.toMatch(/"1[3-9]\d{9}"/)
})

test('a run tells where values were missing, and which records to ask for', async () => {
  type Table = {
    name: string
    form: number
    rows: number
    columns: { name: string; title: string; slot: string; missing: number }[]
    shares: number[][]
  }
  const { data } = await ask<{ isKept: boolean; tables: Table[] }>('missing', { id: known().ofStudy.at })
  const vitals = data.tables.find(({ name }) => name === 'vitals')!
  expect([data.isKept, vitals.shares.every((line) => line.length === vitals.columns.length)]).toEqual([true, true])
  const sql = server.backend.database
  for (const { slot, missing } of vitals.columns) {
    const [found] = await sql.query<{ n: number }>(
      `SELECT count(*) AS n FROM "record"."t${vitals.form}" WHERE "${slot}" IS NULL AND deleted_at IS NULL`,
    )
    expect([slot, missing]).toEqual([slot, Number(found!.n)])
  }
  expect(vitals.columns.some(({ missing }) => missing > 0)).toBe(true)
  // People know a variable by its label.
  expect(vitals.columns.find(({ name }) => name === 'sbp')?.title).toBe('收缩压')
})

test('a run tells how numbers lie between their limits; each bar leads to as many records as it counts', async () => {
  type Column = Barred & { name: string; title: string; bins: Bin[]; limits: { min: number; max: number; out: number }[] }
  const { data } = await ask<{ isKept: boolean; tables: { name: string; form: number; columns: Column[] }[] }>('distributions', {
    id: known().ofStudy.at,
  })
  const vitals = data.tables.find(({ name }) => name === 'vitals')!
  const sbp = vitals.columns.find(({ name }) => name === 'sbp')!
  expect([data.isKept, sbp.title]).toEqual([true, '收缩压'])
  const [said] = await server.backend.database.query<{ violated: number }>(
    `SELECT violated FROM qc_result WHERE run = $1 AND code = 'HTN.VS06'`,
    [known().ofStudy.id],
  )
  expect(sbp.limits).toEqual([expect.objectContaining({ min: 70, max: 260, out: Number(said!.violated) })])
  const beyond = sbp.bins.filter(({ isOut }) => isOut).reduce((sum, { count }) => sum + count, 0)
  expect(beyond).toBe(Number(said!.violated))
  const { call } = await server.login()
  for (const bin of sbp.bins.filter(({ count }) => count > 0)) {
    const filters = new URL(rowsOf(known().ofStudy.study, vitals, sbp, bin)!, server.address).searchParams.getAll(`f${vitals.form}.filter`)
    const search = filters.map((filter) => {
      const [field, operator, val] = filter.split(':')
      return { field, operator, val }
    })
    const { data: records } = await call<{ total: number }>(`/admin/clinical.data.f${vitals.form}/index`, {
      query: { search: JSON.stringify(search) },
    })
    expect([filters, records?.total]).toEqual([filters, bin.count])
  }
})

/** The rows that a door opens. */
const listed = async (address: string) => {
  const { pathname, searchParams } = new URL(address, server.address)
  const search = searchParams.getAll('filter').map((filter) => {
    const [field, operator, ...val] = filter.split(':')
    return { field, operator, val: val.join(':') }
  })
  const { call } = await server.login()
  const resource = pathname.slice('/admin/'.length).replaceAll('/', '.')
  const answer = await call<{ total: number; list: Row[] }>(`/admin/${resource}/index`, { query: { search: JSON.stringify(search) } })
  expect([address, answer.code]).toEqual([address, 1])
  return answer.data
}

test('every mark of a run is a door to as many rows as it says', async () => {
  const { call } = await server.login()
  for (const { id, at, ...own } of Object.values(known())) {
    const { data } = await call<{ row: { dimensions: { dimension: string; total: number }[]; [name: string]: unknown } }>(
      '/admin/qc.run/read',
      { query: { id: at } },
    )
    for (const [sign, filter] of Object.entries(SIGN_DOORS))
      expect([sign, (await listed(resultsOf(id, filter))).total]).toEqual([sign, data.row[sign]])
    for (const change of CHANGE_NAMES)
      expect([id, change, (await listed(changesOf(id, change))).total]).toEqual([id, change, data.row[change]])
    expect((await listed(resultsOf(id, {}))).total).toBe(data.row['total'])
    for (const { dimension, total } of data.row.dimensions)
      expect([dimension, (await listed(resultsOf(id, { dimension }))).total]).toEqual([dimension, total])
    const { data: parts } = await ask<{ forms: { form: number; total: number }[]; sites: { department: number }[] }>('scores', { id: at })
    for (const { form, total } of parts.forms) expect([form, (await listed(resultsOf(id, { form }))).total]).toEqual([form, total])
    for (const { department } of parts.sites) await listed(findingsOf(own, { department }))
  }
})

test('what a rule hit leads to its findings, and what a run changed stays its own after the next one', async () => {
  const { ofForm: one, ofStudy: whole, again: later } = known()
  const { list } = await listed(resultsOf(later.id, { status: 'failed,warned' }))
  expect(list.length).toBeGreaterThan(0)
  for (const row of list) expect([row['code'], (await listed(findingDoor(row) ?? '')).total > 0]).toEqual([row['code'], true])
  // The next runs moved some of them on: what this one found is still told whole.
  await server.backend.database.query('UPDATE finding SET state_run = $1 WHERE state_run = $2', [whole.id, one.id])
  const { call } = await server.login()
  const { data } = await call<{ row: { appeared: number } }>('/admin/qc.run/read', { query: { id: one.at } })
  expect(data.row.appeared).toBeGreaterThan(0)
  expect((await listed(changesOf(one.id, 'appeared'))).total).toBe(data.row.appeared)
})

test('a report that has left the house says which run it is, by what it judged, and on what proof', async () => {
  const { again: run } = known()
  const [kept] = await server.backend.database.query<{ evidence: string; report: string; moment: string; dictionary: number }>(
    `SELECT evidence, report, snapshots ->> 'moment' AS moment, snapshots ->> 'dictionary' AS dictionary FROM qc_run WHERE id = $1`,
    [run.id],
  )
  const model: ReportModel = JSON.parse(await readFile(server.backend.store.pathOf(run.model), 'utf8'))
  const said = new Map(model.facts.map(({ label, value }) => [label.en, typeof value === 'string' ? value : value.en]))
  expect(said.get('Run')).toBe(`#${run.id}`)
  expect(said.get('Trigger')).toBe('Manual')
  expect(said.get('Control set')).toMatch(/\S/)
  expect(said.get('Dictionary')).toBe(`v${kept?.dictionary}`)
  expect(said.get('Snapshot of the data')).toBe(kept?.moment.replace('T', ' '))
  expect(said.get('Rule versions')).toMatch(/^\d+ rules/)
  expect(model.facts.at(-1)).toEqual({ label: { zh: '证据', en: 'Evidence' }, value: kept?.evidence })
  for (const { settings, parameter } of model.run?.results ?? [])
    expect([parameter, settings.at(-1)?.en]).toEqual([parameter, expect.stringMatching(/^rule version v\d/)])
  const page = await readFile(server.backend.store.pathOf(kept?.report ?? ''), 'utf8')
  for (const part of [`#${run.id}`, kept?.evidence ?? '']) expect(page).toContain(part)
})

test('who reaches one site is told that figures of all sites are not theirs, and nothing is refused', async () => {
  const { call } = await server.login('cardiology')
  for (const what of ['missing', 'distributions'])
    expect((await call(`/admin/qc.run/${what}`, { query: { id: known().ofStudy.at } })).data).toEqual({
      isKept: true,
      isWithheld: true,
      tables: [],
    })
})

test('runs that were entered in another order than they were asked for are compared by what the ledger said when each was', async () => {
  const sql = server.backend.database
  const [one] = await sql.query<{ finding: number; study: number; parameter: number; form: number }>(
    `SELECT f.id::int AS finding, f.study::int AS study, f.parameter::int AS parameter, f.form::int AS form FROM finding f JOIN qc_result r
      ON r.run = ${known().again.id} AND r.parameter = f.parameter AND r.form = f.form WHERE f.study IS NOT NULL AND f.state = 'new' ORDER BY f.id LIMIT 1`,
  )
  const runs: number[] = []
  for (const title of ['first asked', 'first entered']) {
    const [run] = await sql.query<{ id: number }>(
      `INSERT INTO qc_run (title, title_en, study, "set", state) SELECT $1, $1, study, "set", 'done' FROM qc_run WHERE id = ${known().again.id} RETURNING id::int AS id`,
      [title],
    )
    runs.push(run!.id)
    await sql.query(
      `INSERT INTO qc_result (run, parameter, parameter_version, form, code, "check", status, violated, denominator)
        SELECT $1, parameter, parameter_version, form, code, "check", status, violated, denominator FROM qc_result WHERE run = ${known().again.id} AND parameter = $2 AND form = $3`,
      [run!.id, one!.parameter, one!.form],
    )
  }
  const [before, now] = runs as [number, number]
  const enter = (run: number, to: string) =>
    sql.query(`INSERT INTO finding_event (finding, run, "to", cause) VALUES ($1, $2, $3, 'data')`, [one!.finding, run, to])
  await enter(now, 'resolved')
  await enter(before, 'reopened')
  const { data } = await ask<{ rules: Rule[] }>('compare', { id: String(now), with: String(before) })
  expect(data.rules.reduce((sum, { gone }) => sum + gone, 0)).toBe(1)
  await sql.query('DELETE FROM finding_event WHERE run = ANY($1)', [runs])
  await sql.query('DELETE FROM qc_result WHERE run = ANY($1)', [runs])
  await sql.query('DELETE FROM qc_run WHERE id = ANY($1)', [runs])
})
