import { dateIn, isBlankText, numberIn } from '../../cast.ts'
import type { Parameter } from '../../parameter.ts'

export type Cell = string | null
export type Row = Readonly<Record<string, Cell>>

export const DAY = 86_400_000
export const dayOf = (ms: number): number => Math.floor(ms / DAY)

/** Cells of a row as one parameter sees them, read one by one in plain JS. */
export class Reader {
  readonly codes: readonly string[]
  constructor(codes: readonly string[] = []) {
    this.codes = codes
  }
  value(row: Row, column: string): string | null {
    const cell = row[column] ?? null
    return cell === null || isBlankText(cell) || this.codes.includes(cell) ? null : cell
  }
  number(row: Row, column: string): number | null {
    return numberIn(this.value(row, column))
  }
  date(row: Row, column: string): number | null {
    return dateIn(this.value(row, column))
  }
  key(row: Row, columns: readonly string[]): string | null {
    const values = columns.map((column) => this.value(row, column))
    return values.includes(null) ? null : JSON.stringify(values)
  }
}

export type Facts = { main: readonly Row[]; other: readonly Row[]; read: Reader; now: string; context: Readonly<Record<string, unknown>> }

type Common = { check: string; parameter: Omit<Parameter, 'id' | 'check' | 'table'> }

/** True: violated; false: judged and fine; null: not judged. One answer per row of `rows`, which are those that pass the filter. */
export type RowReference = Common & { kind: 'row'; verdicts: (rows: readonly Row[], facts: Facts) => (boolean | null)[] }
/** Counted subjects: denominator and violations. */
export type GroupReference = Common & { kind: 'group'; count: (rows: readonly Row[], facts: Facts) => readonly [number, number] }
/** One measured number, or null where there is nothing to measure. */
export type MeasureReference = Common & {
  kind: 'measure'
  measure: (rows: readonly Row[], facts: Facts, group: Cell | undefined) => number | null
  fails: (value: number) => boolean
}
export type Reference = RowReference | GroupReference | MeasureReference

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** With interpolation between the two nearest ranks. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)]!
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at))
}

export const deviation = (values: readonly number[]): number | null => {
  if (values.length < 2) return null
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

export const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)
