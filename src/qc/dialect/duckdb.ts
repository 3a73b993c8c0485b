import { join, literal, replaced, scientific, Sql } from '../sql.ts'
import type { AggregateWords, DateWords, Dialect, RelationWords, SketchWords, TextWords, ValueWords } from './dialect.ts'
import { distanceSql } from './duckdb-distance.ts'

const LONG = 100

const values: ValueWords = {
  number(value) {
    if (!Number.isFinite(value)) return Sql`NULL::DOUBLE`
    const negative = value < 0 || Object.is(value, -0)
    return negative ? Sql`(${scientific(value)}::DOUBLE)` : Sql`${scientific(value)}::DOUBLE`
  },
  cast: (value, type) => Sql`${value}::${type}`,
  readNumber: (text) => Sql`TRY_CAST(${text} AS DOUBLE)`,
  isFinite: (number) => Sql`isfinite(${number})`,
  whole: (number) => Sql`trunc(${number})`,
  contained: (size, count) => Sql`trunc(${count} / ${size})`,
  ratio: (count, total) => Sql`${count} / ${total}`,
  longDifference: (a, b) => Sql`(TRY_CAST(${a} AS HUGEINT) - TRY_CAST(${b} AS HUGEINT))::DOUBLE`,
  /**
   * IN compares with each value in turn and repeats it for every row, while a list function looks at each entry of a column's
   * dictionary once: up to 25 times faster here.
   */
  oneOf(text, given) {
    if (given.length === 0) return Sql`false`
    const items = Sql`[${given.map(literal)}]`
    return given.length > LONG ? Sql`(${text} IN (SELECT unnest(${items})))` : Sql`list_contains(${items}, ${text})`
  },
  list: (items) => Sql`[${items}]`,
  hash: (keys) => Sql`hash(${keys})`,
}

const option = (ignoreCase: boolean | undefined): Sql => (ignoreCase ? Sql`, 'i'` : Sql``)

const texts: TextWords = {
  trim: (text, characters) => Sql`trim(${text}, ${characters})`,
  trimSpaces: (text) => Sql`trim(${text})`,
  shown: (value) => Sql`${value}::VARCHAR`,
  size: (text) => Sql`strlen(${text})`,
  bytes: (text) => Sql`strlen(${text})`,
  left: (text, count) => Sql`left(${text}, ${count})`,
  right: (text, count) => Sql`right(${text}, ${count})`,
  contains: (text, part) => Sql`contains(${text}, ${part})`,
  endsWith: (text, part) => Sql`ends_with(${text}, ${part})`,
  replace: (text, part, by) => Sql`replace(${text}, ${part}, ${by})`,
  like: (text, pattern) => Sql`(${text} LIKE ${pattern} ESCAPE '\\')`,
  ascii: (text) => Sql`ascii(${text})`,
  distance: (a, b) => Sql`levenshtein(${a}, ${b})`,
  isJson: (text) => Sql`json_valid(${text})`,
  object: (entries) => Sql`json_object(${entries.map(([name, value]) => Sql`${literal(name)}, ${value}`)})::VARCHAR`,
  md5: (text) => Sql`md5(${text})`,
  sha256: (text) => Sql`sha256(${text})`,
  md5Number: (text) => Sql`md5_number_lower(${text})`,
  matches: (text, pattern, ignoreCase) => Sql`regexp_matches(${text}, ${pattern}${option(ignoreCase)})`,
  fits: (text, pattern, ignoreCase) => Sql`regexp_full_match(${text}, ${pattern}${option(ignoreCase)})`,
  extract: (text, pattern, group) => Sql`regexp_extract(${text}, ${pattern}, ${group})`,
  groups: (text, pattern, groups) =>
    Sql`regexp_replace(${text}, ${pattern}, '${join(
      groups.map((group) => Sql`\\${group}`),
      '',
    )}')`,
}

