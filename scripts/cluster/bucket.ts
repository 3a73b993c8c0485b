import { isDeepStrictEqual } from 'node:util'
import type { QcWorkspace } from '../../src/qc/database.ts'
import { runChecks } from '../../src/qc/engine.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import { S3_KEY, type S3Server } from '../../src/qc/testing/s3-server.ts'
import { addShadows } from '../../src/qc/testing/add-shadows.ts'
import { stageRows } from '../../src/qc/testing/stage-rows.ts'
import { bucketShare } from '../../src/qc/trino/share.ts'
import { withHanded } from '../../src/qc/trino/snapshot.ts'

/** Times to the microsecond: two that differ in the last digit alone are an order, and none where it is cut off. */
const moment = (at: number): string => `2026-01-31 08:30:00.${String(123_000 + (at % 7)).padStart(6, '0')}`
const COLUMNS = ['nr', 'sbp', 'from', 'to']
const ROWS = Array.from({ length: 5000 }, (_, at) => [
  String(at % 4990),
  at % 11 === 0 ? null : String(60 + (at % 300)),
  moment(at),
  moment(at + (at % 3) - 1),
])
const PARAMETERS = [
  { id: 'filled', check: 'not_null', columns: ['sbp'] },
  { id: 'range', check: 'range', columns: ['sbp'], params: { max: 260 } },
  { id: 'unique', check: 'unique', columns: ['nr'] },
  { id: 'order', check: 'start_before_end', columns: ['from'], params: { end: 'to', precision: 'time' } },
].map((one) => ({ ...one, table: 'visits' }))

async function judged(database: QcDatabase, table: StagedTable): Promise<unknown> {
  const { results, violations } = await runChecks({ database, tables: [table], parameters: PARAMETERS, now: '2026-06-13T08:00:00' })
  const found: string[] = []
  for await (const chunk of violations.stream()) found.push(...chunk.map((one) => JSON.stringify(one)))
  return { counts: results.map(({ parameter, violated, denominator }) => [parameter, violated, denominator]), found: found.toSorted() }
}

/** A snapshot handed over in a bucket of our own S3, judged there and taken away; the number of differences comes back. */
export async function compareOverBucket(here: QcWorkspace, there: QcDatabase, { endpoint, objects, asked }: S3Server): Promise<number> {
  const table = await addShadows(
    here,
    await stageRows(here, 'visits', COLUMNS, ROWS),
    ROWS.map((row) => Object.fromEntries(COLUMNS.map((column, at) => [column, row[at] ?? null]))),
  )
  const share = bucketShare('s3://qc-test/handed', { endpoint, ...S3_KEY })
  const place = { here, there, share, aside: here.directory, catalog: 'hive', schema: 'qc' }
  const expected = await judged(here, table)
  const wrong: string[] = []
  if (table.typed?.['from']?.type !== 'TIMESTAMP') wrong.push('times are handed over as texts alone')
  const found = await withHanded(
    place,
    [table],
    () => 's3_visits',
    async ([remote = table]) => {
      if (![...objects.keys()].some((key) => key.startsWith('qc-test/handed/s3_visits/'))) wrong.push('nothing lies in the bucket')
      return judged(there, remote)
    },
  )
  if (!isDeepStrictEqual(found, expected))
    wrong.push(`${JSON.stringify(found).slice(0, 300)} instead of ${JSON.stringify(expected).slice(0, 300)}`)
  if (!asked.some((line) => line.startsWith('GET qc-test/handed/s3_visits/'))) wrong.push('no node read the bucket')
  if (objects.size > 0) wrong.push(`left behind: ${[...objects.keys()].join(', ')}`)
  for (const one of wrong) console.log(`≠ ${one}`)
  console.log(`a snapshot in a bucket of S3: ${wrong.length === 0 ? 'counts and violations equal, and gone afterwards' : 'not as meant'}`)
  return wrong.length
}
