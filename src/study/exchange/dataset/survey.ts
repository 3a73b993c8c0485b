import { exactNumber } from './dataset.ts'
import type { Dataset, Row } from './dataset.ts'

/** What is known of columns once their values were seen, by identifier: how long the longest is, and which numbers are none. */
export type Seen = { readonly lengths: ReadonlyMap<string, number>; readonly texts: ReadonlySet<string> }

/** Looks at every value once: whether a column is of numbers is not known before the last. */
export class Survey implements Seen {
  readonly lengths = new Map<string, number>()
  readonly texts = new Set<string>()
  records = 0
  add({ columns }: Dataset, row: Row): void {
    this.records++
    row.forEach((value, i) => {
      const column = columns[i]
      if (value === null || !column) return
      this.lengths.set(column.oid, Math.max(this.lengths.get(column.oid) ?? 0, value.length))
      if (column.kind === 'text' || this.texts.has(column.oid)) return
      const number = exactNumber(value)
      if (number === null || (column.kind === 'integer' && !Number.isInteger(number))) this.texts.add(column.oid)
    })
  }
}
