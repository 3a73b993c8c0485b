import { literal, type Sql } from '../sql.ts'
import type { AggregateWords, DateWords, Dialect, RelationWords, SketchWords, TextWords, ValueWords } from './dialect.ts'
import { distanceSql } from './duckdb-distance.ts'

const LONG = 100

const values: ValueWords = {
  number(value) {
    if (!Number.isFinite(value)) return 'NULL::DOUBLE'
    const negative = value < 0 || Object.is(value, -0)
    return `${negative ? '(' : ''}${value.toExponential()}::DOUBLE${negative ? ')' : ''}`
  },
  cast: (value, type) => `${value}::${type}`,
  readNumber: (text) => `TRY_CAST(${text} AS DOUBLE)`,
  isFinite: (number) => `isfinite(${number})`,
  whole: (number) => `trunc(${number})`,
  contained: (size, count) => `trunc(${count} / ${size})`,
  ratio: (count, total) => `${count} / ${total}`,
  longDifference: (a, b) => `(TRY_CAST(${a} AS HUGEINT) - TRY_CAST(${b} AS HUGEINT))::DOUBLE`,
  /**
   * IN compares with each value in turn and repeats it for every row, while a list function looks at each entry of a column's
   * dictionary once: up to 25 times faster here.
   */
  oneOf(text, given) {
    if (given.length === 0) return 'false'
    const items = `[${given.map(literal).join(', ')}]`
    return given.length > LONG ? `(${text} IN (SELECT unnest(${items})))` : `list_contains(${items}, ${text})`
  },
  list: (items) => `[${items.join(', ')}]`,
  hash: (keys) => `hash(${keys.join(', ')})`,
}

const option = (ignoreCase: boolean | undefined): Sql => (ignoreCase ? ", 'i'" : '')

const texts: TextWords = {
  trim: (text, characters) => `trim(${text}, ${characters})`,
  trimSpaces: (text) => `trim(${text})`,
  shown: (value) => `${value}::VARCHAR`,
  size: (text) => `strlen(${text})`,
  bytes: (text) => `strlen(${text})`,
  left: (text, count) => `left(${text}, ${count})`,
  right: (text, count) => `right(${text}, ${count})`,
  contains: (text, part) => `contains(${text}, ${part})`,
  endsWith: (text, part) => `ends_with(${text}, ${part})`,
  replace: (text, part, by) => `replace(${text}, ${part}, ${by})`,
  like: (text, pattern) => `(${text} LIKE ${pattern} ESCAPE '\\')`,
  ascii: (text) => `ascii(${text})`,
  distance: (a, b) => `levenshtein(${a}, ${b})`,
  isJson: (text) => `json_valid(${text})`,
  object: (entries) => `json_object(${entries.map(([name, value]) => `${literal(name)}, ${value}`).join(', ')})::VARCHAR`,
  md5: (text) => `md5(${text})`,
  sha256: (text) => `sha256(${text})`,
  md5Number: (text) => `md5_number_lower(${text})`,
  matches: (text, pattern, ignoreCase) => `regexp_matches(${text}, ${pattern}${option(ignoreCase)})`,
  fits: (text, pattern, ignoreCase) => `regexp_full_match(${text}, ${pattern}${option(ignoreCase)})`,
  extract: (text, pattern, group) => `regexp_extract(${text}, ${pattern}, ${group})`,
  groups: (text, pattern, groups) => `regexp_replace(${text}, ${pattern}, '${groups.map((group) => `\\${group}`).join('')}')`,
}

const dates: DateWords = {
  read: (text, formats) =>
    formats?.length ? `try_strptime(${text}, [${formats.map(literal).join(', ')}])` : `TRY_CAST(${text} AS TIMESTAMP)`,
  readDigits: (text) => `try_strptime(${text}, '%Y%m%d')`,
  days: (a, b) => `date_diff('day', ${a}, ${b})`,
  milliseconds: (date) => `epoch_ms(${date})`,
  addMilliseconds: (date, count) => `(${date} + to_milliseconds(${count}))`,
  addDays: (date, count) => `(${date} + to_days(${count}))`,
  addMonths: (date, count) => `(${date} + to_months((${count})::INT))`,
  weekday: (date) => `isodow(${date})`,
  lastOfMonth: (date) => `(last_day(${date})::TIMESTAMP)`,
  isoDay: (date) => `strftime(${date}, '%Y-%m-%d')`,
}

const aggregates: AggregateWords = {
  // Adding up 0 and 1 is measurably faster here than a FILTER clause for each aggregate.
  count: (condition) => (condition === 'true' ? 'count(*)' : condition === 'false' ? '0' : `coalesce(sum(${condition}::INT), 0)`),
  countIf: (condition) => `count_if(${condition})`,
  // Compensated sums: the naive ones change in the last digits with the number of threads, and a verdict on the limit with them.
  mean: (value) => `favg(${value})`,
  sum: (value) => `fsum(${value})`,
  median: (value) => `median(${value})`,
  quantile: (value, share) => `quantile_cont(${value}, ${values.number(share)})`,
  quantileOf: (value, shares, at) => `quantile_cont(${value}, [${shares.join(', ')}])[${at + 1}]`,
  medianDeviation: (value) => `mad(${value})`,
  mode: (value) => `mode(${value} ORDER BY ${value})`,
  firstKnown: (value, order) => `arg_min(${value}, ${order})`,
  first: (value, order) => `arg_min_null(${value}, ${order})`,
  /** The filter belongs before a subscript that picks from a list of quantiles: one list costs half of two single quantiles. */
  within: (aggregate, condition) => aggregate.replace(/(\[\d+\])?$/, (subscript) => ` FILTER (WHERE ${condition})${subscript}`),
}

const sketches: SketchWords = {
  distinct: (value) => `approx_count_distinct(${value})`,
  quantiles: (value, shares, exact) => `${exact ? 'quantile_cont' : 'approx_quantile'}(${value}, [${shares.join(', ')}])`,
  histogram: (value) => `histogram(${value})`,
  frequent: (text) => `approx_top_k(${text}, 10)`,
}

const relations: RelationWords = {
  stacks: true,
  hasTables: true,
  keepsOrder: true,
  widest: 400,
  branches: 100,
  semiJoin: (from, partner, name, keys) =>
    `${from} SEMI JOIN ${partner} ${name} ON ${keys.map(([mine, theirs]) => `${mine} IS NOT DISTINCT FROM ${theirs}`).join(' AND ')}`,
  same: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
  groupBy: () => 'GROUP BY ALL',
  lastKnown: (value, window) => `last_value(${value} IGNORE NULLS) OVER (${window})`,
  distance: distanceSql,
  binned(source, reference, shares, by) {
    const select = [...by, 'len(list_filter(cuts, lambda cut: x > cut))::VARCHAR AS x'].join(', ')
    return `(SELECT ${select} FROM ${source} CROSS JOIN (SELECT quantile_cont(x, [${shares.join(', ')}]) AS cuts FROM ${reference}) WHERE cuts IS NOT NULL)`
  },
}

/** The engine that is part of the product, and the meaning that every other dialect has to reach. */
export const duckdb: Dialect = { name: 'duckdb', values, texts, dates, aggregates, sketches, relations }
