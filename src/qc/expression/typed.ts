import type { Dialect } from '../dialect/dialect.ts'
import type { Pair } from '../partner.ts'
import type { Sql } from '../sql.ts'

export type GroupFunction = 'count' | 'any' | 'all'

export type ValueType = 'number' | 'text' | 'date' | 'boolean'
/** `cell`: a column, or a choice among columns, that is read as whatever its place asks for. */
export type Kind = ValueType | 'cell' | 'null'
/** A date is milliseconds since 1970, as written, without zone. */
export type Value = number | string | boolean | null

/** One operation in its two meanings: the SQL that runs, and the JS that says what it ought to answer. Null in, null out. */
export type Operation = { name: string; sql: (dialect: Dialect, ...args: readonly Sql[]) => Sql; js: (...args: readonly never[]) => Value }

/** A checked expression: every node has a type, every column says as what it is read. */
export type Typed =
  | { op: 'literal'; type: ValueType; value: Value }
  | { op: 'column'; type: 'number' | 'text' | 'date'; name: string }
  /** The digits of a number that floating point cannot hold, '' for others: of its reading as a number and as a text. */
  | { op: 'digits'; type: 'text'; args: readonly [Typed, Typed] }
  /** A cell of the first row of another table with the same key. */
  | { op: 'lookup'; type: 'number' | 'text' | 'date'; table: string; pairs: readonly Pair[]; column: string }
  /** Over all rows of this table with the same keys. */
  | { op: 'group'; type: 'number' | 'boolean'; name: GroupFunction; keys: readonly string[]; args: readonly [Typed] }
  | { op: 'call'; type: ValueType; operation: Operation; args: readonly Typed[] }
  | { op: 'and' | 'or'; type: 'boolean'; args: readonly [Typed, Typed] }
  | { op: 'not'; type: 'boolean'; args: readonly [Typed] }
  | { op: 'known'; type: 'boolean'; args: readonly [Typed] }
  | { op: 'if'; type: ValueType; args: readonly [Typed, Typed, Typed] }
  | { op: 'first'; type: ValueType; args: readonly Typed[] }
  | { op: 'in'; type: 'boolean'; args: readonly Typed[] }
