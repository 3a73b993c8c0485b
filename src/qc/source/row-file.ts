import type { CsvCell } from './csv-parser.ts'
import { QcInputError } from './input-error.ts'
import { TextOutput } from './text-output.ts'

const SPECIAL = /[",\r\n]/
const FLUSH = 1 << 20

/** Columns per file. Each column of a scan pins a vector of 32 KB per thread, so 15,000 in one file exhaust any sensible limit. */
export const COLUMNS_PER_PART = 500

/**
 * Rows from any reader as clean CSV for the bulk loader, one file per group of columns. Null is nothing, empty text is "".
 */
export class RowFile {
  readonly parts: { path: string; columns: readonly string[] }[] = []
  rows = 0
  longest = 0
  readonly #outputs: TextOutput[] = []
  readonly #buffers: string[] = []
  readonly #columns: readonly string[]
  readonly #shownAs: string

  constructor(path: string, columns: readonly string[], shownAs: string) {
    this.#columns = columns
    this.#shownAs = shownAs
    const size = columns.length > COLUMNS_PER_PART * 3 ? COLUMNS_PER_PART : Math.max(1, columns.length)
    for (let from = 0; from < columns.length; from += size) {
      const part = { path: `${path}.${this.parts.length}.csv`, columns: columns.slice(from, from + size) }
      this.parts.push(part)
      this.#outputs.push(new TextOutput(part.path))
      this.#buffers.push('')
    }
  }

  /** Missing cells become null; cells beyond the header are the caller's to report. */
  async add(cells: readonly CsvCell[]): Promise<void> {
    this.rows++
    let from = 0
    for (const [index, part] of this.parts.entries()) {
      let text = this.#cell(cells[from] ?? null, from)
      for (let at = from + 1; at < from + part.columns.length; at++) text += `,${this.#cell(cells[at] ?? null, at)}`
      from += part.columns.length
      if (text.length > this.longest) this.longest = text.length
      const buffer = `${this.#buffers[index]}${text}\n`
      if (buffer.length < FLUSH) this.#buffers[index] = buffer
      else {
        this.#buffers[index] = ''
        await (this.#outputs[index] as TextOutput).write(buffer)
      }
    }
  }

  #cell(value: CsvCell, index: number): string {
    if (value === null) return ''
    if (value === '') return '""'
    if (value.includes('\0')) {
      throw new QcInputError(
        'nul',
        { file: this.#shownAs, line: this.rows, column: this.#columns[index] ?? String(index + 1) },
        {
          zh: '单元格含有 NUL 字符（行号为记录号）',
          en: 'the cell holds a NUL character (line counts records)',
        },
      )
    }
    return SPECIAL.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  }

  async end(): Promise<void> {
    const ended = await Promise.allSettled(this.#outputs.map((output, index) => output.end(this.#buffers[index])))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }
}
