import { type Cell, type CellValue, type ReadOptions, readXls, readXlsx, type Sheet, streamXlsxRows, type Workbook } from 'hucre'
import { checkArchive, readEntry } from '../archive.ts'
import { isZip } from '../magic.ts'
import {
  BATCH,
  extrasOf,
  type FromReader,
  type GridCell,
  type GridRow,
  type Look,
  MOST_CELLS,
  type Picture,
  type SheetHead,
  type SheetName,
  textOf,
  widthOfText,
} from './book.ts'
import { lookOf } from './cell-look.ts'
import { cellText, colorOfFormat } from './cell-text.ts'
import { pacedArchive } from './paced-archive.ts'

const MEGABYTE = 1024 * 1024
const UNPACKED = 1024 * MEGABYTE
/** Beyond this a sheet is read as a stream of plain values: with every style it would take minutes and the memory of the page. */
const PLAIN_FROM = 24 * MEGABYTE
const PIXELS_PER_CHARACTER = 7
const PIXELS_PER_POINT = 96 / 72
const MIMES = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const

type Tell = (message: FromReader) => void
export type OpenBook = { sheets: SheetName[]; show(index: number, tell: Tell): Promise<void> }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plainText = (xml: string): string =>
  xml.replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Names and order of the sheets that Excel would show. Read by hand: the library reads every word of the book first. */
const namesIn = (xml: string): SheetName[] =>
  [...xml.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].flatMap(([tag], index) => {
    const name = /\sname="([^"]*)"/.exec(tag)?.[1]
    return name === undefined || /\sstate="(hidden|veryHidden)"/.test(tag) ? [] : [{ name: plainText(name), index }]
  })

