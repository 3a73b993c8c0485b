import { Sql } from '../sql.ts'
import { finite, plausibleDate } from '../cast.ts'
import { aggregateColumns, type ColumnPass } from '../profile/layout.ts'
import type { ColumnProfile } from '../profile/types.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import type { Bars, Limits } from './model.ts'

const BARS = 36

type Span = { from: number; to: number }

/** The distribution of every number and date, cut so that one wild value does not flatten all others. */
export async function barsOf(
  db: QcDatabase,
  table: StagedTable,
  columns: readonly ColumnProfile[],
  limits: ReadonlyMap<string, readonly Limits[]>,
): Promise<Map<string, Bars>> {
  const found = new Map<string, Bars>()
  for (const dates of [false, true]) {
    const spans = new Map<string, Span>()
    for (const column of columns) {
      const span = dates ? dateSpan(column) : numberSpan(column, limits.get(column.name) ?? [])
      if (span && span.to > span.from) spans.set(column.name, span)
    }
    const counted = await aggregateColumns(db, table, [...spans.keys()], passOf(dates, spans))
    for (const [name, { from, to }] of spans) {
      const bins = new Map((counted.get(name)?.['bins'] as [number, number][] | null) ?? [])
      const counts = Array.from({ length: BARS }, (_, index) => bins.get(index) ?? 0)
      found.set(name, { from, to, counts, below: bins.get(-1) ?? 0, above: bins.get(BARS) ?? 0, ...(dates ? { dates: true } : {}) })
    }
  }
  return found
}

function passOf(dates: boolean, spans: ReadonlyMap<string, Span>): ColumnPass {
  return {
    cast: (dialect, text) => (dates ? dialect.dates.read(text) : dialect.values.readNumber(text)),
    clean: (dialect, cast) =>
      dates ? dialect.values.ratio(dialect.dates.milliseconds(plausibleDate(cast)), Sql`1000`) : finite(dialect, cast),
    given: new Map([...spans].map(([name, { from, to }]) => [name, [from, (to - from) / BARS, to]])),
    aggregates({ values, sketches }, { value }, [from = Sql``, width = Sql``, to = Sql``]) {
      const bar = values.cast(Sql`least(floor((${value} - ${from}) / ${width}), ${BARS - 1})`, 'INT')
      const bins = Sql`CASE WHEN ${value} IS NULL THEN NULL WHEN ${value} < ${from} THEN -1 WHEN ${value} > ${to} THEN ${BARS} ELSE ${bar} END`
      return { bins: sketches.histogram(bins) }
    },
  }
}

/** Tukey's outer fences, and no more than what is there; a limit is shown unless it lies far off. */
function numberSpan({ numbers }: ColumnProfile, limits: readonly Limits[]): Span | undefined {
  if (!numbers) return undefined
  const { p01, p25, p75, p99 } = numbers.quantiles
  const room = 3 * (p75 - p25 || (p99 - p01) / 2 || Math.abs(p75) || 1)
  const marks = limits
    .flatMap(({ min, max }) => [min, max])
    .filter((mark) => mark !== undefined && mark >= p25 - 2 * room && mark <= p75 + 2 * room) as number[]
  return { from: Math.min(Math.max(numbers.min, p25 - room), ...marks), to: Math.max(Math.min(numbers.max, p75 + room), ...marks) }
}

function dateSpan({ dates }: ColumnProfile): Span | undefined {
  if (!dates) return undefined
  return { from: Date.parse(`${dates.min.replace(' ', 'T')}Z`) / 1000 || day(dates.min), to: day(dates.max) + 86_400 }
}

const day = (text: string): number => Date.parse(text.slice(0, 10)) / 1000
