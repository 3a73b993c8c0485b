import type { Sql } from '../sql.ts'

export type SqlType = 'BIGINT' | 'BOOLEAN' | 'DATE' | 'DOUBLE' | 'INT' | 'TIMESTAMP' | 'VARCHAR'

/** What engines say in different words. The plan and the checks are written once; whatever is not here must mean the same to both. */
export type Dialect = {
  readonly name: 'duckdb' | 'trino'
  readonly values: ValueWords
  readonly texts: TextWords
  readonly dates: DateWords
  readonly aggregates: AggregateWords
  readonly sketches: SketchWords
  readonly relations: RelationWords
}

export type ValueWords = {
  number(value: number): Sql
  cast(value: Sql, type: SqlType): Sql
  /** The number in a text, infinite ones too; null where there is none. */
  readNumber(text: Sql): Sql
  isFinite(number: Sql): Sql
  /** Without what stands behind the point. */
  whole(number: Sql): Sql
  /** How often a whole number is contained in another, as a whole number. */
  contained(size: number, count: Sql): Sql
  ratio(count: Sql, total: Sql): Sql
  /** The difference of two whole numbers of up to 38 digits, written as texts; null where there are more. */
  longDifference(a: Sql, b: Sql): Sql
  /** Whether a text is one of the values; null for null. */
  oneOf(text: Sql, values: readonly string[]): Sql
  list(items: readonly Sql[]): Sql
  /** A number for texts: equal for equal ones, and seldom for others. Nulls count as values. */
  hash(keys: readonly Sql[]): Sql
}

export type TextWords = {
  /** Without these characters around it. */
  trim(text: Sql, characters: Sql): Sql
  trimSpaces(text: Sql): Sql
  /** A value of any type as a text. */
  shown(value: Sql): Sql
  /** Bytes of UTF-8, as a text that can be joined to others. */
  size(text: Sql): Sql
  /** Bytes of UTF-8, as a number. */
  bytes(text: Sql): Sql
  left(text: Sql, count: Sql): Sql
  right(text: Sql, count: Sql): Sql
  contains(text: Sql, part: Sql): Sql
  endsWith(text: Sql, part: Sql): Sql
  replace(text: Sql, part: Sql, by: Sql): Sql
  like(text: Sql, pattern: Sql): Sql
  /** The number of the first character, which is an ASCII one. */
  ascii(text: Sql): Sql
  distance(a: Sql, b: Sql): Sql
  isJson(text: Sql): Sql
  /** A JSON object of texts, in this order. */
  object(entries: readonly (readonly [name: string, value: Sql])[]): Sql
  md5(text: Sql): Sql
  sha256(text: Sql): Sql
  /** The second half of the MD5 as a whole number, to be added up. */
  md5Number(text: Sql): Sql
  /** Whether a pattern of RE2 is found somewhere in a text. */
  matches(text: Sql, pattern: Sql, ignoreCase?: boolean): Sql
  /** Whether it is the whole text. */
  fits(text: Sql, pattern: Sql, ignoreCase?: boolean): Sql
  /** A group of the first match; '' where nothing matches. */
  extract(text: Sql, pattern: Sql, group: number): Sql
  /** The text of a match of the whole, as these groups one behind the other. */
  groups(text: Sql, pattern: Sql, groups: readonly number[]): Sql
}

export type DateWords = {
  /** The date or time in a text, implausible ones too; null where there is none. */
  read(text: Sql, formats?: readonly string[]): Sql
  /** The date in eight digits, 20260131. */
  readDigits(text: Sql): Sql
  /** Midnights from a to b. */
  days(a: Sql, b: Sql): Sql
  milliseconds(date: Sql): Sql
  addMilliseconds(date: Sql, count: Sql): Sql
  addDays(date: Sql, count: number): Sql
  addMonths(date: Sql, count: Sql): Sql
  /** 1 = Monday … 7 = Sunday. */
  weekday(date: Sql): Sql
  lastOfMonth(date: Sql): Sql
  isoDay(date: Sql): Sql
}

export type AggregateWords = {
  /** How often a condition is true. */
  count(condition: Sql): Sql
  /** The same, but null where there is no row at all. */
  countIf(condition: Sql): Sql
  mean(value: Sql): Sql
  /** The standard deviation of a sample; exactly none where all values are one. */
  spread(value: Sql): Sql
  sum(value: Sql): Sql
  /** Exact ones, interpolated; several of the same value cost as much as one. */
  median(value: Sql): Sql
  quantile(value: Sql, share: number): Sql
  /** One of several that are asked for together. */
  quantileOf(value: Sql, shares: readonly number[], at: number): Sql
  /** Quantiles gather every value: where few different ones occur, to count each of them first is a tenth of the work. */
  readonly gathersValues: boolean
  medianDeviation(value: Sql): Sql
  /** The most frequent value, the smallest of several. */
  mode(value: Sql): Sql
  /** The value of the first row in the given order that has one. */
  firstKnown(value: Sql, order: Sql): Sql
  /** The value of the first row, null where that has none. */
  first(value: Sql, order: Sql): Sql
  /** The aggregate over the rows that meet a condition. */
  within(aggregate: Sql, condition: Sql): Sql
}

/** Rough ones, which hold little however many values there are, and lists: what a profile is made of. */
export type SketchWords = {
  distinct(value: Sql): Sql
  /** All of these at once, as a list: exact, or nearly. */
  quantiles(value: Sql, shares: readonly number[], exact: boolean): Sql
  /** Each value with how often it occurs, as pairs. */
  histogram(value: Sql): Sql
  /** The most frequent texts, the first first. */
  frequent(text: Sql): Sql
}

export type RelationWords = {
  /** Cells of very many columns can be put one under the other in one statement. */
  readonly stacks: boolean
  /** Tables of its own can be made, filled from a query and dropped. */
  readonly hasTables: boolean
  /** A plain scan yields rows in their order. */
  readonly keepsOrder: boolean
  /** So many aggregates, or branches of a UNION, in one statement keep planning fast. */
  readonly widest: number
  readonly branches: number
  /** Rows of a relation that meet a condition, as it stands behind FROM. `size`: how long the condition is, written out. */
  meeting(from: Sql, condition: Sql, size: number): Sql
  /** Rows of a relation that have a partner, where null equals null. `with` has no key twice. */
  semiJoin(from: Sql, partner: Sql, name: Sql, keys: readonly (readonly [mine: Sql, theirs: Sql])[]): Sql
  /** An equality in which null equals null, fit for a FULL JOIN. */
  same(a: Sql, b: Sql): Sql
  groupBy(columns: readonly Sql[]): Sql
  /** The last known value before the row. `window` is what stands in the brackets of OVER. */
  lastKnown(value: Sql, window: Sql): Sql
  /** The largest distance of the distribution of x in two relations, of the first for each group. */
  distance(source: Sql, reference: Sql, by: readonly Sql[]): Sql
  /** x replaced by the number of quantiles of the reference's x that lie below it. */
  binned(source: Sql, reference: Sql, shares: readonly number[], by: readonly Sql[]): Sql
}
