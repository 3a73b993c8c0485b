/** A sheet as text: what stood in the first filled row, and the rows below it, with the number that each has in the sheet. */
export type Table = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  numbers: readonly number[]
  isCut: boolean
}
export type TableFailure = 'damaged' | 'encrypted' | 'empty' | 'tooBig' | 'tooSlow' | 'type'
export type FromTableReader = { table: Table } | { failure: TableFailure }
export type ToTableReader = { bytes: Uint8Array<ArrayBuffer>; kind: 'csv' | 'excel'; most: number }

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '')

/** Rows above the head, and empty ones, are none. Every row is as wide as the head. */
export const tableOf = (given: Iterable<readonly string[]>, most: number): Table | undefined => {
  let head: readonly string[] | undefined
  const rows: (readonly string[])[] = []
  const numbers: number[] = []
  let number = 0
  for (const row of given) {
    number++
    if (!isFilled(row)) continue
    if (!head) {
      head = row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1).map((cell) => cell.trim())
      continue
    }
    if (rows.length === most) return { head, rows, numbers, isCut: true }
    const { length } = head
    numbers.push(number)
    rows.push(Array.from({ length }, (_, i) => row[i] ?? ''))
  }
  return head && { head, rows, numbers, isCut: false }
}
