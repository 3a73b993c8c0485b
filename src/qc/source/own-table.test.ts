import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, runChecks, type Parameter } from '../index.ts'
import { stageOwnCsv } from './own-csv.ts'
import { keepOwnCsv, stageOwnParquet } from './own-parquet.ts'
import { patchOwnParquet } from './own-patch.ts'

const COLUMNS = ['subject', 'sbp', 'day', 'odd', 'code']
const UNREAD = ['elsewhere']
const ROWS: readonly (readonly (string | null)[])[] = [
  ['S1', '120.0000000000', '2026-01-31', '<0.5', '007'],
  ['S2', '121', '2026-02-01', '3', '8'],
  ['S3', null, null, '', '9'],
  ['S4', '900', '2027-03-01', 'a "quoted", cell\nof two lines', '10'],
  ['S5', '-3', '2025-12-31', null, '007'],
]
const cell = (text: string | null): string => (text === null ? '' : `"${text.replaceAll('"', '""')}"`)
const CSV = `${COLUMNS.map(cell).join(',')}\n${ROWS.map((row) => `${row.map(cell).join(',')}\n`).join('')}`

const RULES: readonly Parameter[] = [
  { id: 'range', check: 'range', columns: ['sbp'], params: { min: 0, max: 300 } },
  { id: 'late', check: 'row_expression', params: { never: "day > date('2026-06-01')" } },
  { id: 'odd', check: 'range', columns: ['odd'], params: { max: 1 } },
  { id: 'once', check: 'unique', columns: ['code'] },
  { id: 'blank', check: 'not_null', columns: ['sbp', 'day', 'odd', 'elsewhere'] },
]

test('what the program wrote itself says the same whether it is read for once or was kept', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'own-'))
  const db = await openDatabase({ spillDirectory: folder })
  try {
    const [csv, kept] = [path.join(folder, 'own.csv'), path.join(folder, "it's kept.parquet")]
    await writeFile(csv, CSV)
    await keepOwnCsv(db, csv, { columns: COLUMNS, typed: ['sbp', 'day', 'odd'] }, kept)
    const once = await stageOwnCsv(db, csv, { name: 't', columns: COLUMNS, unread: UNREAD })
    const again = await stageOwnParquet(db, kept, { name: 't', columns: COLUMNS, unread: UNREAD })
    expect([again.rows, again.columns, again.source.sha256]).toEqual([once.rows, once.columns, once.source.sha256])
    // Of what was asked for, and of a column only where every cell can be read.
    expect(Object.fromEntries(Object.entries(again.typed ?? {}).map(([name, { type }]) => [name, type]))).toEqual({
      sbp: 'DOUBLE',
      day: 'DATE',
    })
    const judged = []
    for (const table of [once, again]) {
      const names = ['__row', ...COLUMNS, ...UNREAD].map((name) => `"${name}"`).join(', ')
      const rows = await db.all(`SELECT ${names} FROM ${table.relation} ORDER BY "__row"`)
      expect(rows.map((row) => COLUMNS.map((name) => row[name]))).toEqual(ROWS)
      const run = await runChecks({ database: db, tables: [table], parameters: RULES, now: '2026-06-01T00:00:00' })
      judged.push({ results: run.results, found: [...(await run.violations.first(10))] })
    }
    expect(judged[1]).toEqual(judged[0])
    expect(judged[0]?.results.map(({ violated }) => violated)).toEqual([2, 1, 1, 2, 9])
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})

/** A number and an id below it, what is said of it, and a text: as PostgreSQL writes them. */
type Line = { id: number; cells: (string | null)[] }
const NAMES = ['record.id', 'sbp', 'day', 'note, "x"']
const csvOf = (lines: readonly Line[], names: readonly string[]): string =>
  `${names.map((name) => (/[",]/.test(name) ? cell(name) : name)).join(',')}\n${lines.map(({ id, cells }) => `${[String(id), ...cells].map(cell).join(',')}\n`).join('')}`

test('a kept table and the rows that changed since are the table that would be read whole: rows, order, hash and copies', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patch-'))
  const db = await openDatabase({ spillDirectory: folder })
  const at = (name: string) => path.join(folder, name)
  try {
    const line = (id: number, ...cells: (string | null)[]): Line => ({ id, cells })
    const before = Array.from({ length: 200 }, (_, i) => line(i + 1, String(i), `2026-01-${10 + (i % 20)}`, i % 3 ? `t${i}` : null))
    // Changed and gone in the second block, one more far behind; a long text, and one that is no date.
    const after = [
      ...before.filter(({ id }) => id !== 70).map((one) => (one.id === 65 ? line(65, '7', 'unknown', 'two\nlines, "said"') : one)),
      line(1000, '', null, 'y'.repeat(3_000_000)),
    ]
    const changed = after.filter(({ id }) => [1, 15].includes(Math.floor(id / 64)))
    await writeFile(at('before.csv'), csvOf(before, NAMES))
    await keepOwnCsv(db, at('before.csv'), { columns: NAMES, typed: NAMES }, at('before.parquet'))
    const now = NAMES.map((name) => (name === 'sbp' ? 'systolic' : name))
    await writeFile(at('after.csv'), csvOf(after, now))
    await writeFile(at('changed.csv'), csvOf(changed, now))
    const sha256 = await keepOwnCsv(db, at('after.csv'), { columns: now, typed: now }, at('after.parquet'))
    const columns = now.map((name, i) => ({ name, was: NAMES[i]! }))
    const patch = { base: at('before.parquet'), columns, key: 'record.id', size: 64, blocks: [1, 15], csv: at('changed.csv') }
    expect(await patchOwnParquet(db, patch, at('patched.parquet'))).toEqual({
      sha256,
      bytes: Buffer.byteLength(csvOf(after, now)),
      gone: 64,
    })
    const [whole, patched] = [await read('after.parquet'), await read('patched.parquet')]
    expect(whole.rows).toHaveLength(200)
    expect(patched).toEqual(whole)
    expect(Object.keys(whole.typed ?? {})).toEqual(['record.id', 'systolic'])
    const part = [columns[0]!, columns[3]!]
    const alone = ({ id, cells }: Line): Line => line(id, cells[2] ?? null)
    await writeFile(at('part.csv'), csvOf(changed.map(alone), [NAMES[0]!, NAMES[3]!]))
    // A row that was lost on the way is told.
    const facts = { independentRows: 201 }
    const short = await stageOwnParquet(db, at('patched.parquet'), { name: 't', columns: now, facts })
    expect(short.source.notes).toEqual([{ code: 'row_count_mismatch', count: 201, detail: '200/201', severity: 'error' }])
    await patchOwnParquet(db, { ...patch, columns: part, csv: at('part.csv') }, at('part.parquet'))
    const own = await db.all(`SELECT * EXCLUDE "record.id§typed" FROM read_parquet('${at('part.parquet')}')`)
    expect(own).toEqual(after.map(({ id, cells }) => ({ 'record.id': String(id), 'note, "x"': cells[2] ?? null })))
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
  async function read(file: string) {
    const table = await stageOwnParquet(db, at(file), { name: 't', columns: NAMES.map((name) => (name === 'sbp' ? 'systolic' : name)) })
    return { typed: table.typed, rows: await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`) }
  }
})
