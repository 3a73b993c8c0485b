import type { ColumnFact } from '../table.ts'
import { trimEnd } from '../trim.ts'
import { BinaryFile } from './binary-file.ts'
import { CellDecoder } from './cell-decoder.ts'
import type { CsvCell } from './csv-parser.ts'
import { encodingNamed, encodingOfPieces, givenEncoding, type Encoding } from './encoding.ts'
import type { ReadContext, Reading } from './reading.ts'
import { savBytes } from './sav-data.ts'
import { NoSav, pairsOf, readSavHead, type SavHead, type SavVariable } from './sav-head.ts'
import { spssText } from './spss-number.ts'
import { loadStatistics } from './statistics-file.ts'

/** Texts beyond 255 bytes are written as several, each of which holds 255 of them in the room of 256. */
const SEGMENT = 255
const SEGMENT_SHARE = 252
const MISSING = -Number.MAX_VALUE

/** Extensions that SPSS and its friends write; another number may be a damaged one, and what it said is lost. */
const KNOWN = new Set([3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 19, 20, 21, 22, 24])

type Column = SavVariable & { title: string; total: number; segments: number }

export const readSav = (context: ReadContext): Promise<Reading> =>
  BinaryFile.use(context.path, context.shownAs, 'SPSS', async (file) => {
    const head = await file.head(readSavHead).catch((error: unknown) => {
      throw error instanceof NoSav ? nonsense(file) : error
    })
    const { encoding, sure } = await encodingOf(context, file, head)
    const texts = new CellDecoder(encoding)
    const text = (bytes: Uint8Array): string => trimEnd(texts.text(bytes), '\0 ')
    const columns = columnsOf(head, text)
    if (!columns) throw nonsense(file)
    const rows = async function* (): AsyncGenerator<CsvCell[]> {
      for await (const record of file.records(savBytes(file, head), head.elements * 8))
        yield columns.map((column) => (column.width === 0 ? numberText(record, column, head.little) : textOf(record, column, text)))
    }
    const label = text(head.label)
    return loadStatistics(context, {
      columns: columns.map((column) => factsOf(column, head, text)),
      rows: rows(),
      notes: [...head.extensions.keys()].flatMap((number) =>
        KNOWN.has(number) ? [] : [{ code: 'unknown_part', detail: String(number), severity: 'warning' } as const],
      ),
      ...(head.stated >= 0 ? { stated: head.stated } : {}),
      texts,
      sure,
      ...(label ? { label } : {}),
    })
  })

const nonsense = (file: BinaryFile) => file.damaged({ zh: '文件头有误', en: 'its head makes no sense' })

/** Code pages by number where the file names no encoding. */
const PAGES: Readonly<Record<number, string>> = {
  65001: 'utf-8',
  1252: 'windows-1252',
  936: 'gb18030',
  54936: 'gb18030',
  950: 'big5',
  932: 'shift_jis',
}
const SAMPLE_ROWS = 2000
const SAMPLE_BYTES = 16 * 1024 * 1024

/** Code page 2 and 3 are ASCII of 7 and of 8 bits: of the eighth bit they say nothing, the texts themselves have to. */
async function encodingOf(context: ReadContext, file: BinaryFile, head: SavHead): Promise<{ encoding: Encoding; sure: boolean }> {
  const machine = head.extensions.get(3)
  const page = machine?.length === 32 ? (head.little ? machine.readInt32LE(28) : machine.readInt32BE(28)) : 0
  const named = head.extensions.get(20)?.toString('latin1').trim()
  const known = givenEncoding(context) ?? (named ? encodingNamed(named) : undefined) ?? encodingNamed(PAGES[page] ?? 'none')
  if (known) return { encoding: known, sure: true }
  const pieces = head.variables.flatMap(({ name, label }) => [name, label ?? name])
  for (const { values } of head.valueLabels) for (const { label } of values) pieces.push(label)
  const cells = head.variables.filter(({ width }) => width > 0)
  let [rows, bytes] = [0, 0]
  for await (const record of file.records(savBytes(file, head), head.elements * 8)) {
    for (const { element, width } of cells) pieces.push(Buffer.from(record.subarray(element * 8, element * 8 + width)))
    bytes += record.length
    if (++rows === SAMPLE_ROWS || bytes > SAMPLE_BYTES || cells.length === 0) break
  }
  return encodingOfPieces(pieces)
}

/** Variables under their long names, with the segments of very long texts joined; undefined where they do not fit together. */
function columnsOf(head: SavHead, text: (bytes: Uint8Array) => string): Column[] | undefined {
  const names = pairsOf(text(head.extensions.get(13) ?? Buffer.alloc(0)))
  const widths = pairsOf(text(head.extensions.get(14) ?? Buffer.alloc(0)))
  const columns: Column[] = []
  for (let index = 0; index < head.variables.length;) {
    const variable = head.variables[index] as SavVariable
    const short = text(variable.name).toUpperCase()
    const total = Number(widths.get(short) ?? variable.width)
    const segments = total > SEGMENT ? Math.ceil(total / SEGMENT_SHARE) : 1
    const last = head.variables[index + segments - 1]
    if (last?.width !== total - (segments - 1) * SEGMENT_SHARE) return undefined
    widths.delete(short)
    columns.push({ ...variable, title: names.get(short) ?? text(variable.name), total, segments })
    index += segments
  }
  return columns.length > 0 && widths.size === 0 ? columns : undefined
}

function textOf(record: Buffer, { element, width, total, segments }: Column, text: (bytes: Uint8Array) => string): CsvCell {
  const from = element * 8
  const pieces = Array.from({ length: segments }, (_, index) => record.subarray(from + index * 256, from + index * 256 + SEGMENT))
  const bytes = segments > 1 ? Buffer.concat(pieces).subarray(0, total) : record.subarray(from, from + width)
  return text(bytes) || null
}

const double = (bytes: Buffer, at: number, little: boolean): number => (little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at))

function numberText(record: Buffer, { element, format }: Column, little: boolean): CsvCell {
  const value = double(record, element * 8, little)
  if (value === MISSING) return null
  return spssText(value, (format >> 16) & 0xff)
}

function factsOf(column: Column, head: SavHead, text: (bytes: Uint8Array) => string): ColumnFact {
  const asText = (value: Buffer): string =>
    column.width === 0 ? (numberText(value, { ...column, element: 0 }, head.little) ?? '') : text(value)
  const label = column.label ? text(column.label) : ''
  const choices = head.valueLabels
    .filter(({ elements }) => elements.includes(column.element))
    .flatMap(({ values }) => values.map((item) => ({ code: asText(item.value), label: text(item.label) })))
  const missing = missingOf(column, asText)
  return {
    column: column.title,
    ...(label ? { label } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(missing ? { missing } : {}),
  }
}

function missingOf({ missing, isRange }: Column, asText: (value: Buffer) => string): ColumnFact['missing'] {
  if (missing.length === 0) return undefined
  const [min, max] = missing
  const isPair = isRange && min && max
  return {
    codes: missing.slice(isPair ? 2 : 0).map(asText),
    // Without a lower end the file holds a number just above its own mark of missing.
    ranges: isPair ? [{ min: asText(min), max: asText(max) }] : [],
  }
}
