import { finite, isBlank, plausibleDate } from '../cast.ts'
import { duckdb } from '../dialect/duckdb.ts'
import type { Sql } from '../sql.ts'
import type { Cell, ColumnPass } from './layout.ts'

/** Regular expressions run on every cell cost more than the rest of the profile together: a cheap test stands before each. */
const guarded = (test: Sql, condition: Sql): Sql => `count(*) FILTER (WHERE CASE WHEN ${test} THEN ${condition} ELSE false END)`

/** What a spreadsheet or a typed database would change when it reads the cell. */
const guard = ({ text }: Cell): Record<string, Sql> => ({
  leadingZeros: guarded(`${text} >= '00' AND ${text} < '0:'`, `regexp_full_match(${text}, '0[0-9]+')`),
  longNumbers: guarded(`strlen(${text}) > 15 AND strlen(${text}) < 40`, `regexp_full_match(${text}, '[1-9][0-9]{15,}')`),
  fullWidth: guarded(`strlen(${text}) <> length(${text})`, `regexp_matches(${text}, '[０-９．－]')`),
  invisible: guarded(`strlen(${text}) <> length(${text})`, `regexp_matches(${text}, '[\u00ad\u200b-\u200f\u2060\ufeff]')`),
  headBlanks: guarded(`${text} <= '!' OR ${text} >= '\u00a0'`, `regexp_matches(${text}, '^[ \t\u3000\u00a0]')`),
  tailBlanks: `count(*) FILTER (WHERE suffix(${text}, ' ') OR suffix(${text}, '\u3000') OR suffix(${text}, '\u00a0') OR suffix(${text}, '\t'))`,
})

const common = (cell: Cell, exact: boolean): Record<string, Sql> => ({
  filled: `count(*) FILTER (WHERE NOT ${isBlank(duckdb, cell.text)})`,
  distinct: exact ? `count(DISTINCT ${cell.text})` : `approx_count_distinct(${cell.text})`,
  shortest: `min(length(${cell.text})) FILTER (WHERE ${cell.text} <> '')`,
  longest: `max(length(${cell.text}))`,
  ...guard(cell),
})

export const guardPass: ColumnPass = { aggregates: guard }

/** `exact`: counting distinct values exactly holds them all, so only for tables of few rows. */
export const textPass = (exact: boolean): ColumnPass => ({ aggregates: (cell) => common(cell, exact) })

export const numberPass = (exact: boolean): ColumnPass => ({
  cast: duckdb.values.readNumber,
  clean: (number) => finite(duckdb, number),
  aggregates: (cell) => ({
    ...common(cell, exact),
    numbers: `count(${cell.value})`,
    whole: `count(*) FILTER (WHERE ${cell.value} = trunc(${cell.value}))`,
    low: `min(${cell.value})`,
    high: `max(${cell.value})`,
    mean: `avg(${cell.value})`,
    sd: `stddev_samp(${cell.value})`,
    zeros: `count(*) FILTER (WHERE ${cell.value} = 0)`,
    negatives: `count(*) FILTER (WHERE ${cell.value} < 0)`,
  }),
})

export const datePass = (exact: boolean): ColumnPass => ({
  cast: (text) => duckdb.dates.read(text),
  clean: plausibleDate,
  aggregates: (cell) => ({
    ...common(cell, exact),
    dates: `count(${cell.value})`,
    days: `count(*) FILTER (WHERE ${cell.value} IS NOT NULL AND length(${cell.text}) <= 10)`,
    first: `min(${cell.value})`,
    last: `max(${cell.value})`,
  }),
})

export const BINS = 20

/** `given`: lowest value and width of a bin. */
export const distributionPass = (exact: boolean, given: ReadonlyMap<string, readonly number[]>): ColumnPass => ({
  cast: duckdb.values.readNumber,
  clean: (number) => finite(duckdb, number),
  given,
  aggregates: ({ value }, [low, width]) => {
    const at = `[0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]`
    const bin = `least(floor((${value} - ${low}) / ${width}), ${BINS - 1})::INTEGER`
    return {
      quantiles: exact ? `quantile_cont(${value}, ${at})` : `approx_quantile(${value}, ${at})`,
      // LEAST passes over nulls, which would all land in the last bin.
      bins: `histogram(CASE WHEN ${value} IS NULL THEN NULL WHEN ${width} > 0 THEN ${bin} ELSE 0 END)`,
    }
  },
})

/** All values with their counts; only for columns known to have few. */
export const fewValuesPass: ColumnPass = { aggregates: ({ text }) => ({ counts: `histogram(${text})` }) }
export const topValuesPass: ColumnPass = { aggregates: ({ text }) => ({ top: `approx_top_k(${text}, 10)` }) }
