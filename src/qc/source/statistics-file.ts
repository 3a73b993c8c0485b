import type { ColumnFact, ImportNote } from '../table.ts'
import type { CsvCell } from './csv-parser.ts'
import type { CellDecoder } from './cell-decoder.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'

export type StatisticsFile = {
  /** What the file says of its columns, under its own names. */
  columns: readonly ColumnFact[]
  rows: AsyncIterable<readonly CsvCell[]>
  /** Rows that the head states. */
  stated?: number
  texts: CellDecoder
  sure: boolean
  label?: string
  notes?: readonly ImportNote[]
}

export async function loadStatistics(context: ReadContext, file: StatisticsFile): Promise<Reading> {
  const header = file.columns.map(({ column }) => column)
  const columns = uniqueNames(header)
  const dictionary = file.columns.flatMap((fact, index) =>
    Object.keys(fact).length > 1 ? [{ ...fact, column: columns[index] as string }] : [],
  )
  const loaded = await loadRows(context, columns, file.rows)
  return {
    columns,
    ...loaded,
    facts: {
      encoding: file.texts.encoding,
      header,
      ...(file.stated === undefined ? {} : { independentRows: file.stated }),
      ...(dictionary.length > 0 ? { dictionary } : {}),
      notes: [
        ...(file.sure ? [] : [{ code: 'doubtful_encoding', detail: file.texts.encoding, severity: 'warning' } as const]),
        ...file.texts.notes,
        ...(file.notes ?? []),
        ...headerNotes(header, columns),
        ...(file.label ? [{ code: 'file_label', detail: file.label, severity: 'info' } as const] : []),
        ...dictionary.flatMap(factNotes),
      ],
    },
  }
}

const SHOWN = 20

/** The same facts for people. */
export function factNotes({ column, label, format, choices, missing }: ColumnFact): ImportNote[] {
  const detail = [label, format].filter(Boolean).join(' · ')
  const shown = (choices ?? []).slice(0, SHOWN).map((choice) => `${choice.code}=${choice.label}`)
  const gaps = [...(missing?.codes ?? []), ...(missing?.ranges ?? []).map(({ min, max }) => `${min}…${max}`)]
  return [
    ...(detail ? [{ code: 'column_label', column, detail, severity: 'info' } as const] : []),
    ...(shown.length > 0 ? [{ code: 'value_labels', column, detail: shown.join(', '), severity: 'info' } as const] : []),
    ...(gaps.length > 0 ? [{ code: 'missing_values', column, detail: gaps.join(', '), severity: 'info' } as const] : []),
  ]
}

const DAY = 86_400
const pad = (value: number, size = 2): string => String(value).padStart(size, '0')

/** Seconds since 1970 as a date and, with `time`, the time of day; undefined where no calendar reaches. */
export function instantText(seconds: number, time: boolean): string | undefined {
  const instant = new Date(Math.round(seconds * 1000))
  const year = instant.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) return undefined
  const iso = instant.toISOString()
  if (!time) return seconds % DAY === 0 ? iso.slice(0, 10) : undefined
  return `${iso.slice(0, 10)} ${iso.slice(11, instant.getUTCMilliseconds() === 0 ? 19 : 23)}`
}

/** A duration in hours, minutes and seconds, as these programs show it; hours are not bounded by a day. */
export function durationText(seconds: number): string {
  const size = Math.abs(Math.round(seconds * 1000))
  const [hours, minutes, rest] = [Math.floor(size / 3_600_000), Math.floor(size / 60_000) % 60, size % 60_000]
  const fraction = rest % 1000 === 0 ? '' : `.${pad(rest % 1000, 3)}`
  return `${seconds < 0 ? '-' : ''}${pad(hours)}:${pad(minutes)}:${pad(Math.floor(rest / 1000))}${fraction}`
}

/** A number of four bytes has fewer digits than the eight of JavaScript would show. */
export function floatText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}
