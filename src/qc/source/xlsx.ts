import { readFile } from 'node:fs/promises'
import { read, type CellValue, type Sheet, type Workbook } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import type { ImportNote } from '../table.ts'
import type { CsvCell } from './csv-parser.ts'
import { readSample } from './encoding.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { QcInputError } from './input-error.ts'
import { magicOf } from './kind.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'
import { unpackedSize } from './workbook-size.ts'

/** Above this the workbook is streamed: rows come out, but hidden rows and merged cells can no longer be told. */
const WHOLE_BYTES = 10 << 20
const WHOLE_UNPACKED = 256 << 20
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

type SheetInfo = { name: string; index: number; hidden?: boolean; veryHidden?: boolean }

export async function readExcel(context: ReadContext): Promise<Reading> {
  const infos: SheetInfo[] = []
  try {
    const isOld = magicOf(await readSample(context.path, 512)) === 'xls'
    const unpacked = isOld ? 0 : await unpackedSize(context.path, context.shownAs)
    const bytes = await readFile(context.path)
    if (isOld) return await wholeSheet(context, await read(bytes), infos)
    // Visiting every sheet with "no" costs only the workbook's directory.
    await readXlsx(bytes, { sheets: (info) => (infos.push({ ...info }), false) })
    const chosen = choose(context, infos)
    if (bytes.length <= WHOLE_BYTES && unpacked <= WHOLE_UNPACKED)
      return await wholeSheet(context, await readXlsx(bytes, { sheets: [chosen.index] }), infos, chosen)
    return await table(context, streamedRows(bytes, chosen.name), [
      ...sheetNotes(infos, chosen),
      { code: 'layout_not_read', severity: 'info' },
    ])
  } catch (error) {
    if (error instanceof QcInputError && error.code !== 'damaged_zip') throw error
    throw new QcInputError(
      'damaged_xlsx',
      { file: context.shownAs },
      {
        zh: `不能作为 Excel 文件打开：${error instanceof Error ? error.message : ''}`,
        en: `cannot be opened as an Excel file: ${error instanceof Error ? error.message : ''}`,
      },
      { cause: error },
    )
  }
}

function choose(context: ReadContext, infos: readonly SheetInfo[]): SheetInfo {
  const { sheet } = context.options
  const found =
    sheet === undefined
      ? (infos.find((info) => !info.hidden && !info.veryHidden) ?? infos[0])
      : infos.find((info) => (typeof sheet === 'number' ? info.index === sheet : info.name === sheet))
  if (found) return found
  const names = infos.map((info) => info.name).join(', ')
  // People count sheets from one.
  const asked = typeof sheet === 'number' ? sheet + 1 : (sheet ?? '')
  throw new QcInputError(
    'no_sheet',
    { file: context.shownAs },
    {
      zh: `没有工作表“${asked}”；有：${names}`,
      en: `there is no sheet "${asked}"; there are: ${names}`,
    },
  )
}

export async function wholeSheet(context: ReadContext, book: Workbook, infos: SheetInfo[], given?: SheetInfo): Promise<Reading> {
  if (infos.length === 0)
    infos.push(...book.sheets.map((sheet, index) => ({ name: sheet.name, index, ...(sheet.hidden ? { hidden: true } : {}) })))
  const chosen = given ?? choose(context, infos)
  const sheet = book.sheets.find((item) => item.name === chosen.name) ?? book.sheets[0]
  if (!sheet) throw new QcInputError('empty_file', { file: context.shownAs }, { zh: '工作簿里没有工作表', en: 'the workbook has no sheet' })
  const rows = async function* () {
    yield* sheet.rows
  }
  return table(context, rows(), [...sheetNotes(infos, chosen), ...layoutNotes(sheet)])
}

async function* streamedRows(bytes: Uint8Array, sheet: string): AsyncGenerator<CellValue[]> {
  let next = 0
  for await (const row of streamXlsxRows(bytes, { sheet })) {
    for (; next < row.index; next++) yield []
    next = row.index + 1
    yield row.values
  }
}

/** The first row with a value is the header; blank rows above and below the data are not records, blank rows inside are. */
async function table(context: ReadContext, rows: AsyncIterable<readonly CellValue[]>, notes: ImportNote[]): Promise<Reading> {
  const counts = { dates: 0, errors: 0, beyond: 0 }
  const iterator = rows[Symbol.asyncIterator]()
  let header: string[] | undefined
  let above = 0
  for (;;) {
    const { value, done } = await iterator.next()
    if (done) break
    if (value.some((cell) => cell !== null && cell !== '')) {
      header = trimmed(value.map((cell) => cellText(cell, counts) ?? ''))
      break
    }
    above++
  }
  if (!header) throw new QcInputError('empty_file', { file: context.shownAs }, { zh: '工作表是空的', en: 'the sheet is empty' })
  const hasHeader = context.options.header !== false
  const columns = uniqueNames(hasHeader ? header : header.map(() => ''))
  const body = async function* (): AsyncGenerator<CsvCell[]> {
    if (!hasHeader) yield header.map((cell) => cell || null)
    let blank = 0
    for (;;) {
      const { value, done } = await iterator.next()
      if (done) return
      if (value.every((cell) => cell === null || cell === '')) {
        blank++
        continue
      }
      for (; blank > 0; blank--) yield []
      if (value.slice(columns.length).some((cell) => cell !== null && cell !== '')) counts.beyond++
      yield value.map((cell) => cellText(cell, counts))
    }
  }
  const loaded = await loadRows(context, columns, body())
  const extra: ImportNote[] = [
    ...(above > 0 ? [{ code: 'rows_above_header', count: above, severity: 'info' } as const] : []),
    ...(counts.dates > 0 ? [{ code: 'date_cells', count: counts.dates, severity: 'info' } as const] : []),
    ...(counts.errors > 0 ? [{ code: 'error_cells', count: counts.errors, severity: 'warning' } as const] : []),
    ...(counts.beyond > 0 ? [{ code: 'ragged_rows', count: counts.beyond, severity: 'warning' } as const] : []),
  ]
  return { columns, ...loaded, facts: { header, notes: [...notes, ...(hasHeader ? headerNotes(header, columns) : []), ...extra] } }
}

const trimmed = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

function cellText(cell: CellValue | undefined, counts: { dates: number; errors: number }): CsvCell {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') {
    if (ERROR.test(cell)) counts.errors++
    return cell
  }
  counts.dates++
  const iso = cell.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

const sheetNotes = (infos: readonly SheetInfo[], chosen: SheetInfo): ImportNote[] =>
  infos.flatMap((info): ImportNote[] => {
    if (info.hidden || info.veryHidden) return [{ code: 'hidden_sheet', detail: info.name, severity: 'warning' }]
    return info.index === chosen.index ? [] : [{ code: 'other_sheet', detail: info.name, severity: 'info' }]
  })

function layoutNotes(sheet: Sheet): ImportNote[] {
  const hiddenRows = [...(sheet.rowDefs?.values() ?? [])].filter((row) => row.hidden).length
  const hiddenColumns = (sheet.columns ?? []).filter((column) => column.hidden).length
  const formulas = [...(sheet.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined).length
  const counted: [string, number][] = [
    ['hidden_rows', hiddenRows],
    ['hidden_columns', hiddenColumns],
    ['merged_cells', sheet.merges?.length ?? 0],
    ['formulas', formulas],
  ]
  return counted.flatMap(([code, count]) => (count > 0 ? [{ code, count, severity: 'warning' } as const] : []))
}
