import { createReadStream } from 'node:fs'
import type { ImportNote } from '../table.ts'
import { CsvParser, isBlankLine, type CsvDialect, type CsvRecord } from './csv-parser.ts'
import { QcInputError } from './input-error.ts'
import { loadParts, type ReadContext } from './reading.ts'
import type { Part } from './relation.ts'
import { RowFile } from './row-file.ts'

const NAMED_LINES = 1000
/** Longer than any record a person could mean: a quote was opened and never closed. */
const LONGEST_RECORD = 32 << 20

type Repair = {
  text: string
  dialect: CsvDialect
  hasHeader: boolean
  columns: readonly string[]
  above: { bytes: number; lines: number }
}

/** The careful way for files the strict reader refuses: nothing is dropped silently, every doubt becomes a note with its line. */
export async function repairCsv(context: ReadContext, repair: Repair): Promise<{ parts: Part[]; rows: number; notes: ImportNote[] }> {
  const parser = new CsvParser(repair.dialect, { keepBlank: true, line: repair.above.lines + 1 })
  const file = new RowFile(context.scratch, repair.columns, context.shownAs)
  const notes: ImportNote[] = []
  let ragged = 0
  let header = repair.hasHeader
  let started = false
  // Blank lines are records once another follows; in a single column each is one.
  let [blank, blankLines] = [0, 0]
  const take = async (records: readonly CsvRecord[]) => {
    for (const { cells, line } of records) {
      if (repair.columns.length > 1 && isBlankLine(cells)) {
        if (started) blank++
        continue
      }
      started = true
      if (header) {
        header = false
        continue
      }
      blankLines += blank
      for (; blank > 0; blank--) await file.add([])
      if (cells.length !== repair.columns.length) {
        ragged++
        if (ragged <= NAMED_LINES) notes.push(raggedNote(cells, line, repair.columns.length, file.rows + 1))
      }
      await file.add(cells)
    }
    if (parser.pending.length > LONGEST_RECORD) throw openQuote(context, parser.pending.line)
  }
  try {
    const stream = createReadStream(repair.text, { encoding: 'utf8', start: repair.above.bytes, highWaterMark: 1 << 20 })
    for await (const chunk of stream as AsyncIterable<string>) await take(parser.push(chunk))
    await take(parser.end())
  } finally {
    await file.end()
  }
  if (parser.openQuoteLine !== undefined) throw openQuote(context, parser.openQuoteLine)
  if (ragged > 0) notes.push({ code: 'ragged_rows', count: ragged, severity: 'warning' })
  if (parser.strayQuotes > 0) notes.push({ code: 'stray_quotes', count: parser.strayQuotes, severity: 'warning' })
  if (blankLines > 0) notes.push({ code: 'blank_lines', count: blankLines, severity: 'info' })
  return { parts: await loadParts(context, file), rows: file.rows, notes }
}

const openQuote = (context: ReadContext, line: number) =>
  new QcInputError(
    'open_quote',
    { file: context.shownAs, line },
    {
      zh: '这里开始的引号没有结束',
      en: 'a quote opens here and is never closed',
    },
  )

/** `count` carries the record number, so that a check can name the row as well as the line. */
function raggedNote(cells: CsvRecord['cells'], line: number, expected: number, row: number): ImportNote {
  const extra = cells.slice(expected)
  return {
    code: 'ragged_row',
    line,
    count: row,
    detail: `${cells.length}/${expected}${extra.length > 0 ? ` ${JSON.stringify(extra).slice(0, 200)}` : ''}`,
    severity: 'warning',
  }
}