export const openBook = async (bytes: Uint8Array<ArrayBuffer>): Promise<OpenBook> => {
  if (!isZip(bytes)) return oldBook(await readXls(bytes))
  const entries = await checkArchive(bytes, UNPACKED, (name, size) => /worksheets\//.test(name) && size > PLAIN_FROM)
  const workbook = [...entries.keys()].find((name) => /(^|\/)workbook\.xml$/.test(name))
  const sheets = workbook ? namesIn(await readEntry(bytes, workbook)) : []
  const isPlain = [...entries].some(([name, size]) => /worksheets\/|sharedStrings/.test(name) && size > PLAIN_FROM)
  return { sheets, show: (index, tell) => (isPlain ? showPlain(bytes, index, tell) : showStyled(bytes, index, tell)) }
}

const oldBook = (book: Workbook): OpenBook => ({
  sheets: book.sheets.flatMap((sheet, index) => (sheet.hidden || sheet.veryHidden ? [] : [{ name: sheet.name, index }])),
  show: async (index, tell) =>
    tellSheet(book, book.sheets[index]!, index, (message) =>
      tell(message.type === 'head' ? { ...message, head: { ...message.head, isPlain: 'old' } } : message),
    ),
})

const showStyled = async (bytes: Uint8Array<ArrayBuffer>, index: number, tell: Tell): Promise<void> => {
  const options: ReadOptions = { sheets: [index], readStyles: true }
  const book = await readXlsx(bytes, options)
  const [sheet] = book.sheets
  if (sheet) tellSheet(book, sheet, index, tell)
}

const tellSheet = (book: Workbook, sheet: Sheet, index: number, tell: Tell): void => {
  const looks: Look[] = []
  const known = new Map<string, number>()
  const numberOf = (look: Look): number | undefined => {
    const key = JSON.stringify(look)
    if (key === '{}') return undefined
    let number = known.get(key)
    if (number === undefined) {
      known.set(key, (number = looks.length))
      looks.push(look)
    }
    return number
  }
  const theme = book.themeColors ?? []
  const gridCell = (value: CellValue, cell: Cell | undefined): GridCell | null => {
    // What the file saved as the result is what counts: nothing is ever computed here.
    const shown = cell?.formula === undefined ? value : (cell.formulaResult ?? value)
    const text = cell?.richText ? cell.richText.map((run) => run.text).join('') : cellText(shown, cell?.style?.numFmt)
    const style = cell?.style ? { ...lookOf(cell.style, theme), ...colorOfFormat(shown, cell.style.numFmt) } : {}
    const side = typeof shown === 'number' || shown instanceof Date ? 'right' : typeof shown === 'boolean' ? 'center' : undefined
    const look = numberOf(side && !style.align ? { ...style, align: side } : style)
    const formula = cell?.formula === undefined ? undefined : `=${cell.formula}`
    const link = cell?.hyperlink?.target || undefined
    if (look === undefined && formula === undefined && link === undefined) return text === '' ? null : text
    return { text, ...(look !== undefined && { look }), ...(formula !== undefined && { formula }), ...(link !== undefined && { link }) }
  }
  const cells = sheet.cells ?? new Map<string, Cell>()
  const ends = usedColumns(sheet.rows, cells.keys())
  const rows: GridRow[] = sheet.rows.map((row, r) =>
    Array.from({ length: ends[r] ?? 0 }, (_, c) => gridCell(row[c] ?? null, cells.get(`${r},${c}`))),
  )
  const columns = ends.reduce((most, end) => Math.max(most, end), 0)
  tell({ type: 'head', index, head: grown(headOf(sheet, columns, rows, looks), rows) })
  for (let at = 0; at < rows.length; at += BATCH) tell({ type: 'rows', index, rows: rows.slice(at, at + BATCH) })
  tell({ type: 'end', index, isCut: false })
}

/** How many columns each row uses. The reader pads every row to the widest one, and one far cell would make millions of empty ones. */
const usedColumns = (rows: readonly CellValue[][], keys: Iterable<string>): number[] => {
  const ends = rows.map((row) => row.findLastIndex((value) => value !== null && value !== '') + 1)
  for (const key of keys) {
    const [row = 0, column = 0] = key.split(',').map(Number)
    if (row < ends.length) ends[row] = Math.max(ends[row]!, column + 1)
  }
  return ends
}

/**
 * A column is at least as wide as its numbers and dates, whatever its author chose for the letters of another machine: a number that is
 * cut off is a wrong number. Where a file knows no widths at all, words count as well.
 */
const widened = (sheet: Sheet, widths: number[], rows: readonly GridRow[], looks: readonly Look[]): number[] => {
  const isFree = !sheet.columns?.some((column) => column?.width !== undefined)
  const merged = new Set((sheet.merges ?? []).filter((m) => m.endCol > m.startCol).map((m) => `${m.startRow},${m.startCol}`))
  return widths.map((width, c) => {
    if (width === 0) return width
    const counted = rows.slice(0, 500).flatMap((row, r) => {
      const isNumber = looks[extrasOf(row[c]).look ?? -1]?.align === 'right'
      return (isNumber || (isFree && (row[c + 1] ?? null) !== null)) && !merged.has(`${r},${c}`) ? [textOf(row[c])] : []
    })
    return counted.reduce((most, text) => Math.max(most, Math.min(220, Math.round(widthOfText(text) * 7.5 + 16))), width)
  })
}

/** Rows without a height of their own are as high as their text. */
const grown = (head: SheetHead, rows: readonly GridRow[]): SheetHead => {
  const heights = new Map(head.heights)
  const merged = new Set(head.merges.map(({ row, column }) => `${row},${column}`))
  rows.forEach((row, r) => {
    if (heights.has(r)) return
    const needed = row.map((cell, c) => {
      const look = head.looks[extrasOf(cell).look ?? -1]
      if (!cell || !look || merged.has(`${r},${c}`)) return 0
      const line = ((look.size ?? 11) / 11) * 18
      const lines = look.wrap
        ? textOf(cell)
            .split('\n')
            .reduce((n, text) => n + Math.max(1, Math.ceil((widthOfText(text) * 7) / Math.max(20, (head.widths[c] ?? 72) - 12))), 0)
        : 1
      return lines * line + 6
    })
    const height = Math.min(400, Math.max(24, ...needed))
    if (height > 24) heights.set(r, Math.round(height))
  })
  return { ...head, heights }
}

const headOf = (sheet: Sheet, columns: number, rows: readonly GridRow[], looks: Look[]): SheetHead => {
  const pictures = picturesOf(sheet)
  const merges = (sheet.merges ?? []).map((m) => ({
    row: m.startRow,
    column: m.startCol,
    rows: m.endRow - m.startRow + 1,
    columns: m.endCol - m.startCol + 1,
  }))
  const ends = [...pictures.map((p) => (p.toColumn ?? p.column) + 1), ...merges.map((m) => m.column + m.columns)]
  const last = ends.reduce((most, end) => Math.max(most, end), Math.max(columns, sheet.columns?.length ?? 0))
  const widths = Array.from({ length: Math.min(last, 16_384) }, (_, i) => {
    const column = sheet.columns?.[i]
    return column?.hidden ? 0 : Math.min(800, Math.round((column?.width ?? 9.5) * PIXELS_PER_CHARACTER + 5))
  })
  return {
    widths: widened(sheet, widths, rows, looks),
    heights: new Map(
      [...(sheet.rowDefs ?? [])].flatMap(([row, { hidden, height }]) =>
        hidden ? [[row, 0] as const] : height ? [[row, Math.round(height * PIXELS_PER_POINT)] as const] : [],
      ),
    ),
    merges,
    frozen: { rows: Math.min(sheet.freezePane?.rows ?? 0, 50), columns: Math.min(sheet.freezePane?.columns ?? 0, 20) },
    looks,
    pictures,
    hasLines: sheet.view?.showGridLines !== false,
    isPlain: false,
    isUntyped: false,
  }
}

const picturesOf = (sheet: Sheet): Picture[] =>
  (sheet.images ?? []).flatMap(({ type, data, anchor, width = 160, height = 120, altText = '' }) =>
    type === 'svg'
      ? []
      : [
          {
            row: anchor.from.row,
            column: anchor.from.col,
            toRow: anchor.to?.row ?? null,
            toColumn: anchor.to?.col ?? null,
            width,
            height,
            mime: MIMES[type],
            bytes: new Uint8Array(data),
            alt: altText,
          },
        ],
  )

const showPlain = async (bytes: Uint8Array<ArrayBuffer>, index: number, tell: Tell): Promise<void> => {
  let rows: GridRow[] = []
  let told = 0
  let cells = 0
  const flush = (): void => {
    if (told === 0) tell({ type: 'head', index, head: plainHead(rows) })
    tell({ type: 'rows', index, rows })
    told += rows.length
    rows = []
  }
  for await (const row of streamXlsxRows(pacedArchive(bytes), { sheet: index })) {
    // Rows without a cell are not written down.
    while (told + rows.length < row.index && rows.length < 100_000) rows.push([])
    rows.push(row.values.map((value) => plainCell(value)))
    cells += row.values.length
    // The first rows at once: the reader sees the sheet while the rest arrives.
    if (rows.length >= (told === 0 ? 200 : BATCH)) flush()
    if (cells >= MOST_CELLS) break
  }
  flush()
  tell({ type: 'end', index, isCut: cells >= MOST_CELLS })
}

const plainCell = (value: CellValue): GridCell | null => {
  if (typeof value === 'number') return value
  return cellText(value, undefined) || null
}

const plainHead = (sample: readonly GridRow[]): SheetHead => ({
  widths: Array.from({ length: Math.max(1, ...sample.map((row) => row.length)) }, (_, column) => {
    const longest = Math.max(0, ...sample.slice(0, 100).map((row) => widthOfText(textOf(row[column]))))
    return Math.min(320, Math.max(64, longest * 7.5 + 20))
  }),
  heights: new Map(),
  merges: [],
  frozen: { rows: 1, columns: 0 },
  looks: [],
  pictures: [],
  hasLines: true,
  isPlain: 'big',
  isUntyped: false,
})
