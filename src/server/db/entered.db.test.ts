import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentIn, numberIn } from '#kernel'
import { dateIn as qcDate, numberIn as qcNumber } from '../../qc/cast.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { provideDatabase } from '../../../test/postgres.ts'
import type { TestDatabase } from '../../../test/postgres.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await provideDatabase()
  database = openDatabase(place.url, { max: 1 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const NUMBERS = [
  '',
  ' ',
  '0',
  '-0',
  '007',
  '+5',
  '+-5',
  '-+5',
  '.5',
  '5.',
  '1e3',
  '1E-3',
  '1e+3',
  '1e400',
  '1e-400',
  '0e9999999',
  '1e99999999',
  '1e+0000001',
  '-.5e-1_0',
  '\v5e+3\f',
]
const ODD_NUMBERS = [
  '１２',
  '3,5',
  '<0.5',
  '1_000',
  '_1',
  '1__0',
  'NaN',
  'inf',
  '0x10',
  ' 12\t',
  '1 2',
  '12345678901234567890',
  '1e1_0',
  '5\n',
  '\u00a05',
]
const DATES = [
  '2026-11-16',
  '2026/1/5',
  '2026-13-01',
  '2026-02-29',
  '2024-02-29',
  '1900-02-29',
  '0999-12-31',
  '02026-01-01',
  '10000-01-01',
  '24-1-5',
]
const MOMENTS = [
  '2026-11-16 08:30',
  '2026-11-16T08:30:15',
  '2026-11-16 24:00:00',
  '2026-11-16 24:00:01',
  '2026-11-16 23:60',
  '2026-11-16 08:30:15.',
  '2026-11-16 08:30:15.25',
  '2026-11-16 08:30:15Z',
  '2026-11-16 08:30:15+08:00',
  '2026-11-16 08:30:15 UTC',
  ' 2026-11-16',
  '2026-11-16 ',
  '2026-11/16',
  '2026 11 16',
  '2026\\11\\16',
  '２０２６-11-16',
]
const CASES = [...NUMBERS, ...ODD_NUMBERS, ...DATES, ...MOMENTS]

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
/** As people write them, and with the slips that they make. */
const entered = fc.oneof(
  fc.array(fc.constantFrom(...'0123456789+-._eE ,<\t０', '00', '1e', '-1'), { maxLength: 8 }).map((parts) => parts.join('')),
  fc
    .tuple(
      // Midnight at the end of 9999 has no year of four digits.
      fc.constantFrom('2026', '1999', '0500', '2024', '9998', '12026'),
      fc.constantFrom('-', '/', ' ', '.', '\\'),
      fc.oneof(fc.integer({ min: 0, max: 14 }), twoDigits(14)),
      fc.oneof(fc.integer({ min: 0, max: 32 }), twoDigits(32)),
      fc.constantFrom('', ' ', ' 8:5', ' 08:05', ' 24:00:00', 'T08:05:09', ' 23:59:59.999', ' 24:00', ' 25:00', ' 08:05:60', 'Z'),
    )
    .map(([y, mark, m, d, time]) => `${y}${mark}${m}${mark}${d}${time}`),
)
const seconds = (text: string): string | null => {
  const at = qcDate(text)
  return at === null ? null : new Date(Math.floor(at / 1000) * 1000).toISOString().slice(0, 19)
}

test('the database, the pages and quality control read the same number and the same moment in what was entered', async () => {
  const made = fc.sample(entered, 10_000)
  const texts = [...new Set([...CASES, ...made])]
  const rows = await database.query<{ number: string | null; moment: string | null; day: string | null }>(
    `SELECT as_number(t)::text AS number, to_char(as_moment(t), 'YYYY-MM-DD"T"HH24:MI:SS') AS moment, as_date(t)::text AS day
     FROM unnest($1::text[]) WITH ORDINALITY AS x(t, n) ORDER BY n`,
    [texts],
  )
  const read = texts.map((text, i) => ({ text, ...rows[i]!, number: rows[i]!.number === null ? null : Number(rows[i]!.number) + 0 }))
  const plus = (n: number | null) => (n === null ? null : n + 0)
  expect(read).toEqual(
    texts.map((text) => ({ text, number: plus(numberIn(text)), moment: momentIn(text), day: momentIn(text)?.slice(0, 10) ?? null })),
  )
  expect(texts.map((text) => [text, plus(qcNumber(text)), seconds(text)])).toEqual(
    texts.map((text) => [text, plus(numberIn(text)), momentIn(text)]),
  )
  expect(read.filter(({ number }) => number !== null).length).toBeGreaterThan(500)
  expect(read.filter(({ moment }) => moment !== null).length).toBeGreaterThan(500)
})

test('what reads a text is taken into the statement that asks: begun anew for each row, a million of them came to no end', async () => {
  const rows = await database.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT FROM unnest($1::text[]) t WHERE as_number(t) > 1 AND as_date(t) > '2026-11-19' AND as_moment(t) > '2026-11-19'`,
    [[]],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).not.toMatch(/as_(?:number|date|moment)\(/)
})
