import { dateIn, numberIn } from '../cast.ts'
import type { TextColumn } from './text-column.ts'

export type TypedWords = 'DOUBLE' | 'DATE'

/** Plainer than what counts as a number or a date: of these, every reader makes the same. */
const NUMBER = /^-?\d{1,12}(?:\.\d{1,12})?$/
const DATE = /^\d{4}-\d\d-\d\d$/
const DAY = 86_400_000

/** What the different texts of a column are as numbers, or as days, in their order; undefined unless each of them is one. */
export function typedWords(column: TextColumn, type: TypedWords): Uint8Array | undefined {
  if (!column.coded) return undefined
  const size = type === 'DOUBLE' ? 8 : 4
  const view = new DataView(new ArrayBuffer(column.words * size))
  for (let index = 0; index < column.words; index++) {
    const word = column.word(index)
    const value = type === 'DOUBLE' ? NUMBER.test(word) && numberIn(word) : DATE.test(word) && dateIn(word)
    if (typeof value !== 'number') return undefined
    if (type === 'DOUBLE') view.setFloat64(index * size, value, true)
    else view.setInt32(index * size, value / DAY, true)
  }
  return new Uint8Array(view.buffer)
}
