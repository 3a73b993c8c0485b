import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTrino, type TrinoDatabase } from '../src/qc/trino/database.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { judged, judgedStudy, setUpTrino, wishFor } from './engine-kit.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { post } from './study-kit.ts'
import type { Call } from './study-kit.ts'
import { workBeside } from './worker.ts'

/** Of a cluster of `npm run cluster`, as `npm run -s test:cluster` tells it; without one there is nothing to test here. */
const { QC_TRINO_URL: url = '', QC_TRINO_SHARE: share = '', QC_TRINO_USER: user = 'qc', QC_TRINO_PASSWORD: password } = process.env
const ca = process.env['QC_TRINO_CA'] === undefined ? undefined : readFileSync(process.env['QC_TRINO_CA'], 'utf8')

describe.runIf(url !== '' && share !== '')('on a real cluster', () => {
  let server: TestServer
  let worker: { stop(): Promise<void> }
  let call: Call
  let there: TrinoDatabase
  let study: number
  let set: number
  vi.setConfig({ testTimeout: 300_000 })
  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const table = `visits_${Date.now()}`

  beforeAll(async () => {
    there = openTrino({ url, user, ...(password === undefined ? {} : { password }), ...(ca === undefined ? {} : { ca }) })
    server = await startTestServer({ TRINO_SHARE_DIR: share, TRINO_SHARE_LOCATION: 'local:///' }, ['--empty'])
    worker = await workBeside(server.backend, [running])
    call = (await server.login()).call
    ;({ study, set } = await judgedStudy(server, call, 3))
    const access = password === undefined ? {} : { access: 'password', secret: password, ca: ca ?? null }
    expect(await setUpTrino(server, call, { status: true, url, user, catalog: 'hive', schema: 'qc', ...access })).toMatchObject({ code: 1 })
  })
  afterAll(async () => {
    await there.run(`DROP TABLE IF EXISTS memory.default.${table}`)
    await there.close()
    await worker.stop()
    await server.close()
  })

  test('the records of a study are judged there as here: results, evidence and findings are the same', async () => {
    const over = { study, form: null, set }
    await wishFor(call, study, 'duckdb')
    const here = await judged(server, call, 'judge', over)
    await wishFor(call, study, 'trino')
    const run = await judged(server, call, 'judge', over)
    expect(run['error']).toBeNull()
    expect(run).toMatchObject({ state: 'done', judged_by: 'trino', judged_why: { en: 'The study asks for Trino' } })
    expect(run['judged_on']).toMatch(/^Trino \d+ · /)
    for (const name of ['evidence', 'source_hash', 'score', 'failed', 'passed', 'total', 'sites']) expect(run[name]).toEqual(here[name])
    expect(run).toMatchObject({ appeared: 0, resolved: 0, changed: 0 })
    const results = (id: number) =>
      sql('SELECT code, status, denominator, violated, value, result FROM qc_result WHERE run = $1 ORDER BY code', [id])
    expect(await results(run.id)).toEqual(await results(here.id))
    const left = await there.all(
      `SELECT table_name FROM hive.information_schema.tables WHERE table_schema = 'qc' AND table_name LIKE 'qc\\_${run.id}\\_%' ESCAPE '\\'`,
    )
    expect(left).toEqual([])
  })

  test('a table that lies there is judged where it lies', async () => {
    await there.run(
      `CREATE TABLE memory.default.${table} AS SELECT * FROM (VALUES (BIGINT '1', BIGINT '120', DATE '2026-01-31'), (2, NULL, DATE '2026-02-01'), (3, 300, NULL)) t(nr, sbp, seen)`,
    )
    const { data } = await post<{ id: number; rows: number }>(call, 'datafile/link', {
      alias: 'vitals',
      catalog: 'memory',
      schema: 'default',
      table,
      row: 'nr',
    })
    expect(data).toMatchObject({ rows: 3 })
    const run = await judged(server, call, 'start', { datafile: data.id, set })
    expect(run['error']).toBeNull()
    expect(run).toMatchObject({
      state: 'done',
      judged_by: 'trino',
      rows: 3,
      appeared: 2,
      judged_why: { en: expect.stringContaining('lies in Trino') },
    })
    const found = await sql('SELECT field, value, "row" FROM finding WHERE datafile = $1 ORDER BY "row"', [data.id])
    expect(found).toEqual([
      { field: 'sbp', value: null, row: 2 },
      { field: 'sbp', value: '300', row: 3 },
    ])
    const again = await judged(server, call, 'start', { datafile: data.id, set })
    for (const name of ['evidence', 'source_hash']) expect(again[name]).toBe(run[name])
    await there.run(`INSERT INTO memory.default.${table} VALUES (4, 500, NULL)`)
    const later = await judged(server, call, 'start', { datafile: data.id, set })
    expect(later['source_hash']).not.toBe(run['source_hash'])
    expect(later).toMatchObject({ rows: 4, appeared: 1 })
  })
})
