import { finite, isBlank, plausibleDate } from '../cast.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { literal, Sql, join } from '../sql.ts'
import type { Cell, ColumnPass } from './layout.ts'

/** Regular expressions run on every cell cost more than the rest of the profile together: a cheap test stands before each. */
const guarded = (test: Sql, condition: Sql): Sql => Sql`count(*) FILTER (WHERE CASE WHEN ${test} THEN ${condition} ELSE false END)`

/** What a spreadsheet or a typed database would change when it reads the cell. */
const guard = ({ texts }: Dialect, { text }: Cell): Record<string, Sql> => {
  const size = texts.bytes(text)
  const beyond = Sql`${size} <> length(${text})`
  const ends = join(
    [' ', '\u3000', '\u00a0', '\t'].map((blank) => texts.endsWith(text, literal(blank))),
    ' OR ',
  )
  return {
    leadingZeros: guarded(Sql`${text} >= '00' AND ${text} < '0:'`, texts.fits(text, literal('0[0-9]+'))),
    longNumbers: guarded(Sql`${size} > 15 AND ${size} < 40`, texts.fits(text, literal('[1-9][0-9]{15,}'))),
    fullWidth: guarded(beyond, texts.matches(text, literal('[０-９．－]'))),
    invisible: guarded(beyond, texts.matches(text, literal('[\u00ad\u200b-\u200f\u2060\ufeff]'))),
    headBlanks: guarded(Sql`${text} <= '!' OR ${text} >= '\u00a0'`, texts.matches(text, literal('^[ \t\u3000\u00a0]'))),
    tailBlanks: Sql`count(*) FILTER (WHERE ${ends})`,
  }
}

const common = (dialect: Dialect, cell: Cell, exact: boolean): Record<string, Sql> => ({
  filled: Sql`count(*) FILTER (WHERE NOT ${isBlank(dialect, cell.text)})`,
  distinct: exact ? Sql`count(DISTINCT ${cell.text})` : dialect.sketches.distinct(cell.text),
  shortest: Sql`min(length(${cell.text})) FILTER (WHERE ${cell.text} <> '')`,
  longest: Sql`max(length(${cell.text}))`,
  ...guard(dialect, cell),
})

export const guardPass: ColumnPass = { aggregates: guard }

/** `exact`: counting distinct values exactly holds them all, so only for tables of few rows. */
export const textPass = (exact: boolean): ColumnPass => ({ aggregates: (dialect, cell) => common(dialect, cell, exact) })

const number: Pick<ColumnPass, 'cast' | 'clean'> = { cast: ({ values }, text) => values.readNumber(text), clean: finite }

export const numberPass = (exact: boolean): ColumnPass => ({
  ...number,
  aggregates: (dialect, cell) => ({
    ...common(dialect, cell, exact),
    numbers: Sql`count(${cell.value})`,
    whole: Sql`count(*) FILTER (WHERE ${cell.value} = ${dialect.values.whole(cell.value)})`,
    low: Sql`min(${cell.value})`,
    high: Sql`max(${cell.value})`,
    mean: Sql`avg(${cell.value})`,
    sd: dialect.aggregates.spread(cell.value),
    zeros: Sql`count(*) FILTER (WHERE ${cell.value} = 0)`,
    negatives: Sql`count(*) FILTER (WHERE ${cell.value} < 0)`,
  }),
})

export const datePass = (exact: boolean): ColumnPass => ({
  cast: ({ dates }, text) => dates.read(text),
  clean: (_, cast) => plausibleDate(cast),
  aggregates: (dialect, cell) => ({
    ...common(dialect, cell, exact),
    dates: Sql`count(${cell.value})`,
    days: Sql`count(*) FILTER (WHERE ${cell.value} IS NOT NULL AND length(${cell.text}) <= 10)`,
    first: Sql`min(${cell.value})`,
    last: Sql`max(${cell.value})`,
  }),
})

export const BINS = 20
const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]

/** `given`: lowest value and width of a bin. */
export const distributionPass = (exact: boolean, given: ReadonlyMap<string, readonly number[]>): ColumnPass => ({
  ...number,
  given,
  aggregates: ({ values, sketches }, { value }, [low = Sql``, width = Sql``]) => {
    const bin = values.cast(Sql`least(floor((${value} - ${low}) / ${width}), ${BINS - 1})`, 'INT')
    return {
      quantiles: sketches.quantiles(value, SHARES, exact),
      // LEAST passes over nulls, which would all land in the last bin.
      bins: sketches.histogram(Sql`CASE WHEN ${value} IS NULL THEN NULL WHEN ${width} > 0 THEN ${bin} ELSE 0 END`),
    }
  },
})

/** All values with their counts; only for columns known to have few. */
export const fewValuesPass: ColumnPass = { aggregates: ({ sketches }, { text }) => ({ counts: sketches.histogram(text) }) }
export const topValuesPass: ColumnPass = { aggregates: ({ sketches }, { text }) => ({ top: sketches.frequent(text) }) }
