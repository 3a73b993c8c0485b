import type { AggregateWords } from '../dialect/dialect.ts'
import type { TableScope } from '../scope.ts'
import { all, Sql } from '../sql.ts'
import type { ScanItem } from './scan.ts'
import type { Tally } from './tally.ts'

const fixed = (tally: Tally): Pick<ScanItem, 'shared' | 'groupBy' | 'fail'> => ({
  shared: scopeOf(tally).shared,
  groupBy: tally.prepared.groupBy.map((item) => item.sql),
  fail: (error) => void (tally.error = error),
})

/** Counts of a row shape in one pass. */
export function rowItem(tally: Tally): ScanItem {
  const rows = tally.prepared.filter ?? Sql`true`
  const { count } = wordsOf(tally)
  return {
    ...fixed(tally),
    aggregates: [count(rows), count(tally.judged), count(all(tally.judged === 'true' ? undefined : tally.judged, tally.violates()))],
    receive(answer) {
      for (const { group, values } of answer) {
        const [all = 0, denominator, violated] = values
        tally.set(group, { rows: all ?? 0, denominator: denominator ?? 0, base: denominator ?? 0, violated: violated ?? 0 })
      }
    },
  }
}

/** The statistics a row shape compares with, computed over the rows it judges. */
export function statsItem(tally: Tally, stats: Readonly<Record<string, Sql>>): ScanItem {
  const names = Object.keys(stats)
  return {
    ...fixed(tally),
    groupBy: [],
    aggregates: names.map((name) => within(tally, stats[name]!)),
    receive: ([whole]) => void (tally.stats = Object.fromEntries(names.map((name, index) => [name, whole?.values[index] ?? null]))),
  }
}

/** Measured values and how many rows they rest on. */
export function measureItem(tally: Tally): ScanItem {
  const { part } = tally
  if (part.shape !== 'measure') throw new Error('not a measure')
  const names = Object.keys(part.measures)
  const { count } = wordsOf(tally)
  return {
    ...fixed(tally),
    aggregates: [
      count(tally.prepared.filter ?? Sql`true`),
      count(tally.judged),
      ...names.map((name) => within(tally, part.measures[name]!)),
    ],
    receive(answer) {
      for (const { group, values } of answer) {
        const [rows, base, ...measured] = values
        const measures = Object.fromEntries(names.map((name, index) => [name, measured[index] ?? null]))
        tally.set(group, {
          rows: rows ?? 0,
          base: base ?? 0,
          denominator: 1,
          violated: 0,
          measures,
          value: part.value({ ...measures, rows: rows ?? 0, base: base ?? 0 }, group),
        })
      }
    },
  }
}

const scopeOf = (tally: Tally): TableScope => tally.prepared.scope!
const wordsOf = (tally: Tally): AggregateWords => scopeOf(tally).dialect.aggregates

const within = (tally: Tally, aggregate: Sql): Sql => (tally.judged === 'true' ? aggregate : wordsOf(tally).within(aggregate, tally.judged))
