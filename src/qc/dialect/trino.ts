import { join, literal, scientific, upper, Sql } from '../sql.ts'
import type { Dialect, RelationWords, SqlType, ValueWords } from './dialect.ts'
import { aggregates, quantilesSql, sketches } from './trino-aggregate.ts'
import { dates } from './trino-date.ts'
import { texts } from './trino-text.ts'

const TYPES: Readonly<Record<SqlType, Sql>> = {
  BIGINT: Sql`BIGINT`,
  BOOLEAN: Sql`BOOLEAN`,
  DATE: Sql`DATE`,
  DOUBLE: Sql`DOUBLE`,
  INT: Sql`INTEGER`,
  TIMESTAMP: Sql`TIMESTAMP(6)`,
  VARCHAR: Sql`VARCHAR`,
}

/** What DuckDB reads as a number. The cast alone would read 1d, 0x1p3 and NaN, and neither 1_000 nor +-1. */
const DIGITS = String.raw`\d+(?:_\d+)*`
const NUMBER = literal(String.raw`^[ \t\n\v\f\r]*\+?-?(?:${DIGITS}(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?${DIGITS})?[ \t\n\v\f\r]*$`)

const values: ValueWords = {
  number(value) {
    if (!Number.isFinite(value)) return Sql`CAST(NULL AS DOUBLE)`
    const written = upper(scientific(value))
    return value < 0 || Object.is(value, -0) ? Sql`(${Object.is(value, -0) ? Sql`-` : Sql``}${written})` : written
  },
  cast: (value, type) => Sql`CAST(${value} AS ${TYPES[type]})`,
  readNumber: (text) =>
    Sql`(CASE WHEN regexp_like(${text}, ${NUMBER}) THEN TRY_CAST(translate(${text}, ' \t\n\v\f\r_+', '') AS DOUBLE) END)`,
  isFinite: (number) => Sql`is_finite(${number})`,
  whole: (number) => Sql`truncate(${number})`,
  contained: (size, count) => Sql`(${count} / ${size})`,
  ratio: (count, total) => Sql`CAST(${count} AS DOUBLE) / ${total}`,
  longDifference: (a, b) => Sql`TRY(CAST(TRY_CAST(${a} AS DECIMAL(38, 0)) - TRY_CAST(${b} AS DECIMAL(38, 0)) AS DOUBLE))`,
  oneOf: (text, given) => (given.length === 0 ? Sql`false` : Sql`(${text} IN (${given.map(literal)}))`),
  list: (items) => Sql`ARRAY[${items}]`,
  hash: (keys) =>
    Sql`from_big_endian_64(xxhash64(to_utf8(${join(
      keys.map((key) => Sql`coalesce(CAST(${key} AS VARCHAR), '')`),
      ' || ',
    )})))`,
}

const text = (value: Sql): Sql => Sql`coalesce(CAST(${value} AS VARCHAR), '')`
/** IS NOT DISTINCT FROM would compare every row with every other; these are two equalities, which are hashed. */
const same = (a: Sql, b: Sql): Sql => Sql`${text(a)} = ${text(b)} AND (${a} IS NULL) = (${b} IS NULL)`
const list = (...parts: readonly Sql[]): Sql => join(parts, ', ')

/** A condition becomes one method of Java, which takes no more than 64 kB: one that was written in 60,000 characters did not fit. */
const LONG = 20_000

const relations: RelationWords = {
  stacks: false,
  hasTables: false,
  keepsOrder: false,
  widest: 60,
  branches: 20,
  // Put into a list and taken out again it is computed as a column, and not pushed down with all that it is made of.
  meeting: (from, condition, size) =>
    size > LONG ? Sql`${from} CROSS JOIN UNNEST(ARRAY[${condition}]) apart("§met") WHERE "§met"` : Sql`${from} WHERE ${condition}`,
  semiJoin: (from, partner, name, keys) =>
    Sql`${from} mine JOIN ${partner} ${name} ON ${join(
      keys.map(([mine, theirs]) => same(mine, theirs)),
      ' AND ',
    )}`,
  same,
  groupBy: (columns) => Sql`GROUP BY ${list(...columns)}`,
  lastKnown: (value, window) => Sql`last_value(${value}) IGNORE NULLS OVER (${window})`,
  distance(source, reference, by) {
    const [keys, grouped] = [list(...by), by.length > 0 ? Sql` GROUP BY ${list(...by)}` : Sql``]
    const window = by.length > 0 ? Sql`PARTITION BY ${keys}` : Sql``
    const theirs = list(...by.map((column) => Sql`totals.${column}`), Sql`ref.x`, Sql`0 AS n`, Sql`ref.n AS m`)
    return Sql`WITH own AS (SELECT ${list(...by, Sql`x`, Sql`count(*) AS n`)} FROM ${source} GROUP BY ${list(...by, Sql`x`)}),
      ref AS (SELECT x, count(*) AS n FROM ${reference} GROUP BY x),
      totals AS (SELECT ${list(...by, Sql`sum(n) AS total`)} FROM own${grouped}),
      points AS (SELECT ${list(...by, Sql`x`, Sql`n`, Sql`0 AS m`)} FROM own UNION ALL SELECT ${theirs} FROM totals CROSS JOIN ref WHERE total > 0),
      steps AS (SELECT ${list(...by, Sql`x`, Sql`sum(n) AS n`, Sql`sum(m) AS m`)} FROM points GROUP BY ${list(...by, Sql`x`)}),
      upto AS (SELECT ${list(...by, Sql`CAST(sum(n) OVER (${window} ORDER BY x) AS DOUBLE) AS a`, Sql`CAST(sum(m) OVER (${window} ORDER BY x) AS DOUBLE) AS b`, Sql`sum(n) OVER (${window}) AS total`, Sql`nullif(sum(m) OVER (${window}), 0) AS whole`)} FROM steps)
      SELECT ${list(...by, Sql`max(abs(a / total - b / whole)) AS distance`, Sql`CAST(max(total) AS DOUBLE) AS own`, Sql`CAST(max(whole) AS DOUBLE) AS reference`)} FROM upto${grouped}`
  },
  binned(source, reference, shares, by) {
    const select = list(...by, Sql`CAST(cardinality(filter(cuts, cut -> x > cut)) AS VARCHAR) AS x`)
    return Sql`(SELECT ${select} FROM ${source} CROSS JOIN (SELECT ${quantilesSql(Sql`x`, shares)} AS cuts FROM ${reference}) WHERE cuts[1] IS NOT NULL)`
  },
}

/** Trino 470 and later, with RE2J as its library of regular expressions. */
export const trino: Dialect = { name: 'trino', values, texts, dates, aggregates, sketches, relations }
