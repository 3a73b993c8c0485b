import { dateIn, isBlankText, numberIn } from '../cast.ts'
import type { ImportNote, QcDatabase, SqlRow, StagedTable } from '../table.ts'
import { countedNotes, sampledNotes } from './guard.ts'
import { suspectIdentifiers } from './identifiers.ts'
import { aggregateColumns, type ColumnPass } from './layout.ts'
import { BINS, datePass, distributionPass, fewValuesPass, numberPass, textPass, topValuesPass } from './measure.ts'
import { sampleColumns, shapesOf } from './sample.ts'
import { commonestShapes } from './suggest/pattern.ts'
import { suggestParameters, type Seen as SuggestionSeen } from './suggest/suggest.ts'
import { topCounts } from './top.ts'
import type { ColumnProfile, ColumnType, NumberProfile, TableProfile } from './types.ts'

/** Up to so many rows quantiles are exact; up to so many distinct values counts of values are. */
const EXACT_ROWS = 200_000
const EXACT_DISTINCT_ROWS = 20_000
const FEW_VALUES = 500
const TYPE_SHARE = 0.9

/**
 * Casting text that is no number is the dearest thing a scan can do, so the sample decides which cast is worth trying. A column
 * that looks like text in the sample is text; its few numbers elsewhere are not counted.
 */
type Kind = 'text' | 'number' | 'date'
const FIRST_PASS: Record<Kind, (exact: boolean) => ColumnPass> = { text: textPass, number: numberPass, date: datePass }
type Seen = Pick<ColumnProfile, 'patterns' | 'identifiers'> & {
  kind: Kind
  notes: readonly ImportNote[]
  shapes: ReturnType<typeof commonestShapes>
}

