import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
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
  await expect.poll(states, { timeout: 120_000 }).toEqual([{ state: 'done' }, { state: 'done' }])
})

test('a run is compared with an earlier one rule by rule; what only one of them judged proves nothing', async () => {
  const { data: earlier } = await ask<{ list: { id: number; isSameScope: boolean }[] }>('earlier', { id: '2' })
  expect(earlier.list).toEqual([expect.objectContaining({ id: 1, isSameScope: false })])
  const { data } = await ask<{ isSameScope: boolean; rules: Rule[] }>('compare', { id: '2', with: '1' })
  expect(data.isSameScope).toBe(false)
  expect(data.rules).toHaveLength(31)
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

test('other limits are tried on the stored counts', async () => {
  const { data } = await ask<{ before: number; after: number; flips: unknown[] }>('suppose', { id: '2', fail: '0.2' })
  expect(data.before).toBe(59)
  expect(data.after).toBeGreaterThan(90)
  expect(data.flips.length).toBeGreaterThan(10)
  expect((await ask('suppose', { id: '2' })).code).toBe(0)
  expect((await ask('suppose', { id: '2', fail: '3' })).code).toBe(0)
})

test('a rule has a point for every run that judged it', async () => {
  const rows = await server.backend.database.query<{ parameter: number; form: number }>(
    `SELECT parameter, form FROM qc_result WHERE run = 2 AND code = 'HTN.VS06'`,
  )
  const query = { id: '2', parameter: String(rows[0]!.parameter), form: String(rows[0]!.form) }
  const { data } = await ask<{ limits: unknown; points: { run: number; figure: number }[] }>('trend', query)
  expect(data.points.map(({ run }) => run)).toEqual([1, 2])
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
