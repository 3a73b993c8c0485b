import type { ColumnFact, ImportNote } from '../table.ts'
import { trimEnd } from '../trim.ts'
import { BinaryFile, EndOfBytes } from './binary-file.ts'
import { CellDecoder } from './cell-decoder.ts'
import type { CsvCell } from './csv-parser.ts'
import { encodingOfPieces, givenEncoding } from './encoding.ts'
import { readPorHead, readPorStart, type PorVariable } from './por-head.ts'
import { NoPor, PorCursor, unfolded } from './por-text.ts'
import type { ReadContext, Reading } from './reading.ts'
import { spssText } from './spss-number.ts'
import { loadStatistics } from './statistics-file.ts'

type Value = number | Buffer | null
const END = 'Z'

/** A portable file of SPSS: lines of text in which numbers stand in base 30. It says neither its encoding nor how many records it holds. */
export const readPor = (context: ReadContext): Promise<Reading> =>
  BinaryFile.use(context.path, context.shownAs, 'SPSS portable', async (file) => {
    const bad = (error: unknown): unknown =>
      error instanceof NoPor ? file.damaged({ zh: '内容不合格式', en: 'its content makes no sense' }) : error
    const end = { whole: true }
    const pieces = new Pieces(unfolded(file.stretch(0, file.size), end))
    const broken = () => file.damaged({ zh: `第 ${file.size} 字节处中断`, en: `it breaks off at byte ${file.size}` })
    try {
      pieces.translate(await pieces.read(readPorStart, broken))
      const { variables } = await pieces.read(readPorHead, broken)
      const readRow = (cursor: PorCursor): Value[] | undefined => rowOf(cursor, variables)
      // The texts of the first records tell the encoding too: names are often ASCII where values are not.
      const first: Value[][] = []
      let isOver = false
      while (!isOver && first.length < 2000) {
        const row = await pieces.read(readRow, broken)
        if (row) first.push(row)
        else isOver = true
      }
      const texts = variables.flatMap(({ name, label, choices }) => [name, ...(label ? [label] : []), ...choices.map((one) => one.label)])
      const cells = first.flat().filter((cell) => Buffer.isBuffer(cell))
      const given = givenEncoding(context)
      const { encoding, sure } = given ? { encoding: given, sure: true } : encodingOfPieces([...texts, ...cells])
      const decoder = new CellDecoder(encoding)
      const text = (bytes: Uint8Array): string => trimEnd(decoder.text(bytes), '\0 ')
      const shown = (row: Value[]): CsvCell[] => row.map((cell, at) => cellText(cell, variables[at]?.format ?? 0, text))
      const notes: ImportNote[] = []
      const rows = async function* (): AsyncGenerator<CsvCell[]> {
        try {
          for (const row of first) yield shown(row)
          while (!isOver) {
            const row = await pieces.read(readRow, broken)
            if (row) yield shown(row)
            else isOver = true
          }
          // The last line is filled up with the mark of the end; anything else was there before.
          if (!(await pieces.isFilledWith(`${END} `))) throw new NoPor()
          if (!end.whole) notes.push({ code: 'no_line_end', severity: 'warning' })
        } catch (error) {
          throw bad(error)
        }
      }
      return await loadStatistics(context, {
        columns: variables.map((one) => factsOf(one, text)),
        rows: rows(),
        notes,
        texts: decoder,
        sure,
      })
    } catch (error) {
      throw bad(error)
    }
  })

/** What comes in pieces, read by whoever wants more than one holds. */
class Pieces {
  #plain = (bytes: Buffer): Buffer => bytes
  readonly #more: AsyncIterator<Buffer>
  #cursor = new PorCursor(Buffer.alloc(0))

  constructor(pieces: AsyncGenerator<Buffer>) {
    this.#more = pieces
  }

  async read<T>(parse: (cursor: PorCursor) => T, broken: () => Error): Promise<T> {
    for (;;) {
      const from = this.#cursor.at
      try {
        return parse(this.#cursor)
      } catch (error) {
        if (!(error instanceof EndOfBytes)) throw error
        if (!(await this.#fetch(from))) throw broken()
      }
    }
  }

  /** From here on, what is held already included. */
  translate(table: Buffer | undefined): void {
    if (!table) return
    this.#plain = (bytes) => Buffer.from(bytes.map((byte) => table[byte] ?? byte))
    this.#cursor = new PorCursor(this.#plain(this.#cursor.bytes.subarray(this.#cursor.at)))
  }

  async isFilledWith(allowed: string): Promise<boolean> {
    do if (!this.#cursor.bytes.subarray(this.#cursor.at).every((one) => allowed.includes(String.fromCharCode(one)))) return false
    while (await this.#fetch(this.#cursor.bytes.length))
    return true
  }

  async #fetch(from: number): Promise<boolean> {
    const { done, value } = await this.#more.next()
    if (done) return false
    this.#cursor = new PorCursor(Buffer.concat([this.#cursor.bytes.subarray(from), this.#plain(value)]))
    return true
  }
}

/** Undefined behind the last record: no number and no length begins like the mark of the end. */
function rowOf(cursor: PorCursor, variables: readonly PorVariable[]): Value[] | undefined {
  if (cursor.take(1).toString('latin1') === END) return undefined
  cursor.at--
  return variables.map(({ width }) => {
    if (width === 0) return cursor.number()
    const text = cursor.text()
    if (text.length > width) throw new NoPor()
    return text
  })
}

const cellText = (cell: Value, format: number, text: (bytes: Uint8Array) => string): CsvCell =>
  cell === null ? null : typeof cell === 'number' ? spssText(cell, format) : text(cell) || null

function factsOf({ name, label, format, codes, ranges, choices }: PorVariable, text: (bytes: Uint8Array) => string): ColumnFact {
  const shown = (value: Value): string => cellText(value, format, text) ?? ''
  return {
    column: text(name),
    ...(label?.length ? { label: text(label) } : {}),
    ...(choices.length > 0 ? { choices: choices.map((one) => ({ code: shown(one.value), label: text(one.label) })) } : {}),
    ...(codes.length + ranges.length > 0
      ? { missing: { codes: codes.map(shown), ranges: ranges.map(({ min, max }) => ({ min: shown(min), max: shown(max) })) } }
      : {}),
  }
}
