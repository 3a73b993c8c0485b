import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { runChecks } from '../engine.ts'
import { Sql } from '../sql.ts'
import type { StagedTable } from '../table.ts'
import { quantilesByCount } from './quantile.ts'

let db: QcWorkspace
beforeAll(async () => {
  db = await openDatabase({ memory: '512MB', threads: 2 })
})
afterAll(() => db.close())

const SHARES = [0, 0.1, 0.25, 0.333, 0.5, 0.75, 0.99, 1]

it('quantiles of counted values are those of all values to the last digit, of none there are none', async () => {
  for (let round = 0; round < 60; round++) {
    const [rows, different] = [1 + ((round * 37) % 500), 1 + ((round * 7) % 40)]
    const values = Sql`SELECT CASE WHEN i % 11 = 3 THEN NULL ELSE (hash(i * 61 + ${round}) % ${different}) / 7.3 - 2.1 END::DOUBLE AS v FROM range(${rows}) r(i)`
    const known = Sql`SELECT v FROM (${values}) WHERE v IS NOT NULL`
    const [row] = await db.all(`SELECT quantile_cont(v, [${SHARES.join(', ')}]) AS q FROM (${values})`)
    expect(await quantilesByCount(db, known, SHARES)).toEqual(row?.['q'])
  }
  expect(await quantilesByCount(db, Sql`SELECT 1.0 AS v WHERE false`, [0.25])).toEqual([null])
})

it('many different values are gathered, also where they only begin behind the first rows', async () => {
  expect(await quantilesByCount(db, Sql`SELECT i::DOUBLE AS v FROM range(50000) r(i)`, [0.5])).toBeUndefined()
  expect(await quantilesByCount(db, Sql`SELECT greatest(i, 30000)::DOUBLE AS v FROM range(200000) r(i)`, [0.5])).toBeUndefined()
})

it('a large table is judged by quartiles as a small one is, without gathering its values', async () => {
  await db.run(
    `CREATE TABLE large AS SELECT i + 1 AS "__row", CASE WHEN i % 1000 = 7 THEN '47.5' WHEN i % 90 = 5 THEN 'n/a' ELSE (3.9 + (i % 400) / 100)::VARCHAR END AS x FROM range(500000) r(i)`,
  )
  const table: StagedTable = {
    name: 'large',
    relation: Sql`large`,
    columns: ['x'],
    rows: 500_000,
    source: { path: 'large.csv', format: 'csv', bytes: 0, notes: [] },
  }
  const asked: string[] = []
  const database = { ...db, all: (...given: Parameters<QcWorkspace['all']>) => (asked.push(given[0]), db.all(...given)) } as QcWorkspace
  const parameters = [{ id: 'p', check: 'outlier_iqr', columns: ['x'], params: { k: 3 }, filter: `x <> '5'` }]
  const judge = async (rows: number) => (await runChecks({ database, tables: [{ ...table, rows }], parameters })).results
  const gathered = await judge(1000)
  expect(asked.filter((sql) => sql.includes('quantile_cont("'))).toHaveLength(1)
  expect(gathered[0]).toMatchObject({ status: 'failed', violated: 500 })
  asked.length = 0
  expect(await judge(table.rows)).toEqual(gathered)
  expect(asked.filter((sql) => sql.includes('quantile_cont("'))).toEqual([])
})
