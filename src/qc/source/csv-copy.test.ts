import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { identifier } from '../sql.ts'
import { copyCsv } from './csv-copy.ts'
import { shadowSql } from './shadow.ts'

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-copy-'))
  db = await openDatabase({ memory: '512MB', threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function copied(
  content: string | Buffer,
  columns: readonly string[],
  { delimiter = ',', quote = '"', header = true, from = 0, worthThreads = Number.POSITIVE_INFINITY } = {},
) {
  const [file, to] = [path.join(folder, 'in.csv'), path.join(folder, 'out.parquet')]
  await writeFile(file, content)
  const copy = { path: file, to, columns, typed: [], dialect: { delimiter, quote }, header, from }
  if (!(await copyCsv(copy, (await stat(file)).size, 2, worthThreads))) return undefined
  const rows = await db.all(`SELECT * FROM read_parquet('${to}', file_row_number = true) ORDER BY file_row_number`)
  return rows.map((row) => columns.map((column) => row[column]))
}

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const TEXTS = [
  null,
  '',
  'a',
  '男',
  '受试者1',
  'x,y',
  'two\nlines',
  'said "no"',
  '"',
  "it's",
  ' 1.50 ',
  '\r\n',
  '\u{20000}',
  'z'.repeat(300),
]

it('cells of every kind come back as they were written, whatever the line end, the quote and the last line', async () => {
  const next = numbers(17)
  for (let round = 0; round < 60; round++) {
    const [width, height, end, quote] = [1 + next(5), next(40), next(2) ? '\n' : '\r\n', next(4) ? '"' : "'"]
    const columns = Array.from({ length: width }, (_, index) => `c${index}`)
    const cells = Array.from({ length: height }, () => columns.map(() => TEXTS[next(TEXTS.length)] as string | null))
    const write = (cell: string | null): string =>
      cell === null
        ? ''
        : cell === '' || next(4) === 0 || /["',\r\n]/.test(cell)
          ? `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`
          : cell
    const lines = [columns.join(','), ...cells.map((row) => row.map(write).join(','))].join(end)
    // The end of a single empty cell is its record, and not only the end of the line above.
    const last = width === 1 || next(2) ? end : ''
    expect(await copied(lines + last, columns, { quote }), JSON.stringify(lines)).toEqual(cells)
  }
})

it('more rows than a group, more different texts than a dictionary, texts and gaps that begin late', async () => {
  const cells = Array.from({ length: 130_000 }, (_, row) => [
    `P${row}`,
    row % 3 === 0 ? 'S1' : `S${row % 30}`,
    row < 125_000 ? 'even' : String(row),
    row > 50 && (row < 124_000 || row % 7 > 0) ? 'x' : null,
    null,
    String(row % 2049),
  ])
  const columns = ['id', 'site', 'late', 'gaps', 'never', 'over']
  const content = [columns, ...cells].map((row) => row.map((cell) => cell ?? '').join(',')).join('\n')
  // Whole, and in two halves that lie apart in one file.
  for (const worthThreads of [Number.POSITIVE_INFINITY, 1]) {
    const back = await copied(content, columns, { worthThreads })
    expect(back).toHaveLength(cells.length)
    expect(back!.findIndex((row, index) => row.some((cell, at) => cell !== cells[index]![at]))).toBe(-1)
  }
})

it('typed copies are what the database reads in the texts, and none of a column has a single text that is not plainly one', async () => {
  const plain = ['1', '-0', '007', '1.50', '0.1', '33.333333333333', '999999999999.999999999999', '123456.7', null]
  const days = ['1000-01-01', '2024-02-29', '1969-12-31', '1970-01-01', '9999-12-31', null]
  const kinds = {
    number: { type: 'DOUBLE', texts: plain },
    day: { type: 'DATE', texts: days },
    gap: { type: 'DOUBLE', texts: [null] },
    power: { type: 'DOUBLE', texts: plain, odd: '1e3' },
    spaced: { type: 'DOUBLE', texts: plain, odd: ' 1' },
    blank: { type: 'DOUBLE', texts: plain, odd: '""' },
    leap: { type: 'DATE', texts: days, odd: '2023-02-29' },
    hour: { type: 'DATE', texts: days, odd: '2023-02-28 10:00' },
    many: { type: 'DOUBLE', texts: Array.from({ length: 2049 }, (_, index) => String(index)) },
  } as const
  const columns = Object.keys(kinds)
  const typed = Object.entries(kinds).map(([column, { type }]) => ({ column, name: `${column}§typed`, type }))
  // The odd one is the last of all: every group before it has been written.
  const rows = Array.from({ length: 150_000 }, (_, row) =>
    Object.values(kinds).map((kind) => ('odd' in kind && row === 149_999 ? kind.odd : kind.texts[row % kind.texts.length])),
  )
  const [file, to] = [path.join(folder, 'typed.csv'), path.join(folder, 'typed.parquet')]
  await writeFile(file, [columns, ...rows].map((row) => row.map((cell) => cell ?? '').join(',')).join('\n'))
  const copy = { path: file, to, columns, typed, dialect: { delimiter: ',', quote: '"' }, header: true, from: 0 }
  for (const worthThreads of [Number.POSITIVE_INFINITY, 1]) {
    const kept = await copyCsv(copy, (await stat(file)).size, 2, worthThreads)
    expect(kept?.map(({ column }) => column)).toEqual(['number', 'day', 'gap'])
    const found = await db.all(`DESCRIBE SELECT * FROM '${to}'`)
    expect(found.map((row) => row['column_type'])).toEqual([...columns.map(() => 'VARCHAR'), 'DOUBLE', 'DATE', 'DOUBLE'])
    const differs = kept!.map((shadow) => `count(*) FILTER (${identifier(shadow.name)} IS DISTINCT FROM "read ${shadow.column}")`)
    const read = kept!.map((shadow) => shadowSql({ ...shadow, name: `read ${shadow.column}` }))
    const [counts] = await db.all(`SELECT count(*) AS rows, ${differs.join(', ')} FROM (SELECT *, ${read.join(', ')} FROM '${to}')`)
    expect(Object.values(counts!)).toEqual([150_000, 0, 0, 0])
  }
})

it('a record longer than what is read at once, a table behind other lines, none at all', async () => {
  const long = `"${'长'.repeat(900_000)}\n",2\n`
  expect((await copied(`a,b\n1,2\n${long}3,4`, ['a', 'b']))?.map((row) => String(row[0]).length)).toEqual([1, 900_001, 1])
  expect(await copied('\ufeffsep=;\na;b\n1;2\n', ['a', 'b'], { delimiter: ';', from: 10 })).toEqual([['1', '2']])
  expect(await copied('1,2\n\n\n', ['a', 'b'], { header: false })).toEqual([['1', '2']])
  expect(await copied('a,b', ['a', 'b'])).toEqual([])
})

it('line ends within quotes part no halves, and what is odd in either half is no copy', async () => {
  const cells = Array.from({ length: 30 }, (_, row) => [String(row), 'one\ntwo\n\nthree'])
  const content = `a,b\n${cells.map(([a, b]) => `${a},"${b}"\n`).join('')}`
  // Quoted from the first record on, or only far behind what is looked at before.
  for (const plain of [0, 9000]) {
    const before = Array.from({ length: plain }, (_, row) => [`P${row}`, 'x'])
    const whole = content.replace('\n', `\n${before.map(([a, b]) => `${a},${b}\n`).join('')}`)
    expect(await copied(whole, ['a', 'b'], { worthThreads: 1 })).toEqual([...before, ...cells])
  }
  expect(await copied(`a,b\n${'1,2\n'.repeat(50)}1,2,3\n`, ['a', 'b'], { worthThreads: 1 })).toBeUndefined()
})

it.each([
  ['a cell too many', 'a,b\n1,2,3\n'],
  ['a cell too few', 'a,b\n1\n'],
  ['text behind a quote', 'a,b\n"1"x,2\n'],
  ['a quote that stays open', 'a,b\n1,"2\n'],
])('%s is no copy', async (_name, content) => {
  expect(await copied(content, ['a', 'b'])).toBeUndefined()
})
