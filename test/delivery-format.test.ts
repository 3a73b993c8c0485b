import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/qc/index.ts'
import { literal } from '../src/qc/sql.ts'
import { writeXpt } from '../src/qc/source/testing/write-xpt.ts'
import { writeWorkbook } from '../src/server/excel/writer.ts'
import type { Cell } from '../src/server/excel/writer.ts'
import { accept, built, call, counts, deliver, left, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { add, post, variable } from './study-kit.ts'

withDeliveries()

const FORM = [
  variable('vitals', 'card', { label: '卡号' }),
  variable('vitals', 'sbp', { label: '收缩压', type: 'integer' }),
  variable('vitals', 'temp', { label: '体温', type: 'number' }),
  variable('vitals', 'seen', { label: '日期', type: 'date' }),
  variable('vitals', 'note', { label: '备注' }),
]
const HEAD = ['subject', 'visit', 'card', 'sbp', 'temp', 'seen', 'note'] as const
type Line = readonly [
  subject: string,
  visit: string,
  card: string,
  sbp: number | null,
  temp: number | null,
  seen: string | null,
  note: string | null,
]
const FIRST: Line[] = [
  ['S1', 'V1', '007', 120, 36.6, '2026-03-01', '无，“好”'],
  ['S2', 'V1', '0010', 135, 37, null, null],
  ['S3', 'V1', '12', null, 36.05, '2026-02-28', '复测 <0.5'],
  ['S9', 'V1', '1', 1, 1, null, '没有这个人'],
]
/** One cell other, one row new, one as before, one refused. */
const SECOND: Line[] = [
  ['S1', 'V1', '007', 120, 36.6, '2026-03-01', '无，“好”'],
  ['S2', 'V1', '0010', 135, 37.5, null, null],
  ['S4', 'V1', '1e3', 128, 36.1, '2026-03-04', '新'],
  ['S2', 'V9', '5', 1, 1, null, null],
]
const csvOf = (rows: readonly Line[]): Buffer =>
  Buffer.from([HEAD, ...rows].map((row) => `${row.map((cell) => (cell === null ? '' : `"${cell}"`)).join(',')}\n`).join(''))

const excelOf = async (rows: readonly Line[]): Promise<Buffer> => {
  const cells = async function* (): AsyncGenerator<readonly Cell[]> {
    for (const [subject, visit, card, sbp, temp, seen, note] of rows)
      yield [subject, visit, card, sbp, temp, seen === null ? null : { clock: Date.parse(seen), as: 'day' }, note]
  }
  const parts: Buffer[] = []
  for await (const part of writeWorkbook(
    'labs',
    HEAD.map((title) => ({ title, width: 12 })),
    cells(),
  ))
    parts.push(part)
  return Buffer.concat(parts)
}
const parquetOf = async (rows: readonly Line[]): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const db = await openDatabase()
  try {
    const file = join(folder, 'labs.parquet')
    const typed = rows.map(([subject, visit, card, sbp, temp, seen, note]) =>
      // Where something is missing, a data frame has whole numbers as floating ones.
      [
        literal(subject),
        literal(visit),
        literal(card),
        `${sbp ?? 'NULL'}::DOUBLE`,
        `${temp ?? 'NULL'}::DOUBLE`,
        seen === null ? 'NULL::DATE' : `DATE ${literal(seen)}`,
        note === null ? 'NULL' : literal(note),
      ].join(', '),
    )
    await db.run(
      `COPY (SELECT * FROM (VALUES ${typed.map((row) => `(${row})`).join(', ')}) t(${HEAD.join(', ')})) TO ${literal(file)} (FORMAT parquet)`,
    )
    return await readFile(file)
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}
/** Days since 1960, as SAS counts. */
const sasDay = (day: string): number => (Date.parse(day) - Date.UTC(1960, 0, 1)) / 86_400_000
const xptOf = async (rows: readonly Line[]): Promise<Buffer> =>
  writeXpt({
    version: 5,
    name: 'LABS',
    label: '',
    variables: HEAD.map((name) => {
      const base = { name: name.toUpperCase(), label: '' }
      if (name === 'sbp' || name === 'temp') return { ...base, numeric: true }
      return name === 'seen' ? { ...base, numeric: true, format: 'YYMMDD10' } : { ...base, length: 60 }
    }),
    rows: rows.map(([subject, visit, card, sbp, temp, seen, note]) => [
      subject,
      visit,
      card,
      sbp ?? '.',
      temp ?? '.',
      seen === null ? '.' : sasDay(seen),
      note ?? '',
    ]),
  })

const WRITERS = { csv: async (rows: readonly Line[]) => csvOf(rows), xlsx: excelOf, parquet: parquetOf, xpt: xptOf }
const cellsOf = ({ form }: Built) =>
  sql(`SELECT s.code AS subject, t.v1, t.v2, t.v3, t.v4, t.v5, t.version, t.row_no FROM "record"."t${form}" t
    JOIN study_subject s ON s.id = t.subject ORDER BY s.code`)
const historyOf = ({ form }: Built) => sql('SELECT slot, before, after, row_no FROM value_change WHERE form = $1 ORDER BY id', [form])
const pushed = async ({ study, gather, code }: Built, name: string, body: Buffer) => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await add(call, 'study.token', { study, name: 'LIS', gathers: [gather], expiresAt })
  const { token } = (await post<{ token: string }>(call, 'study.token/issue', { ids: [id] })).data
  const answer = await fetch(`${server.address}/api/study/intake/${code}?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', server: '1' },
    body: new Uint8Array(body),
  })
  expect(await answer.json()).toMatchObject({ code: 1 })
  return left(gather, 2, 'received', 'reading')
}

test('AA-02 the same data as CSV, Excel, Parquet and XPT, uploaded and by the intake, are the same records cell by cell, and their rows add up', async () => {
  const found: Record<string, unknown> = {}
  for (const [format, write] of Object.entries(WRITERS)) {
    const at = await built({}, {}, FORM)
    const first = await deliver(at.gather, await write(FIRST), `labs.${format}`)
    expect([format, first['state'], ...counts(first)]).toEqual([format, 'compared', 4, 3, 0, 0, 1])
    expect(await accept(first)).toMatchObject({ state: 'accepted', rowsIn: 4, rowsStored: 3, rowsChanged: 0, rowsSame: 0, rowsRejected: 1 })
    const second = await pushed(at, `labs.${format}`, await write(SECOND))
    expect([format, counts(second)]).toEqual([format, [4, 1, 1, 1, 1]])
    expect(await accept(second)).toMatchObject({
      state: 'accepted',
      rowsIn: 4,
      rowsStored: 1,
      rowsChanged: 1,
      rowsSame: 1,
      rowsRejected: 1,
    })
    found[format] = { cells: await cellsOf(at), history: await historyOf(at) }
  }
  expect(found['csv']).toMatchObject({
    cells: [
      { subject: 'S1', v1: '007', v2: '120', v3: '36.6', v4: '2026-03-01', v5: '无，“好”', version: 1 },
      { subject: 'S2', v1: '0010', v2: '135', v3: '37.5', v4: null, v5: null, version: 2 },
      { subject: 'S3', v1: '12', v2: null, v3: '36.05', v4: '2026-02-28', v5: '复测 <0.5', version: 1 },
      { subject: 'S4', v1: '1e3', v2: '128', v3: '36.1', v4: '2026-03-04', v5: '新', version: 1 },
    ],
    history: [{ slot: 3, before: '37', after: '37.5', row_no: 2 }],
  })
  for (const format of ['xlsx', 'parquet', 'xpt']) expect([format, found[format]]).toEqual([format, found['csv']])
})
