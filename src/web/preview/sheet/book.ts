import type { Reason } from '../failure.ts'

/** A look that cells share; kept once and named by its number. */
export type Look = {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  color?: string
  fill?: string
  size?: number
  align?: 'left' | 'center' | 'right'
  middle?: 'top' | 'center' | 'bottom'
  wrap?: true
  indent?: number
  borders?: Partial<Record<'top' | 'right' | 'bottom' | 'left', string>>
}
/** Text or a number alone, or with what else belongs to it. `formula` is shown as written and never computed. */
export type GridCell = string | number | { text: string; look?: number; formula?: string; link?: string }
export type GridRow = readonly (GridCell | null)[]
export type Merge = { row: number; column: number; rows: number; columns: number }
export type Picture = {
  row: number
  column: number
  toRow: number | null
  toColumn: number | null
  width: number
  height: number
  mime: string
  bytes: Uint8Array<ArrayBuffer>
  alt: string
}

export type SheetHead = {
  widths: readonly number[]
  heights: ReadonlyMap<number, number>
  merges: readonly Merge[]
  frozen: { rows: number; columns: number }
  looks: readonly Look[]
  pictures: readonly Picture[]
  hasLines: boolean
  /** Why formats are missing: the file is too big to read them, or of the old kind whose formats nobody here reads. */
  isPlain: false | 'big' | 'old'
  /** The file knows no numbers: what looks like one stands on the right. */
  isUntyped: boolean
}
export type SheetName = { name: string; index: number }

export type ToReader = { type: 'open'; bytes: Uint8Array<ArrayBuffer>; kind: 'csv' | 'sheet' } | { type: 'sheet'; index: number }
export type FromReader =
  | { type: 'book'; sheets: SheetName[]; encoding?: string }
  | { type: 'head'; index: number; head: SheetHead }
  | { type: 'rows'; index: number; rows: GridRow[] }
  | { type: 'end'; index: number; isCut: boolean }
  | { type: 'failed'; index: number | null; reason: Reason; detail: string }

/** As many digits as a cell without a format shows: 0.1 + 0.2 is 0.3. */
export const numberText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e12 ? String(value) : String(Number(value.toPrecision(11)))

export const textOf = (cell: GridCell | null | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : typeof cell === 'number' ? numberText(cell) : cell.text
}
/** What a cell has besides its text. */
export const extrasOf = (cell: GridCell | null | undefined): { look?: number; formula?: string; link?: string } =>
  cell !== null && typeof cell === 'object' ? cell : {}

export const columnName = (index: number): string => {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return name
}

/** In half characters: a Chinese one is as wide as two Latin ones. */
export const widthOfText = (text: string): number => {
  let width = 0
  for (const character of text.slice(0, 60)) width += character.codePointAt(0)! > 0x2e7f ? 2 : 1
  return width
}

/** Cells in memory: beyond this the rest is left to the real program. */
export const MOST_CELLS = 2_000_000
export const BATCH = 2000