const dates: DateWords = {
  read: (text, formats) => (formats?.length ? Sql`try_strptime(${text}, [${formats.map(literal)}])` : Sql`TRY_CAST(${text} AS TIMESTAMP)`),
  readDigits: (text) => Sql`try_strptime(${text}, '%Y%m%d')`,
  days: (a, b) => Sql`date_diff('day', ${a}, ${b})`,
  milliseconds: (date) => Sql`epoch_ms(${date})`,
  addMilliseconds: (date, count) => Sql`(${date} + to_milliseconds(${count}))`,
  addDays: (date, count) => Sql`(${date} + to_days(${count}))`,
  addMonths: (date, count) => Sql`(${date} + to_months((${count})::INT))`,
  weekday: (date) => Sql`isodow(${date})`,
  lastOfMonth: (date) => Sql`(last_day(${date})::TIMESTAMP)`,
  isoDay: (date) => Sql`strftime(${date}, '%Y-%m-%d')`,
}

const aggregates: AggregateWords = {
  // Adding up 0 and 1 is measurably faster here than a FILTER clause for each aggregate.
  count: (condition) => (condition === 'true' ? Sql`count(*)` : condition === 'false' ? Sql`0` : Sql`coalesce(sum(${condition}::INT), 0)`),
  countIf: (condition) => Sql`count_if(${condition})`,
  // Compensated sums: the naive ones change in the last digits with the number of threads, and a verdict on the limit with them.
  mean: (value) => Sql`favg(${value})`,
  sum: (value) => Sql`fsum(${value})`,
  spread: (value) => Sql`stddev_samp(${value})`,
  median: (value) => Sql`median(${value})`,
  quantile: (value, share) => Sql`quantile_cont(${value}, ${values.number(share)})`,
  quantileOf: (value, shares, at) => Sql`quantile_cont(${value}, [${shares}])[${at + 1}]`,
  gathersValues: true,
  medianDeviation: (value) => Sql`mad(${value})`,
  mode: (value) => Sql`mode(${value} ORDER BY ${value})`,
  firstKnown: (value, order) => Sql`arg_min(${value}, ${order})`,
  first: (value, order) => Sql`arg_min_null(${value}, ${order})`,
  /** The filter belongs before a subscript that picks from a list of quantiles: one list costs half of two single quantiles. */
  within: (aggregate, condition) => replaced(aggregate, /(\[\d+\])?$/, (subscript) => Sql` FILTER (WHERE ${condition})${subscript}`),
}

const sketches: SketchWords = {
  distinct: (value) => Sql`approx_count_distinct(${value})`,
  quantiles: (value, shares, exact) => Sql`${exact ? Sql`quantile_cont` : Sql`approx_quantile`}(${value}, [${shares}])`,
  histogram: (value) => Sql`histogram(${value})`,
  frequent: (text) => Sql`approx_top_k(${text}, 10)`,
}

const relations: RelationWords = {
  stacks: true,
  hasTables: true,
  keepsOrder: true,
  widest: 400,
  branches: 100,
  meeting: (from, condition) => Sql`${from} WHERE ${condition}`,
  semiJoin: (from, partner, name, keys) =>
    Sql`${from} SEMI JOIN ${partner} ${name} ON ${join(
      keys.map(([mine, theirs]) => Sql`${mine} IS NOT DISTINCT FROM ${theirs}`),
      ' AND ',
    )}`,
  same: (a, b) => Sql`${a} IS NOT DISTINCT FROM ${b}`,
  groupBy: () => Sql`GROUP BY ALL`,
  lastKnown: (value, window) => Sql`last_value(${value} IGNORE NULLS) OVER (${window})`,
  distance: distanceSql,
  binned(source, reference, shares, by) {
    const select = join([...by, Sql`len(list_filter(cuts, lambda cut: x > cut))::VARCHAR AS x`], ', ')
    return Sql`(SELECT ${select} FROM ${source} CROSS JOIN (SELECT quantile_cont(x, [${shares}]) AS cuts FROM ${reference}) WHERE cuts IS NOT NULL)`
  },
}

/** The engine that is part of the product, and the meaning that every other dialect has to reach. */
export const duckdb: Dialect = { name: 'duckdb', values, texts, dates, aggregates, sketches, relations }
