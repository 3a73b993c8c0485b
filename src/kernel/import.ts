import type { Field, Kind } from './field.ts'
import { writableOf } from './resource.ts'
import type { Resource } from './resource.ts'

/** So many rows are taken in one request; more is work for a task. */
export const IMPORT_ROWS = 5000
/** What no cell of a sheet can say. */
const NO_CELL: ReadonlySet<Kind> = new Set(['password', 'file', 'image', 'images', 'array', 'json', 'richText', 'city'])

/** The fields that a sheet can fill, in the order of the definition. */
export const importableOf = (r: Resource): Record<string, Field> =>
  Object.fromEntries(Object.entries(writableOf(r)).filter(([, field]) => !NO_CELL.has(field.kind) && !field.secret))

/** One thing that is wrong: in a cell, or, without a column, with the row as a whole. Rows are counted from 0, without the head. */
export type ImportProblem = { row: number; column: string | null; text: string }
export type ImportPreview = {
  rows: number
  /** Every row that cannot be taken. */
  bad: readonly number[]
  /** The first thousand of them. */
  problems: readonly ImportProblem[]
  /** How many there are in all. */
  total: number
}
