export type CsvDialect = { delimiter: string; quote: string }
/** Unquoted nothing is null, a quoted nothing is empty text: the two are different entries in a data file. */
export type CsvCell = string | null
export type CsvRecord = { line: number; cells: CsvCell[] }

export const isBlankLine = (cells: readonly CsvCell[]): boolean => cells.length === 1 && cells[0] === null

const LF = 10
const CR = 13

/**
 * A forgiving reader for what strict ones refuse: stray quotes, ragged rows, any line end. It keeps line numbers, and it never
 * drops a record: blank lines are the only thing it passes over, unless told to keep them.
 */
export class CsvParser {
  readonly #delimiter: number
  readonly #quote: number
  readonly #quoteText: string
  readonly #keepBlank: boolean
  #rest = ''
  #line: number
  #first = true
  strayQuotes = 0
  longest = 0

  /** `keepBlank`: a blank line is a record whose only cell is null. `line`: the number of the first line. */
  constructor(dialect: CsvDialect, { keepBlank = false, line = 1 } = {}) {
    this.#keepBlank = keepBlank
    this.#line = line
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#quote = dialect.quote === '' ? -1 : dialect.quote.charCodeAt(0)
    this.#quoteText = dialect.quote
  }

  /** Where an open quote began, when the text ended inside one. */
  openQuoteLine: number | undefined

  /** Text kept back until its record ends; it only grows large when a quote was never closed. */
  get pending(): { length: number; line: number } {
    return { length: this.#rest.length, line: this.#line }
  }

  push(chunk: string): CsvRecord[] {
    return this.#read(this.#rest + chunk, false)
  }

  end(): CsvRecord[] {
    return this.#read(this.#rest, true)
  }

  #read(given: string, final: boolean): CsvRecord[] {
    const text = this.#first && given.charCodeAt(0) === 0xfeff ? given.slice(1) : given
    if (text.length > 0) this.#first = false
    const records: CsvRecord[] = []
    let start = 0
    while (start < text.length) {
      const record = this.#record(text, start, final)
      if (record === undefined) break
      this.longest = Math.max(this.longest, record.next - start)
      if (this.#keepBlank || !isBlankLine(record.cells)) records.push({ line: this.#line, cells: record.cells })
      this.#line += record.lines
      start = record.next
    }
    this.#rest = start === 0 ? text : text.slice(start)
    return records
  }

  /** One record from `at`, or undefined when its end is not in the text yet. */
  #record(text: string, at: number, final: boolean): { cells: CsvCell[]; next: number; lines: number } | undefined {
    const cells: CsvCell[] = []
    const length = text.length
    let lines = 0
    let index = at
    for (;;) {
      let cell: CsvCell = null
      if (text.charCodeAt(index) === this.#quote && this.#quote !== -1) {
        const from = index + 1
        let end = from
        for (;;) {
          end = text.indexOf(this.#quoteText, end)
          if (end === -1) {
            if (final) this.openQuoteLine = this.#line
            if (!final) return undefined
            end = length
            break
          }
          if (end + 1 === length && !final) return undefined
          if (text.charCodeAt(end + 1) !== this.#quote) break
          end += 2
        }
        const raw = text.slice(from, end)
        for (let hit = raw.indexOf('\n'); hit !== -1; hit = raw.indexOf('\n', hit + 1)) lines++
        cell = raw.includes(this.#quoteText) ? raw.replaceAll(this.#quoteText + this.#quoteText, this.#quoteText) : raw
        index = Math.min(end + 1, length)
      }
      const tail = index
      let code = -1
      while (index < length) {
        code = text.charCodeAt(index)
        if (code === this.#delimiter || code === LF || code === CR) break
        index++
      }
      if (index >= length) {
        if (!final) return undefined
        code = -1
      }
      if (index > tail) {
        if (cell !== null) this.strayQuotes++
        cell = (cell ?? '') + text.slice(tail, index)
      }
      cells.push(cell)
      if (code === this.#delimiter) {
        index++
        continue
      }
      if (code === CR) {
        if (index + 1 === length && !final) return undefined
        if (text.charCodeAt(index + 1) === LF) index++
      }
      return { cells, next: index + (code === -1 ? 0 : 1), lines: lines + 1 }
    }
  }
}
