import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { compareIn, compareSql, longDigits, longDigitsIn } from './exact.ts'
import type { Comparison } from './expression/ast.ts'
import { identifier, literal, Sql } from './sql.ts'
import type { QcDatabase } from './table.ts'

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

const HOLDS: Readonly<Record<Comparison, (a: bigint, b: bigint) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
const OPERATORS = Object.keys(HOLDS) as Comparison[]

/** Close together and around a power of ten, where one has a digit more and both may be the same floating-point number. */
const pair = fc
  .tuple(fc.integer({ min: 14, max: 37 }), fc.bigInt(-3n, 3n), fc.bigInt(-3n, 3n), fc.constantFrom(1n, -1n))
  .map(([power, one, other, sign]) => [sign * (10n ** BigInt(power) + one), sign * (10n ** BigInt(power) + other)] as const)

it('whole numbers of any length are in the order of BigInt, in SQL and in JavaScript', async () => {
  const pairs = [[9999999999999999n, 10000000000000000n] as const, ...fc.sample(pair, { seed: 17, numRuns: 400 })]
  const { dialect } = database
  const number = (name: string): Sql => dialect.values.readNumber(identifier(name))
  const digits = (name: string): Sql => longDigits(dialect, identifier(name), number(name))
  const asked = OPERATORS.map((op) => compareSql(dialect, op, number('a'), number('b'), [digits('a'), digits('b')]))
  const lines = pairs.map(([a, b], at) => Sql`(${at}, ${literal(String(a))}, ${literal(String(b))})`)
  const rows = await database.all(
    `SELECT ${asked.map((sql, at) => `${sql} AS o${at}`).join(', ')} FROM (VALUES ${lines.join(', ')}) t("at", a, b) ORDER BY "at"`,
  )
  for (const [at, [a, b]] of pairs.entries())
    for (const [index, op] of OPERATORS.entries()) {
      const texts = [String(a), String(b)] as const
      const long = [longDigitsIn(texts[0], Number(a)), longDigitsIn(texts[1], Number(b))] as const
      const expected = HOLDS[op](a, b)
      expect([a, op, b, compareIn(op, Number(a), Number(b), long)]).toEqual([a, op, b, expected])
      expect([a, op, b, rows[at]?.[`o${index}`]]).toEqual([a, op, b, expected])
    }
})
