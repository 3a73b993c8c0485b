import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
import { rowsOf, type Barred, type Bin } from '../src/areas/qc-run/web/distribution-door.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
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

test('the runs of the demo end', { timeout: 180_000 }, async () => {
  const states = () => server.backend.database.query<{ state: string }>('SELECT state FROM qc_run ORDER BY id')
  await expect.poll(states, { timeout: 120_000 }).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
})

test('a run is compared with an earlier one rule by rule; what only one of them judged proves nothing', async () => {
  const { data: earlier } = await ask<{ list: { id: number; isSameScope: boolean }[] }>('earlier', { id: '2' })
  expect(earlier.list).toEqual([expect.objectContaining({ id: 1, isSameScope: false })])
  const { data } = await ask<{ isSameScope: boolean; rules: Rule[] }>('compare', { id: '2', with: '1' })
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
  expect((await ask('compare', { id: '1', with: '2' })).code).toBe(0)
})

test('the whole study was judged twice: the later run stands against the earlier one, of the same scope', async () => {
  const { data: earlier } = await ask<{ list: { id: number; isSameScope: boolean }[] }>('earlier', { id: '3' })
  expect(earlier.list[0]).toMatchObject({ id: 2, isSameScope: true })
  const { data } = await ask<{ isSameScope: boolean; rules: Rule[] }>('compare', { id: '3', with: '2' })
  // Nobody reads deliveries here: the laboratory has nothing to judge.
  const judged = data.rules.filter(({ code }) => !code.startsWith('HTN.LB'))
  expect([data.isSameScope, judged.some(({ kind }) => kind === 'elsewhere')]).toEqual([true, false])
})

test('other limits are tried on the stored counts', async () => {
  const { data } = await ask<{ before: number; after: number; flips: unknown[] }>('suppose', { id: '2', fail: '0.2' })
  expect(data.before).toBe(59)
  expect(data.after).toBeGreaterThan(85)
  expect(data.flips.length).toBeGreaterThan(10)
  expect((await ask('suppose', { id: '2' })).code).toBe(0)
  expect((await ask('suppose', { id: '2', fail: '3' })).code).toBe(0)
})

test('a rule has a point for every run that judged it', async () => {
  const rows = await server.backend.database.query<{ parameter: number; form: number }>(
    `SELECT parameter, form FROM qc_result WHERE run = 2 AND code = 'HTN.VS06'`,
  )
  const query = { id: '3', code: 'HTN.VS06', parameter: String(rows[0]!.parameter), form: String(rows[0]!.form) }
  const { data } = await ask<{ limits: unknown; points: { run: number; figure: number }[] }>('trend', query)
  expect(data.points.map(({ run }) => run)).toEqual([1, 2, 3])
  expect(data.limits).toBeNull()
})

test('sites are counted with the run, and each adds up to what was judged', async () => {
  const { data } = await ask<{ isKept: boolean; sites: { judged: number; hit: number }[] }>('sites', { id: '2' })
  expect(data.isKept).toBe(true)
  const [run] = await server.backend.database.query<{ rows: number }>('SELECT rows FROM qc_run WHERE id = 2')
  expect(data.sites.reduce((sum, { judged }) => sum + judged, 0)).toBe(run!.rows)
  expect(data.sites.every(({ judged, hit }) => hit >= 0 && hit <= judged)).toBe(true)
  expect(data.sites.some(({ hit }) => hit > 0)).toBe(true)
})

test('the report is handed out as sheets to who sees the whole study, and to nobody else', async () => {
  const fetchBook = async (username?: string) => {
    const { call } = await server.login(username)
    const { data } = await call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })
    return server.app.inject({ url: `/admin/qc.run/workbook?id=2&lang=en&server=1&batoken=${data.ticket}` })
  }
  const book = await fetchBook()
  expect(book.headers['content-disposition']).toContain('.xlsx')
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const refused = await fetchBook('cardiology')
  expect(refused.headers['content-type']).toContain('json')
  // What is sensitive stands in the data, not in what the report is drawn from.
  const [run] = await server.backend.database.query<{ model: string }>('SELECT model FROM qc_run WHERE id = 2')
  const kept = await readFile(server.backend.store.pathOf(run!.model), 'utf8')
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
  const { data } = await ask<{ isKept: boolean; tables: Table[] }>('missing', { id: '2' })
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
  const { data } = await ask<{ isKept: boolean; tables: { name: string; form: number; columns: Column[] }[] }>('distributions', { id: '2' })
  const vitals = data.tables.find(({ name }) => name === 'vitals')!
  const sbp = vitals.columns.find(({ name }) => name === 'sbp')!
  expect([data.isKept, sbp.title]).toEqual([true, '收缩压'])
  const [said] = await server.backend.database.query<{ violated: number }>(
    `SELECT violated FROM qc_result WHERE run = 2 AND code = 'HTN.VS06'`,
  )
  expect(sbp.limits).toEqual([expect.objectContaining({ min: 70, max: 260, out: Number(said!.violated) })])
  const beyond = sbp.bins.filter(({ isOut }) => isOut).reduce((sum, { count }) => sum + count, 0)
  expect(beyond).toBe(Number(said!.violated))
  const { call } = await server.login()
  for (const bin of sbp.bins.filter(({ count }) => count > 0)) {
    const filters = new URL(rowsOf(1, vitals, sbp, bin)!, server.address).searchParams.getAll(`f${vitals.form}.filter`)
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
