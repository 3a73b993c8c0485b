import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { runChecks } from '../engine.ts'
import { profileTable } from '../profile/profile.ts'
import type { StagedTable } from '../table.ts'
import { stageFile } from './stage.ts'

let db: QcWorkspace
let folder: string
let table: StagedTable
const names = Array.from({ length: 1600 }, (_, index) => (index === 1599 ? '5" 管' : `v${index}`))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-wide-'))
  db = await openDatabase({ memory: '512MB', threads: 2 })
  const file = path.join(folder, 'wide.csv')
  const row = (number: number) =>
    names.map((_, index) => (index === 3 && number === 2 ? '' : index === 1599 ? `x"${number}` : number * 10 + (index % 7))).join(',')
  await writeFile(file, `${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',')}\n${[1, 2, 3].map(row).join('\n')}\n`)
  table = await stageFile(db, file)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

it('checks of a very wide table read only the columns they name', async () => {
  const run = await runChecks({
    database: db,
    tables: [table],
    parameters: [
      { id: 'blank', check: 'not_null', columns: ['v3'], keyFields: ['v1000'] },
      { id: 'quote', check: 'regex', columns: ['5" 管'], params: { pattern: 'x"[12]' }, keyFields: ['v1'] },
      { id: 'order', check: 'compare_fields', columns: ['v0'], params: { op: '<', other: 'v1598' } },
      { id: 'same', check: 'duplicate_row' },
    ],
  })
  expect(run.results.map((result) => [result.parameter, result.message?.en, result.violated])).toEqual([
    ['blank', undefined, 1],
    ['quote', undefined, 1],
    ['order', undefined, 0],
    ['same', undefined, 0],
  ])
  const found = await run.violations.first(10)
  expect(found.get('blank')).toMatchObject([{ row: 2, key: '{"v1000":"26"}', value: null }])
  expect(found.get('quote')).toMatchObject([{ row: 3, value: 'x"3' }])
})

it('the stacked profile of a wide table says what the side-by-side one says of the same columns', async () => {
  const wide = await profileTable(db, table)
  const some = ['v3', 'v6', 'v1000', '5" 管']
  const narrow = await profileTable(db, { ...table, columns: some })
  expect(wide.columns.filter((column) => some.includes(column.name))).toEqual(narrow.columns)
})