export type ProfileOptions = {
  /** Keep frequent values, limits and means of columns that look like names or numbers of persons. */
  identifying?: boolean
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

export async function profileTable(db: QcDatabase, table: StagedTable, options: ProfileOptions = {}): Promise<TableProfile> {
  const stopped = () => options.signal?.throwIfAborted()
  const onAbort = () => db.interrupt()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  const step = (done: number) => options.onProgress?.(done, 5)
  try {
    const seen = new Map<string, Seen>()
    const sampledRows = await sampleColumns(db, table, (column, texts) => seen.set(column, look(column, texts)))
    step(1)
    const first = new Map<string, SqlRow>()
    const exactDistinct = table.rows <= EXACT_DISTINCT_ROWS
    for (const [kind, pass] of Object.entries(FIRST_PASS)) {
      const columns = table.columns.filter((column) => (seen.get(column)?.kind ?? 'text') === kind)
      for (const [column, row] of await aggregateColumns(db, table, columns, pass(exactDistinct), stopped)) first.set(column, row)
    }
    step(2)
    const types = new Map(table.columns.map((column) => [column, typeOf(first.get(column) ?? {})]))
    const numeric = table.columns.filter((column) => isNumeric(types.get(column)))
    const bounds = new Map(numeric.map((column) => [column, binsOf(first.get(column) ?? {})]))
    const exact = table.rows <= EXACT_ROWS
    const numbers = await aggregateColumns(db, table, numeric, distributionPass(exact, bounds), stopped)
    step(3)
    const repeating = table.columns.filter((column) => repeats(first.get(column) ?? {}))
    const few = repeating.filter((column) => Number(first.get(column)?.['distinct'] ?? 0) <= FEW_VALUES)
    const counts = await aggregateColumns(db, table, few, fewValuesPass, stopped)
    step(4)
    const many = repeating.filter((column) => !counts.has(column))
    const top = await topCounts(db, table, await aggregateColumns(db, table, many, topValuesPass, stopped))
    step(5)
    const columns = table.columns.map((column): ColumnProfile => {
      const row = first.get(column) ?? {}
      const type = types.get(column) as ColumnType
      const filled = Number(row['filled'])
      const values = counts.get(column)?.['counts'] as [string, number][] | null | undefined
      return {
        name: column,
        type,
        typeShare: filled === 0 ? 1 : readable(type, row) / filled,
        filled,
        missing: table.rows - filled,
        distinct: values ? values.length : Number(row['distinct'] ?? 0),
        distinctExact: exactDistinct || counts.has(column),
        length: { min: Number(row['shortest'] ?? 0), max: Number(row['longest'] ?? 0) },
        top: values ? ordered(values) : (top.get(column) ?? []),
        ...(numbers.has(column) && !isLong(row) ? { numbers: numberProfile(row, numbers.get(column)!, exact) } : {}),
        ...(type === 'date' || type === 'datetime' ? { dates: dateRange(type, row) } : {}),
        patterns: seen.get(column)?.patterns ?? [],
        identifiers: seen.get(column)?.identifiers ?? [],
      }
    })
    const profile = {
      table: table.name,
      rows: table.rows,
      columns,
      sampledRows,
      source: table.source,
      guard: table.columns.flatMap((column) => [...countedNotes(column, first.get(column) ?? {}), ...(seen.get(column)?.notes ?? [])]),
    }
    const known = new Map(
      table.columns.map((column): [string, SuggestionSeen] => {
        const values = counts.get(column)?.['counts'] as [string, number][] | null | undefined
        return [column, { ...seen.get(column)?.shapes, ...(values ? { values: byCount(values) } : {}) }]
      }),
    )
    const suggestions = await suggestParameters(db, table, columns, known)
    return { ...(options.identifying ? profile : withoutPersons(profile)), ...suggestions }
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
  }
}

function look(column: string, texts: readonly string[]): Seen {
  const enough = texts.length * 0.5
  const numbers = texts.filter((text) => numberIn(text) !== null).length
  const kind =
    texts.length === 0
      ? 'text'
      : numbers > enough
        ? 'number'
        : texts.filter((text) => dateIn(text) !== null).length > enough
          ? 'date'
          : 'text'
  return {
    kind,
    patterns: shapesOf(texts),
    identifiers: suspectIdentifiers(column, texts),
    notes: sampledNotes(column, texts),
    shapes: commonestShapes(texts),
  }
}

/** Where most values occur once, there are no frequent ones to list. */
const repeats = (row: SqlRow): boolean => Number(row['distinct'] ?? 0) <= Math.max(20, Number(row['filled'] ?? 0) * 0.5)

const isNumeric = (type: ColumnType | undefined): boolean => type === 'integer' || type === 'number'

function typeOf(row: SqlRow): ColumnType {
  const [filled, numbers, whole, dates, days] = ['filled', 'numbers', 'whole', 'dates', 'days'].map((name) => Number(row[name] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  if (filled === 0) return 'empty'
  if (numbers >= filled * TYPE_SHARE) return whole === numbers ? 'integer' : 'number'
  if (dates >= filled * TYPE_SHARE) return days === dates ? 'date' : 'datetime'
  return 'text'
}

/** Codes of more digits than floating point holds: rounded they are other codes, and their mean is no measurement. */
const isLong = (row: SqlRow): boolean => Number(row['longNumbers'] ?? 0) > Number(row['filled'] ?? 0) / 2

const readable = (type: ColumnType, row: SqlRow): number =>
  isNumeric(type) ? Number(row['numbers']) : type === 'date' || type === 'datetime' ? Number(row['dates']) : Number(row['filled'])

function binsOf(row: SqlRow): [number, number] {
  const low = Number(row['low'])
  return [low, (Number(row['high']) - low) / BINS]
}

function numberProfile(first: SqlRow, row: SqlRow, exact: boolean): NumberProfile {
  const [low, width] = binsOf(first)
  const counts = new Map((row['bins'] as [number, number][] | null) ?? [])
  const [p01, p05, p25, p50, p75, p95, p99] = row['quantiles'] as number[] as [number, number, number, number, number, number, number]
  const bins = width > 0 ? BINS : 1
  return {
    min: low,
    max: Number(first['high']),
    mean: Number(first['mean']),
    sd: first['sd'] === null ? null : Number(first['sd']),
    quantiles: { p01, p05, p25, p50, p75, p95, p99 },
    quantilesExact: exact,
    zeros: Number(first['zeros']),
    negatives: Number(first['negatives']),
    histogram: Array.from({ length: bins }, (_, index) => ({
      from: low + index * width,
      to: low + (index + 1) * width,
      count: counts.get(index) ?? 0,
    })),
  }
}

function dateRange(type: ColumnType, row: SqlRow): { min: string; max: string } {
  const cut = type === 'date' ? 10 : 19
  return { min: String(row['first']).slice(0, cut), max: String(row['last']).slice(0, cut) }
}

/** A name or the number of a person is neither frequent nor large: of such columns only counts are told. */
function withoutPersons<P extends Pick<TableProfile, 'columns' | 'guard'>>(profile: P): P {
  const hidden = new Set(profile.columns.filter(({ identifiers }) => identifiers.length > 0).map(({ name }) => name))
  return {
    ...profile,
    columns: profile.columns.map((column) => {
      if (!hidden.has(column.name)) return column
      const { numbers: _numbers, dates: _dates, ...rest } = column
      return { ...rest, top: [] }
    }),
    guard: profile.guard.map((note) => {
      if (!hidden.has(note.column ?? '')) return note
      const { detail: _detail, ...rest } = note
      return rest
    }),
  }
}

const byCount = (values: readonly [string, number][]) =>
  values.filter(([value]) => !isBlankText(value)).toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))

const ordered = (values: readonly [string, number][]) =>
  byCount(values)
    .slice(0, 10)
    .map(([value, count]) => ({ value, count }))
