import type { Sql } from '../sql.ts'
import type { AggregateWords, SketchWords } from './dialect.ts'

/**
 * Exact quantiles, which Trino does not have. How often each value occurs is counted where the rows lie; what is gathered are the
 * different values, and the rest is done with that map. A lambda may not hold an aggregate: hence the map is named first.
 */
const EVERY = ' FILTER (WHERE true)'
const named = (value: Sql, name: string, body: Sql): Sql => `element_at(transform(ARRAY[${value}], ${name} -> ${body}), 1)`
const ofCounts = (value: Sql, body: Sql): Sql => named(`histogram(${value})${EVERY}`, 'h', body)

const STATE = 'ROW(n BIGINT, a DOUBLE, b DOUBLE)'
const TOTAL = 'reduce(map_values(h), CAST(0 AS BIGINT), (s, x) -> s + x, s -> s)'
const ENTRIES = 'map_entries(h)'

/** The values at both sides of a rank, and between them in proportion. `entries`: rows of a value and how often it occurs. */
function rank(entries: Sql, share: Sql): Sql {
  const pick = (side: 'a' | 'b', limit: 'floor' | 'ceil'): Sql => `if(s.${side} IS NULL AND s.n + e[2] > ${limit}(r), e[1], s.${side})`
  const step = `(s, e) -> CAST(ROW(s.n + e[2], ${pick('a', 'floor')}, ${pick('b', 'ceil')}) AS ${STATE})`
  const between = 's -> s.a + (s.b - s.a) * (r - floor(r))'
  return named(
    `${share} * (${TOTAL} - 1)`,
    'r',
    `reduce(array_sort(${entries}), CAST(ROW(0, NULL, NULL) AS ${STATE}), ${step}, ${between})`,
  )
}

const double = (share: number): Sql => share.toExponential().toUpperCase()
const quantile = (value: Sql, share: number): Sql => ofCounts(value, rank(ENTRIES, double(share)))

export const quantilesSql = (value: Sql, shares: readonly number[]): Sql =>
  ofCounts(value, `transform(ARRAY[${shares.map(double).join(', ')}], q -> ${rank(ENTRIES, 'q')})`)

export const aggregates: AggregateWords = {
  count: (condition) => (condition === 'true' ? 'count(*)' : condition === 'false' ? '0' : `count_if(${condition})`),
  countIf: (condition) => `sum(if(${condition}, 1, 0))`,
  mean: (value) => `avg(${value})`,
  sum: (value) => `sum(${value})`,
  median: (value) => quantile(value, 0.5),
  quantile,
  quantileOf: (value, shares, at) => quantile(value, shares[at] ?? 0),
  medianDeviation(value) {
    const apart = `transform(${ENTRIES}, e -> ROW(abs(e[1] - m), e[2]))`
    return ofCounts(value, named(rank(ENTRIES, '0.5E0'), 'm', rank(apart, '0.5E0')))
  },
  mode(value) {
    const step = `(s, e) -> if(e[2] > s.n, CAST(ROW(e[2], e[1], NULL) AS ${STATE}), s)`
    return ofCounts(value, `reduce(array_sort(${ENTRIES}), CAST(ROW(0, NULL, NULL) AS ${STATE}), ${step}, s -> s.a)`)
  },
  firstKnown: (value, order) => `min_by(${value}, ${order}) FILTER (WHERE ${value} IS NOT NULL)`,
  first: (value, order) => `min_by(${value}, ${order})`,
  within: (aggregate, condition) =>
    aggregate.includes(EVERY)
      ? aggregate.replaceAll(EVERY, () => ` FILTER (WHERE ${condition})`)
      : `${aggregate} FILTER (WHERE ${condition})`,
}

const MOST_FREQUENT = 10
const CAPACITY = 1000
const BY_COUNT = '(a, b) -> if(a[2] > b[2], -1, if(a[2] < b[2], 1, 0))'

export const sketches: SketchWords = {
  distinct: (value) => `approx_distinct(${value})`,
  quantiles: (value, shares, exact) =>
    exact ? quantilesSql(value, shares) : `approx_percentile(${value}, ARRAY[${shares.map(double).join(', ')}])`,
  histogram: (value) => `histogram(${value})`,
  frequent: (text) =>
    `transform(array_sort(map_entries(approx_most_frequent(${MOST_FREQUENT}, ${text}, ${CAPACITY})), ${BY_COUNT}), e -> e[1])`,
}
