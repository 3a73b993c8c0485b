import { BinaryFile } from './binary-file.ts'
import { CellDecoder } from './cell-decoder.ts'
import type { CsvCell } from './csv-parser.ts'
import { encodingNamed, encodingOfPieces, givenEncoding, type Encoding } from './encoding.ts'
import type { ReadContext, Reading } from './reading.ts'
import { readPage, readSasShape, SasDescription, sasEncoding, type SasColumn, type SasPage, type SasShape } from './sas7bdat-head.ts'
import { unpackRdc, unpackRle } from './sas7bdat-rows.ts'
import { sasNumber } from './sas-number.ts'
import { loadStatistics } from './statistics-file.ts'
import { trimEnd } from '../trim.ts'

const META = 0
const DATA = 0x100
const MIX = 0x200
const AMD = 0x400
const KIND = 0x0f00
const SKIPPED = 1
const PACKED = 4

/** SAS publishes no description of these files; this follows what others found out (see docs/dependencies.md). */
export const readSas7bdat = (context: ReadContext): Promise<Reading> =>
  BinaryFile.use(context.path, context.shownAs, 'SAS', async (file) => {
    const wrong = (zh: string, en: string) => file.damaged({ zh, en })
    const shape = await readSasShape(file)
    if (!shape || shape.pageLength < 256 || shape.headerLength < 288) throw wrong('文件头有误', 'its head makes no sense')
    const available = Math.floor((file.size - shape.headerLength) / shape.pageLength)
    if (available < shape.pages)
      throw wrong(`应有 ${shape.pages} 页，只有 ${available} 页`, `${available} of ${shape.pages} pages are there`)
    const pages = async function* (): AsyncGenerator<SasPage> {
      for (let index = 0; index < shape.pages; index++) {
        try {
          yield readPage(await file.read(shape.headerLength + index * shape.pageLength, shape.pageLength), shape)
        } catch (error) {
          throw error instanceof RangeError ? wrong(`第 ${index + 1} 页有误`, `page ${index + 1} makes no sense`) : error
        }
      }
    }
    const description = new SasDescription(shape)
    for await (const page of pages()) {
      if ((page.type & KIND) === DATA) break
      for (const piece of piecesOf(page, shape, wrong)) if (piece.kind) describe(description, piece, wrong)
    }
    const { encoding, sure } = encodingOf(context, shape, description)
    const texts = new CellDecoder(encoding)
    const decode = texts.text
    const columns = description.columns(decode)
    const { rowLength, rows, mixedRows, compression } = description
    if (columns.length === 0 || columns.some(({ offset, width }) => offset + width > rowLength || width === 0))
      throw wrong('列的描述有误', 'the description of its columns makes no sense')
    const cells = (row: Buffer): CsvCell[] => columns.map((column) => cellOf(row, column, shape.little, decode))
    const records = async function* (): AsyncGenerator<CsvCell[]> {
      let left = rows
      for await (const page of pages()) {
        const type = page.type & KIND
        for (const piece of type === DATA ? [] : piecesOf(page, shape, wrong)) {
          if (piece.kind || left === 0) continue
          const row =
            piece.bytes.length === rowLength
              ? piece.bytes
              : compression === 'rle'
                ? unpackRle(piece.bytes, rowLength)
                : compression === 'rdc'
                  ? unpackRdc(piece.bytes, rowLength)
                  : undefined
          if (!row) throw wrong('压缩的记录有误', 'a compressed record is damaged')
          left--
          yield cells(row)
        }
        if (type !== DATA && type !== MIX) continue
        const base = (shape.wide ? 32 : 16) + 8
        const behind = base + page.pointers.length * (shape.wide ? 24 : 12)
        const start = type === DATA ? base : behind + (behind % 8)
        const count = Math.min(left, type === DATA ? page.blocks : mixedRows)
        if (start + count * rowLength > page.bytes.length) throw wrong('记录超出所在页', 'a record reaches beyond its page')
        for (let index = 0; index < count; index++, left--)
          yield cells(page.bytes.subarray(start + index * rowLength, start + (index + 1) * rowLength))
      }
    }
    return loadStatistics(context, {
      columns: columns.map(({ name, label, format }) => ({ column: name, ...(label ? { label } : {}), ...(format ? { format } : {}) })),
      rows: records(),
      stated: rows,
      texts,
      sure,
    })
  })

type Wrong = (zh: string, en: string) => Error
type Piece = { kind: string | undefined; bytes: Buffer }

/** Descriptions and packed rows of a page; a kind marks the descriptions. */
function piecesOf(page: SasPage, shape: SasShape, wrong: Wrong): Piece[] {
  const type = page.type & KIND
  if (type !== META && type !== MIX && type !== AMD) return []
  return page.pointers.flatMap(({ at, length, compression, kind }): Piece[] => {
    if (length === 0 || compression === SKIPPED) return []
    if (at + length > page.bytes.length) throw wrong('指针超出所在页', 'a pointer leaves its page')
    const bytes = page.bytes.subarray(at, at + length)
    const described = compression === PACKED ? undefined : SasDescription.kindOf(bytes, shape)
    if (described) return [{ kind: described, bytes }]
    return compression === PACKED || kind === 1 ? [{ kind: undefined, bytes }] : []
  })
}

function describe(description: SasDescription, { kind, bytes }: Piece, wrong: Wrong): void {
  try {
    description.add(kind as string, bytes)
  } catch (error) {
    throw error instanceof RangeError ? wrong('描述有误', 'a description is too short') : error
  }
}

function encodingOf(context: ReadContext, { encoding }: SasShape, description: SasDescription): { encoding: Encoding; sure: boolean } {
  const named = givenEncoding(context) ?? encodingNamed(sasEncoding(encoding) ?? 'none')
  if (named) return { encoding: named, sure: true }
  const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
  return encodingOfPieces(
    description.columns(latin).flatMap(({ name, label }) => [Buffer.from(name, 'latin1'), Buffer.from(label, 'latin1')]),
  )
}

/** Two ways to name the kind of missing: the letter itself, or its place in the alphabet behind `_` and the plain one. */
function missingCode(tag: number): CsvCell {
  if (tag === 0 || tag === 0x5f) return '._'
  const letter = tag >= 2 && tag <= 27 ? tag + 63 : tag
  return letter >= 65 && letter <= 90 ? `.${String.fromCharCode(letter)}` : null
}

function cellOf(
  row: Buffer,
  { offset, width, numeric, format }: SasColumn,
  little: boolean,
  decode: (bytes: Uint8Array) => string,
): CsvCell {
  const bytes = row.subarray(offset, offset + width)
  if (!numeric) return trimEnd(decode(bytes), '\0 ') || null
  // Shorter numbers are the upper bytes of longer ones.
  const whole = Buffer.alloc(8)
  if (little) bytes.copy(whole, 8 - width)
  else bytes.copy(whole, 0)
  if (little) whole.reverse()
  const value = whole.readDoubleBE()
  return Number.isNaN(value) ? missingCode(255 - (whole[2] as number)) : sasNumber(value, format)
}
