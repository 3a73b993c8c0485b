import { decodeText } from '../decode-text.ts'
import { BATCH, type FromReader, type GridRow, MOST_CELLS, type SheetHead, widthOfText } from './book.ts'

const separators = [',', '\t', ';', '|']

/** The character that splits the first lines into the most columns, quotes left aside. */
export const separatorOf = (text: string): string => {
  const head = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n/)
    .slice(0, 5)
  const counts = separators.map((separator) => Math.min(...head.filter(Boolean).map((line) => line.split(separator).length)))
  return separators[counts.indexOf(Math.max(...counts))]!
}

/** Rows as RFC 4180 means them: quotes may hold separators, line breaks and doubled quotes. */
export function* csvRows(text: string, separator: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let field: string
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      const close = end < 0 ? text.length : end
      field = text.slice(at + 1, close).replaceAll('""', '"')
      at = close + 1
      // What stands between the closing quote and the next separator is a mistake of the writer: kept, not lost.
      const rest = fieldEnd(text, at, separator)
      field += text.slice(at, rest)
      at = rest
    } else {
      const end = fieldEnd(text, at, separator)
      field = text.slice(at, end)
      at = end
    }
    row.push(field)
    if (text[at] === separator) {
      at++
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    yield row
    row = []
  }
  if (row.length) yield row
}

const fieldEnd = (text: string, from: number, separator: string): number => {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

const headOf = (sample: readonly string[][]): SheetHead => {
  const columns = Math.max(1, ...sample.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(360, Math.max(72, Math.max(0, ...sample.map((row) => widthOfText(row[column] ?? ''))) * 7.5 + 20)),
  )
  const looks = [{ bold: true as const, fill: '#f0f4f9' }]
  return {
    widths,
    heights: new Map(),
    merges: [],
    frozen: { rows: 1, columns: 0 },
    looks,
    pictures: [],
    hasLines: true,
    isPlain: false,
    isUntyped: true,
  }
}

const looked = (row: string[], isFirst: boolean): GridRow => row.map((text) => (text === '' ? null : isFirst ? { text, look: 0 } : text))

/** One sheet; the first line is taken for the names of the columns. */
export const readCsv = (bytes: Uint8Array, tell: (message: FromReader) => void): void => {
  const { text, encoding } = decodeText(bytes)
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = separatorOf(body)
  tell({ type: 'book', sheets: [{ name: 'CSV', index: 0 }], encoding })
  let batch: string[][] = []
  let cells = 0
  let isFirst = true
  const flush = (): void => {
    if (isFirst) tell({ type: 'head', index: 0, head: headOf(batch.slice(0, 200)) })
    tell({ type: 'rows', index: 0, rows: batch.map((row, i) => looked(row, isFirst && i === 0)) })
    isFirst = false
    batch = []
  }
  for (const row of csvRows(body, separator)) {
    batch.push(row)
    cells += row.length
    if (batch.length >= (isFirst ? 200 : BATCH)) flush()
    if (cells >= MOST_CELLS) break
  }
  if (batch.length || isFirst) flush()
  tell({ type: 'end', index: 0, isCut: cells >= MOST_CELLS })
}
