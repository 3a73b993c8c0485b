import { replaced, scientific, Sql, upper } from '../sql.ts'
import type { AggregateWords, SketchWords } from './dialect.ts'

/**
 * Exact quantiles, which Trino does not have. How often each value occurs is counted where the rows lie; what is gathered are the
 * different values, and the rest is done with that map. A lambda may not hold an aggregate: hence the map is named first.
 */
const EVERY = Sql` FILTER (WHERE true)`
const named = (value: Sql, name: Sql, body: Sql): Sql => Sql`element_at(transform(ARRAY[${value}], ${name} -> ${body}), 1)`
const ofCounts = (value: Sql, body: Sql): Sql => named(Sql`histogram(${value})${EVERY}`, Sql`h`, body)

const STATE = Sql`ROW(n BIGINT, a DOUBLE, b DOUBLE)`
const TOTAL = Sql`reduce(map_values(h), CAST(0 AS BIGINT), (s, x) -> s + x, s -> s)`
const ENTRIES = Sql`map_entries(h)`

/** The values at both sides of a rank, and between them in proportion. `entries`: rows of a value and how often it occurs. */
function rank(entries: Sql, share: Sql): Sql {
  const pick = (side: Sql, limit: Sql): Sql => Sql`if(s.${side} IS NULL AND s.n + e[2] > ${limit}(r), e[1], s.${side})`
  const step = Sql`(s, e) -> CAST(ROW(s.n + e[2], ${pick(Sql`a`, Sql`floor`)}, ${pick(Sql`b`, Sql`ceil`)}) AS ${STATE})`
  const between = Sql`s -> s.a + (s.b - s.a) * (r - floor(r))`
  return named(
    Sql`${share} * (${TOTAL} - 1)`,
    Sql`r`,
    Sql`reduce(array_sort(${entries}), CAST(ROW(0, NULL, NULL) AS ${STATE}), ${step}, ${between})`,
  )
}

const double = (share: number): Sql => upper(scientific(share))
const quantile = (value: Sql, share: number): Sql => ofCounts(value, rank(ENTRIES, double(share)))

export const quantilesSql = (value: Sql, shares: readonly number[]): Sql =>
  ofCounts(value, Sql`transform(ARRAY[${shares.map(double)}], q -> ${rank(ENTRIES, Sql`q`)})`)

const DISTINCT = /^count\(DISTINCT (.*)\)$/s
const inside = (counted: Sql): Sql =>
  replaced(
    replaced(counted, /^count\(DISTINCT /, () => Sql``),
    /\)$/,
    () => Sql``,
  )

export const aggregates: AggregateWords = {
  count: (condition) => (condition === 'true' ? Sql`count(*)` : condition === 'false' ? Sql`0` : Sql`count_if(${condition})`),
  countIf: (condition) => Sql`sum(if(${condition}, 1, 0))`,
  mean: (value) => Sql`avg(${value})`,
  sum: (value) => Sql`sum(${value})`,
  // What each node adds up is brought together with an error: a column of one value would differ from itself.
  spread: (value) => Sql`(stddev_samp(${value})${EVERY} * if(min(${value})${EVERY} = max(${value})${EVERY}, 0E0, 1E0))`,
  median: (value) => quantile(value, 0.5),
  quantile,
  quantileOf: (value, shares, at) => quantile(value, shares[at] ?? 0),
  gathersValues: false,
  medianDeviation(value) {
    const apart = Sql`transform(${ENTRIES}, e -> ROW(abs(e[1] - m), e[2]))`
    return ofCounts(value, named(rank(ENTRIES, Sql`0.5E0`), Sql`m`, rank(apart, Sql`0.5E0`)))
  },
  mode(value) {
    const step = Sql`(s, e) -> if(e[2] > s.n, CAST(ROW(e[2], e[1], NULL) AS ${STATE}), s)`
    return ofCounts(value, Sql`reduce(array_sort(${ENTRIES}), CAST(ROW(0, NULL, NULL) AS ${STATE}), ${step}, s -> s.a)`)
  },
  firstKnown: (value, order) => Sql`min_by(${value}, ${order}) FILTER (WHERE ${value} IS NOT NULL)`,
  first: (value, order) => Sql`min_by(${value}, ${order})`,
  within(aggregate, condition) {
    if (aggregate.includes(EVERY)) return replaced(aggregate, EVERY, () => Sql` FILTER (WHERE ${condition})`)
    // Different values with a FILTER clause are counted on one node, which gets all rows; this is counted by hash across the workers.
    if (DISTINCT.test(aggregate))
      return replaced(aggregate, DISTINCT, (found) => Sql`count(DISTINCT CASE WHEN ${condition} THEN ${inside(found)} END)`)
    return Sql`${aggregate} FILTER (WHERE ${condition})`
  },
}

const MOST_FREQUENT = 10
const CAPACITY = 1000
const BY_COUNT = Sql`(a, b) -> if(a[2] > b[2], -1, if(a[2] < b[2], 1, 0))`

export const sketches: SketchWords = {
  distinct: (value) => Sql`approx_distinct(${value})`,
  quantiles: (value, shares, exact) =>
    exact ? quantilesSql(value, shares) : Sql`approx_percentile(${value}, ARRAY[${shares.map(double)}])`,
  histogram: (value) => Sql`histogram(${value})`,
  frequent: (text) =>
    Sql`transform(array_sort(map_entries(approx_most_frequent(${MOST_FREQUENT}, ${text}, ${CAPACITY})), ${BY_COUNT}), e -> e[1])`,
}
