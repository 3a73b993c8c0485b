import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provideEmptyDatabase } from '../../../test/postgres.ts'
import type { TestDatabase } from '../../../test/postgres.ts'
import { literal } from './literal.ts'
import type { ColumnType } from './kind.ts'

let place: TestDatabase
let client: pg.Client
beforeAll(async () => {
  place = await provideEmptyDatabase()
  client = new pg.Client({ connectionString: place.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await place.drop()
})

/** What ends a text, opens a comment, or means something to one reader of literals and nothing to another. */
const HOSTILE = [
  "'",
  "''",
  '\\',
  "\\'",
  '"',
  '$$',
  '$1',
  '--',
  '/*',
  ';',
  '{',
  '}',
  ',',
  'NULL',
  '\n',
  '\r',
  '\t',
  '\u0001',
  '\u2028',
  '＇',
  'ʼ',
]
const pieces = fc.oneof(fc.constantFrom(...HOSTILE, "'); DROP TABLE t; --", '--> statement-breakpoint'), fc.string({ unit: 'grapheme' }))
const text = fc
  .array(pieces, { maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((s) => !s.includes('\0') && s.isWellFormed())
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((n) => n + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value

const KINDS: [name: string, type: string, given: ColumnType | undefined, values: fc.Arbitrary<unknown>][] = [
  ['texts', 'text', undefined, text],
  ['lists of texts', 'text[]', 'text[]', fc.array(text, { maxLength: 6 })],
  ['lists of ids', 'bigint[]', 'bigint[]', fc.array(fc.maxSafeInteger(), { maxLength: 6 })],
  ['JSON', 'jsonb', 'jsonb', json],
  ['numbers', 'double precision', undefined, fc.double({ noNaN: true, noDefaultInfinity: true })],
  ['whole numbers', 'bigint', undefined, fc.maxSafeInteger()],
  ['switches', 'boolean', undefined, fc.boolean()],
]

describe.each(['on', 'off'])('with standard_conforming_strings %s', (conforming) => {
  it.each(KINDS)('%s come back from a default as the parameter that they are', async (_, type, given, values) => {
    await client.query(`SET standard_conforming_strings = ${conforming}; SET escape_string_warning = off`)
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        await client.query('DROP TABLE IF EXISTS t')
        // Text without parameters, as DDL is sent: a literal that ends early would be a second statement here.
        await client.query({
          text: `CREATE TABLE t (v ${type} DEFAULT ${literal(value, given)}, ok boolean)`,
          queryMode: 'extended',
        } as pg.QueryConfig)
        await client.query('INSERT INTO t (ok) VALUES (true)')
        const { rows } = await client.query<{ same: boolean }>(`SELECT v IS NOT DISTINCT FROM $1::${type} AS same FROM t`, [
          type === 'jsonb' ? JSON.stringify(value) : value,
        ])
        expect(rows).toEqual([{ same: true }])
      }),
      { numRuns: 60 },
    )
  })
})

it('a hundred texts at once stay a hundred columns of one row', async () => {
  await client.query('RESET standard_conforming_strings')
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 100, maxLength: 100 }), async (texts) => {
      const { rows } = await client.query({ text: `SELECT ${texts.map((one) => literal(one)).join(', ')}`, rowMode: 'array' })
      expect(rows).toEqual([texts])
    }),
    { numRuns: 20 },
  )
})

it.each([
  ['NUL', 'a\0b'],
  ['half a character', '\ud800'],
  ['no number', Number.NaN],
  ['endless', Infinity],
  ['nothing', null],
  ['an object', {}],
  ['a list of unknown type', ['x']],
])('refuses %s', (_, value) => expect(() => literal(value)).toThrow(TypeError))
