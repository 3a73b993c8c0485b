import { literal, type Sql } from '../sql.ts'
import type { Dialect, RelationWords, SqlType, ValueWords } from './dialect.ts'
import { aggregates, quantilesSql, sketches } from './trino-aggregate.ts'
import { dates } from './trino-date.ts'
import { texts } from './trino-text.ts'

const TYPES: Readonly<Record<SqlType, string>> = {
  BIGINT: 'BIGINT',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  DOUBLE: 'DOUBLE',
  INT: 'INTEGER',
  TIMESTAMP: 'TIMESTAMP(6)',
  VARCHAR: 'VARCHAR',
}

/** What DuckDB reads as a number. The cast alone would read 1d, 0x1p3 and NaN, and neither 1_000 nor +-1. */
const DIGITS = String.raw`\d+(?:_\d+)*`
const NUMBER = literal(String.raw`^[ \t\n\v\f\r]*\+?-?(?:${DIGITS}(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?${DIGITS})?[ \t\n\v\f\r]*$`)

const values: ValueWords = {
  number(value) {
    if (!Number.isFinite(value)) return 'CAST(NULL AS DOUBLE)'
    const written = value.toExponential().toUpperCase()
    return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? '-' : ''}${written})` : written
  },
  cast: (value, type) => `CAST(${value} AS ${TYPES[type]})`,
  readNumber: (text) => `(CASE WHEN regexp_like(${text}, ${NUMBER}) THEN TRY_CAST(translate(${text}, ' \t\n\v\f\r_+', '') AS DOUBLE) END)`,
  isFinite: (number) => `is_finite(${number})`,
  whole: (number) => `truncate(${number})`,
  contained: (size, count) => `(${count} / ${size})`,
  ratio: (count, total) => `CAST(${count} AS DOUBLE) / ${total}`,
  longDifference: (a, b) => `TRY(CAST(TRY_CAST(${a} AS DECIMAL(38, 0)) - TRY_CAST(${b} AS DECIMAL(38, 0)) AS DOUBLE))`,
  oneOf: (text, given) => (given.length === 0 ? 'false' : `(${text} IN (${given.map(literal).join(', ')}))`),
  list: (items) => `ARRAY[${items.join(', ')}]`,
  hash: (keys) => `from_big_endian_64(xxhash64(to_utf8(${keys.map((key) => `coalesce(CAST(${key} AS VARCHAR), '')`).join(' || ')})))`,
}

const text = (value: Sql): Sql => `coalesce(CAST(${value} AS VARCHAR), '')`
/** IS NOT DISTINCT FROM would compare every row with every other; these are two equalities, which are hashed. */
const same = (a: Sql, b: Sql): Sql => `${text(a)} = ${text(b)} AND (${a} IS NULL) = (${b} IS NULL)`
const list = (...parts: readonly Sql[]): Sql => parts.join(', ')

const relations: RelationWords = {
  stacks: false,
  hasTables: false,
  keepsOrder: false,
  widest: 60,
  branches: 20,
  semiJoin: (from, partner, name, keys) =>
    `${from} mine JOIN ${partner} ${name} ON ${keys.map(([mine, theirs]) => same(mine, theirs)).join(' AND ')}`,
  same,
  groupBy: (columns) => `GROUP BY ${list(...columns)}`,
  lastKnown: (value, window) => `last_value(${value}) IGNORE NULLS OVER (${window})`,
  distance(source, reference, by) {
    const [keys, grouped] = [list(...by), by.length > 0 ? ` GROUP BY ${list(...by)}` : '']
    const window = by.length > 0 ? `PARTITION BY ${keys}` : ''
    const theirs = list(...by.map((column) => `totals.${column}`), 'ref.x', '0 AS n', 'ref.n AS m')
    return `WITH own AS (SELECT ${list(...by, 'x', 'count(*) AS n')} FROM ${source} GROUP BY ${list(...by, 'x')}),
      ref AS (SELECT x, count(*) AS n FROM ${reference} GROUP BY x),
      totals AS (SELECT ${list(...by, 'sum(n) AS total')} FROM own${grouped}),
      points AS (SELECT ${list(...by, 'x', 'n', '0 AS m')} FROM own UNION ALL SELECT ${theirs} FROM totals CROSS JOIN ref WHERE total > 0),
      steps AS (SELECT ${list(...by, 'x', 'sum(n) AS n', 'sum(m) AS m')} FROM points GROUP BY ${list(...by, 'x')}),
      upto AS (SELECT ${list(...by, `CAST(sum(n) OVER (${window} ORDER BY x) AS DOUBLE) AS a`, `CAST(sum(m) OVER (${window} ORDER BY x) AS DOUBLE) AS b`, `sum(n) OVER (${window}) AS total`, `nullif(sum(m) OVER (${window}), 0) AS whole`)} FROM steps)
      SELECT ${list(...by, 'max(abs(a / total - b / whole)) AS distance', 'CAST(max(total) AS DOUBLE) AS own', 'CAST(max(whole) AS DOUBLE) AS reference')} FROM upto${grouped}`
  },
  binned(source, reference, shares, by) {
    const select = list(...by, 'CAST(cardinality(filter(cuts, cut -> x > cut)) AS VARCHAR) AS x')
    return `(SELECT ${select} FROM ${source} CROSS JOIN (SELECT ${quantilesSql('x', shares)} AS cuts FROM ${reference}) WHERE cuts[1] IS NOT NULL)`
  },
}

/** Trino 470 and later, with RE2J as its library of regular expressions. */
export const trino: Dialect = { name: 'trino', values, texts, dates, aggregates, sketches, relations }
