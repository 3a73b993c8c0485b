import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { trino } from '../dialect/trino.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { addShadows } from '../testing/add-shadows.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { folderShare } from './share.ts'
import { withHanded } from './snapshot.ts'

let here: QcWorkspace
let folder: string
let asked: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-handed-'))
  here = await openDatabase({ threads: 1, allow: { directories: [folder] } })
  asked = []
})
afterEach(async () => {
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server that does what it is told and writes it down; what begins so it refuses. */
const serverThat = (refuses = '-'): QcDatabase => ({
  dialect: trino,
  run: async (sql) => {
    asked.push(sql)
    if (sql.startsWith(refuses)) throw new Error(`no ${refuses}`)
  },
  all: async () => [],
  async *stream() {},
  interrupt() {},
  close: async () => {},
})
const place = (there: QcDatabase) => ({
  here,
  there,
  share: folderShare(folder, 'local:///'),
  aside: here.directory,
  catalog: 'hive',
  schema: 'qc',
})
const staged = async (rows: (string | null)[][]): Promise<StagedTable> =>
  addShadows(
    here,
    await stageRows(here, 'visits', ['nr', 'seen'], rows),
    rows.map(([nr = null, seen = null]) => ({ nr, seen })),
  )

it('hands times over to the microsecond, in a type that no setting of the catalog cuts', async () => {
  const table = await staged([
    ['1', '2026-01-31 08:30:00.000249'],
    ['2', '2026-01-31 08:30:00'],
    ['3', null],
  ])
  expect(table.typed?.['seen']?.type).toBe('TIMESTAMP')
  const read = await withHanded(
    place(serverThat()),
    [table],
    () => 'qc_1',
    async ([remote]) => {
      expect(asked.find((sql) => sql.startsWith('CREATE TABLE'))).toContain('(r BIGINT, c0 VARCHAR, t0 BIGINT, c1 VARCHAR, t1 VARCHAR)')
      expect(remote?.relation).toContain('CAST(t1 AS TIMESTAMP(6)) AS "~1"')
      return here.all(`SELECT r, t1, CAST(t1 AS TIMESTAMP) AS at FROM read_parquet('${path.join(folder, 'qc_1', '*.parquet')}') ORDER BY r`)
    },
  )
  expect(read).toEqual([
    { r: 1, t1: '2026-01-31 08:30:00.000249', at: '2026-01-31T08:30:00.000249' },
    { r: 2, t1: '2026-01-31 08:30:00.000000', at: '2026-01-31T08:30:00' },
    { r: 3, t1: null, at: null },
  ])
  expect(await readdir(folder)).toEqual([])
})

it('what cannot be taken away is told, the rest is, and neither a verdict nor the first error is lost', async () => {
  const table = await staged([['1', '2026-01-31 08:30:00']])
  const left: string[] = []
  const onLeft = (at: string): void => void left.push(at)
  const handed = { ...place(serverThat('DROP TABLE IF EXISTS "hive"."qc"."qc_b"')), onLeft }
  // Before it is made a table is dropped as well: that is refused, too, and ends the hand-over.
  await expect(
    withHanded(
      handed,
      [table, table],
      (at) => (at === 0 ? 'qc_a' : 'qc_b'),
      async () => 'judged',
    ),
  ).rejects.toThrow('no DROP')
  expect(await readdir(folder)).toEqual([])
  const share = { ...folderShare(folder, 'local:///'), remove: () => Promise.reject(new Error('the folder is read-only')) }
  expect(
    await withHanded(
      { ...place(serverThat()), share, onLeft },
      [table],
      () => 'qc_c',
      async () => 'judged',
    ),
  ).toBe('judged')
  expect(left).toEqual(['hive.qc.qc_b', 'local:///qc_c'])
  expect(asked.at(-1)).toBe('DROP TABLE IF EXISTS "hive"."qc"."qc_c"')
  await expect(
    withHanded(
      { ...place(serverThat()), share, onLeft },
      [table],
      () => 'qc_d',
      () => Promise.reject(new Error('the line broke')),
    ),
  ).rejects.toThrow('the line broke')
})
