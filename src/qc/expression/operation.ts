import { finite } from '../cast.ts'
import { compareIn, compareSql, equalCellsIn, equalCellsSql } from '../exact.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { Sql } from '../sql.ts'
import type { Arithmetic, Comparison } from './ast.ts'
import type { Operation, Value } from './typed.ts'
import { testPattern } from '../pattern.ts'
import { fitsWildcard, type Step } from '../wildcard.ts'

type Js1<A> = (a: A) => Value
type Js2<A, B = A> = (a: A, b: B) => Value

export const unary = <A extends Value>(name: string, sql: (a: Sql, dialect: Dialect) => Sql, js: Js1<A>): Operation => ({
  name,
  sql: (dialect, a = Sql``) => sql(a, dialect),
  js,
})
export const binary = <A extends Value, B extends Value = A>(
  name: string,
  sql: (a: Sql, b: Sql, dialect: Dialect) => Sql,
  js: Js2<A, B>,
): Operation => ({
  name,
  sql: (dialect, a = Sql``, b = Sql``) => sql(a, b, dialect),
  js,
})
export const operation = (name: string, sql: (dialect: Dialect, ...args: Sql[]) => Sql, js: (...args: never[]) => Value): Operation => ({
  name,
  sql,
  js,
})

export const ARITHMETIC: Record<Arithmetic, Operation> = {
  '+': binary<number>(
    '+',
    (a, b) => Sql`(${a} + ${b})`,
    (a, b) => a + b,
  ),
  '-': binary<number>(
    '-',
    (a, b) => Sql`(${a} - ${b})`,
    (a, b) => a - b,
  ),
  '*': binary<number>(
    '*',
    (a, b) => Sql`(${a} * ${b})`,
    (a, b) => a * b,
  ),
  '/': binary<number>(
    '/',
    (a, b) => Sql`(${a} / nullif(${b}, 0))`,
    (a, b) => (b === 0 ? null : a / b),
  ),
  '%': binary<number>(
    '%',
    (a, b) => Sql`(${a} % nullif(${b}, 0))`,
    (a, b) => (b === 0 ? null : a % b),
  ),
  '^': binary<number>(
    '^',
    (a, b) => Sql`pow(${a}, ${b})`,
    (a, b) => a ** b,
  ),
}

export const NEGATIVE = unary<number>(
  '-',
  (a) => Sql`(-${a})`,
  (a) => -a,
)

/** An overflow inside a calculation would otherwise compare as larger than everything. */
export const FINITE = unary<number>(
  'finite',
  (a, dialect) => finite(dialect, a),
  (a) => (Number.isFinite(a) ? a : null),
)

/** Text is compared by code point, as the database does, not by UTF-16 unit. */
const order = (a: Value, b: Value): number => {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1
}

export const COMPARE: Record<Comparison, Operation> = {
  '=': binary<Value>(
    '=',
    (a, b) => Sql`(${a} = ${b})`,
    (a, b) => order(a, b) === 0,
  ),
  '!=': binary<Value>(
    '!=',
    (a, b) => Sql`(${a} <> ${b})`,
    (a, b) => order(a, b) !== 0,
  ),
  '<': binary<Value>(
    '<',
    (a, b) => Sql`(${a} < ${b})`,
    (a, b) => order(a, b) < 0,
  ),
  '<=': binary<Value>(
    '<=',
    (a, b) => Sql`(${a} <= ${b})`,
    (a, b) => order(a, b) <= 0,
  ),
  '>': binary<Value>(
    '>',
    (a, b) => Sql`(${a} > ${b})`,
    (a, b) => order(a, b) > 0,
  ),
  '>=': binary<Value>(
    '>=',
    (a, b) => Sql`(${a} >= ${b})`,
    (a, b) => order(a, b) >= 0,
  ),
}

/** Numbers with their long digits: whole numbers of any length are told apart. */
export const compareExactly = (op: Comparison): Operation =>
  operation(
    op,
    (dialect, a = Sql``, b = Sql``, c = Sql``, d = Sql``) => compareSql(dialect, op, a, b, [c, d]),
    (a: number, b: number, c: string, d: string) => compareIn(op, a, b, [c, d]),
  )

/** Two cells that read as numbers: with their long digits, and as they are written. */
export const EQUAL_CELLS = operation(
  '=',
  (dialect, a = Sql``, b = Sql``, c = Sql``, d = Sql``, e = Sql``, f = Sql``) => equalCellsSql(dialect, a, b, [c, d], [e, f]),
  (a: number, b: number, c: string, d: string, e: string, f: string) => equalCellsIn(a, b, [c, d], [e, f]),
)

export const LIKE = binary<string>(
  'like',
  (a, b, { texts }) => texts.like(a, b),
  (value, pattern) => {
    const parts = pattern.match(/\\[\s\S]|[\s\S]/gu) ?? []
    const steps = parts.map((part): Step =>
      part === '%' ? 'any' : part === '_' ? 'one' : { is: part.length > 1 && part.startsWith('\\') ? part.slice(1) : part },
    )
    return fitsWildcard(value, steps)
  },
)

export const MATCHES = binary<string>(
  'matches',
  (a, b, { texts }) => texts.matches(a, b),
  (value, pattern) => testPattern(pattern, value),
)
