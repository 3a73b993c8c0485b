import { isObject } from '#kernel'
import type { Words } from '#kernel'

/** `text` is not said in what was read by earlier versions. */
export type Note = { code: string; severity: string; text?: Words }
/** What reading has shown of a file. */
export type Manifest = {
  format: string | null
  encoding: string | null
  columns: readonly string[]
  mapping: Readonly<Record<string, string>>
  notes: readonly Note[]
  trouble: Readonly<Record<string, string>> | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)])) : {}
const isNote = (value: unknown): value is Note => isObject(value) && typeof value['code'] === 'string'

export const manifestOf = (given: unknown): Manifest => {
  const read = isObject(given) ? given : {}
  const list = (name: string): readonly unknown[] => (Array.isArray(read[name]) ? read[name] : [])
  return {
    format: textOf(read['format']),
    encoding: textOf(read['encoding']),
    columns: list('columns').map(String),
    mapping: textsOf(read['mapping']),
    notes: list('notes').filter(isNote),
    trouble: isObject(read['trouble']) ? textsOf(read['trouble']) : null,
  }
}

/** What the comparison counted beside the rows. */
type Figures = { cells: number; vanished: number; recycled: number; stops: number; warns: number; isChecked: boolean }
export const figuresOf = (diff: unknown): Figures => {
  const read = isObject(diff) ? diff : {}
  const checked = isObject(read['checked']) ? read['checked'] : {}
  const count = (value: unknown): number => Number(value ?? 0)
  return {
    cells: count(read['cells']),
    vanished: count(read['vanished']),
    recycled: count(read['recycled']),
    stops: count(checked['stops']),
    warns: count(checked['warns']),
    isChecked: isObject(read['checked']),
  }
}

/** Rows of subjects that the study does not have yet. */
export const newSubjectsIn = (diff: unknown): number => {
  const reasons: unknown = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'reasons') : null
  const count: unknown = typeof reasons === 'object' && reasons !== null ? Reflect.get(reasons, 'unknownSubject') : 0
  return typeof count === 'number' ? count : 0
}
