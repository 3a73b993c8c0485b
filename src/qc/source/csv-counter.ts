import { countTwo } from './count-byte.ts'

export type RaggedLine = { line: number; cells: number }

const ORDINARY = 0
const DELIMITER = 1
const QUOTE = 2
const FEED = 3
const RETURN = 4
const KEEP = 1000

/** Whether each of so many lines ends in `\r\n` and no other `\r` stands in them: as many of both alone would let one stand in a cell. */
function endInBoth(lines: Buffer, feeds: number): boolean {
  if (countTwo(lines, 13, 13)[0] !== feeds) return false
  for (let at = lines.indexOf(10); at !== -1; at = lines.indexOf(10, at + 1)) if (lines[at - 1] !== 13) return false
  return true
}

/**
 * Counts records and their cells on raw bytes, sharing no code with the reader: the two disagree only if one of them lost a row.
 * It also sees every spot where a strict reader would have to guess.
 */
export class CsvCounter {
  records = 0
  ragged: RaggedLine[] = []
  raggedCount = 0
  /** A quote inside plain text, or more text behind a closing quote, or one never closed. */
  strayQuotes = 0
  /** Carriage returns that end no `\r\n`. */
  loneReturns = 0
  leadingBlank = false
  /** Blank lines between records, which are records too; those behind the last are not. */
  blankLines = 0
  longestRecord = 0
  line = 1

  readonly #kinds = new Uint8Array(256)
  readonly #columns: number
  readonly #returnsEnd: boolean
  readonly #delimiter: number
  readonly #quote: number
  #position = 0
  #recordLine = 1
  #recordStart = 0
  #cells = 1
  #atStart = 1
  #inQuote = 0
  #closed = 0
  #returned = 0
  #blanks = 0

  /** `returnsEndRecords`: for files of old systems that end lines with `\r` alone, wholly or here and there. `line`: the first one's number. */
  constructor(dialect: { delimiter: string; quote: string }, columns: number, returnsEndRecords = false, line = 1) {
    this.line = line
    this.#recordLine = line
    this.#returnsEnd = returnsEndRecords
    this.#columns = columns
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#quote = dialect.quote ? dialect.quote.charCodeAt(0) : -1
    this.#kinds[dialect.delimiter.charCodeAt(0)] = DELIMITER
    if (dialect.quote) this.#kinds[dialect.quote.charCodeAt(0)] = QUOTE
    this.#kinds[10] = FEED
    this.#kinds[13] = RETURN
  }

  push(chunk: Buffer): void {
    const first = chunk.indexOf(10)
    const last = chunk.lastIndexOf(10)
    if (
      this.#returnsEnd ||
      last - first < 4096 ||
      this.#inQuote === 1 ||
      this.#closed === 1 ||
      (this.#quote !== -1 && chunk.includes(this.#quote))
    ) {
      this.#walk(chunk)
      return
    }
    this.#walk(chunk.subarray(0, first + 1))
    const whole = chunk.subarray(first + 1, last + 1)
    if (!this.#tally(whole)) this.#walk(whole)
    this.#walk(chunk.subarray(last + 1))
  }

  /** Whole records without quotes: sums prove them even, so none needs a look of its own. False when anything is odd. */
  #tally(whole: Buffer): boolean {
    const [feeds, delimiters] = countTwo(whole, 10, this.#delimiter)
    if (delimiters !== feeds * (this.#columns - 1) || whole[0] === 10 || whole[0] === 13) return false
    if (whole.includes('\n\n')) return false
    if (whole.includes(13) && (whole.includes('\n\r') || !endInBoth(whole, feeds))) return false
    this.records += this.#blanks + feeds
    this.blankLines += this.#blanks
    this.#blanks = 0
    this.line += feeds
    this.#position += whole.length
    this.#recordLine = this.line
    this.#recordStart = this.#position
    return true
  }

  /** Locals instead of fields in the loop: it runs once per byte. */
  #walk(chunk: Uint8Array): void {
    const kinds = this.#kinds
    const length = chunk.length
    let inQuote = this.#inQuote
    let closed = this.#closed
    let returned = this.#returned
    let atStart = this.#atStart
    let cells = this.#cells
    let index = 0
    while (index < length) {
      if (inQuote === 0 && closed === 0 && returned === 0) {
        const from = index
        while (index < length && kinds[chunk[index] as number] === ORDINARY) index++
        if (index > from) atStart = 0
        if (index === length) break
      }
      const kind = kinds[chunk[index++] as number]
      if (inQuote === 1) {
        if (kind === QUOTE) {
          inQuote = 0
          closed = 1
        } else if (kind === FEED) this.line++
        continue
      }
      if (closed === 1) {
        closed = 0
        if (kind === QUOTE) {
          inQuote = 1
          continue
        }
        if (kind === ORDINARY) this.strayQuotes++
      }
      if (returned === 1) {
        if (kind !== FEED) this.loneReturns++
        returned = 0
        if (this.#returnsEnd && kind === FEED) continue
      }
      if (kind === DELIMITER) {
        cells++
        atStart = 1
      } else if (kind === FEED) {
        this.line++
        this.#endRecord(this.#position + index, cells, atStart)
        cells = 1
        atStart = 1
      } else if (kind === RETURN) {
        returned = 1
        if (this.#returnsEnd) {
          this.line++
          this.#endRecord(this.#position + index, cells, atStart)
          cells = 1
          atStart = 1
        }
      } else if (kind === QUOTE && atStart === 1) {
        inQuote = 1
        atStart = 0
      } else if (kind === QUOTE) this.strayQuotes++
      else atStart = 0
    }
    this.#inQuote = inQuote
    this.#closed = closed
    this.#returned = returned
    this.#atStart = atStart
    this.#cells = cells
    this.#position += length
  }

  end(): void {
    if (this.#returned === 1) this.loneReturns++
    if (this.#inQuote === 1) this.strayQuotes++
    if (this.#position > this.#recordStart && (this.#cells > 1 || this.#atStart === 0)) {
      this.#endRecord(this.#position, this.#cells, this.#atStart)
    }
  }

  #endRecord(position: number, cells: number, atStart: number): void {
    if (cells === 1 && atStart === 1 && this.#columns > 1) {
      if (this.records === 0) this.leadingBlank = true
      else this.#blanks++
    } else {
      this.records += this.#blanks + 1
      this.blankLines += this.#blanks
      this.#blanks = 0
      if (cells !== this.#columns) {
        this.raggedCount++
        if (this.ragged.length < KEEP) this.ragged.push({ line: this.#recordLine, cells })
      }
      if (position - this.#recordStart > this.longestRecord) this.longestRecord = position - this.#recordStart
    }
    this.#recordLine = this.line
    this.#recordStart = position
  }
}
