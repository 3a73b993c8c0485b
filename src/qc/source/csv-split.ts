import type { CsvDialect } from './csv-parser.ts'
import type { TextColumn } from './text-column.ts'

const FEED = 10
const RETURN = 13
const [ROWS, CELLS] = [1024, 1 << 16]
/** Columns take texts four bytes at a step. */
export const SLACK = 4

/**
 * The cells of an even table, straight from its bytes into columns. It guesses at nothing: what is not as plain as it expects ends it
 * with -1, and the survey beside it says whether the whole file was plain.
 */
export class CsvSplitter {
  readonly #delimiter: number
  readonly #quote: number
  readonly #columns: readonly TextColumn[]
  /** So many rows at a step: where their cells stand is still at hand when the columns take them. */
  readonly #most: number
  /** Where cells start and end, column after column; a missing one ends at -1. */
  readonly #cells: Int32Array

  constructor(dialect: CsvDialect, columns: readonly TextColumn[]) {
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#quote = dialect.quote === '' ? -1 : dialect.quote.charCodeAt(0)
    this.#columns = columns
    this.#most = Math.max(16, Math.min(ROWS, Math.floor(CELLS / columns.length)))
    this.#cells = new Int32Array(this.#most * columns.length * 2)
  }

  /** Behind the last record that ends in `bytes`; 0 when none does. They begin with a record. */
  lastEnd(bytes: Buffer): number {
    if (this.#quote === -1 || !bytes.includes(this.#quote)) return bytes.lastIndexOf(FEED) + 1
    let end = 0
    let quoted = false
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === this.#quote) quoted = !quoted
      else if (bytes[at] === FEED && !quoted) end = at + 1
    }
    return end
  }

  /** Behind the first record. */
  firstEnd(bytes: Uint8Array): number {
    let quoted = false
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === this.#quote) quoted = !quoted
      else if (bytes[at] === FEED && !quoted) return at + 1
    }
    return 0
  }

  /** Some of the records, at most `most`, between `from` and `to`, which is the end of one; returns where it stopped, or -1. */
  take(bytes: Uint8Array, from: number, to: number, most: number): number {
    const width = this.#columns.length
    let [at, rows] = [from, 0]
    for (; at < to && rows < most && rows < this.#most;) {
      if (width > 1 && (bytes[at] === FEED || (bytes[at] === RETURN && bytes[at + 1] === FEED))) {
        at += bytes[at] === FEED ? 1 : 2
        continue
      }
      at = this.#record(bytes, at, to, rows++ * 2)
      if (at === -1) return -1
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length + SLACK, bytes.buffer.byteLength - bytes.byteOffset))
    // A column at a time: its words stay at hand, and its texts are of one length.
    for (const [index, column] of this.#columns.entries())
      column.add({ bytes: view, places: this.#cells, first: index * this.#most * 2, cells: rows })
    return at
  }

  #record(bytes: Uint8Array, from: number, to: number, first: number): number {
    const [delimiter, quote, last] = [this.#delimiter, this.#quote, this.#columns.length - 1]
    const [cells, step] = [this.#cells, this.#most * 2]
    let at = from
    for (let index = 0, cell = first; ; index++, cell += step) {
      if (bytes[at] === quote) {
        cells[cell] = at + 1
        at = this.#quoted(bytes, at + 1, to, cell)
        if (at === -1) return -1
      } else {
        const start = at
        let byte = bytes[at]
        while (byte !== delimiter && byte !== FEED) byte = bytes[++at]
        const end = byte === FEED && at > start && bytes[at - 1] === RETURN ? at - 1 : at
        cells[cell] = start
        cells[cell + 1] = end === start ? -1 : end
      }
      if ((bytes[at++] === FEED) !== (index === last)) return -1
      if (index === last) return at
    }
  }

  /** From behind the opening quote to the delimiter or line end behind the closing one; doubled quotes become single in their place. */
  #quoted(bytes: Uint8Array, from: number, to: number, cell: number): number {
    const quote = this.#quote
    let at = from
    while (at < to && bytes[at] !== quote) at++
    let end = at
    // Only what stands behind a doubled quote has to move up.
    while (at < to && bytes[at + 1] === quote) {
      bytes[end++] = quote
      for (at += 2; at < to; at++) {
        const byte = bytes[at] ?? quote
        if (byte === quote) break
        bytes[end++] = byte
      }
    }
    if (at >= to) return -1
    this.#cells[cell + 1] = end
    at++
    if (bytes[at] === RETURN && bytes[at + 1] === FEED) at++
    return bytes[at] === this.#delimiter || bytes[at] === FEED ? at : -1
  }
}
