import { createReadStream } from 'node:fs'
import type { ImportNote } from '../table.ts'
import { CsvParser, type CsvDialect, type CsvRecord } from './csv-parser.ts'
import { QcInputError } from './input-error.ts'
import { loadParts, type ReadContext } from './reading.ts'
import type { Part } from './relation.ts'
import { RowFile } from './row-file.ts'

const NAMED_LINES = 1000
/** Longer than any record a person could mean: a quote was opened and never closed. */
const LONGEST_RECORD = 32 << 20

type Repair = { text: string; dialect: CsvDialect; hasHeader: boolean; columns: readonly string[] }

/** The careful way for files the strict reader refuses: nothing is dropped silently, every doubt becomes a note with its line. */
export async function repairCsv(context: ReadContext, repair: Repair): Promise<{ parts: Part[]; rows: number; notes: ImportNote[] }> {
  const parser = new CsvParser(repair.dialect, repair.columns.length === 1)
  const file = new RowFile(context.scratch, repair.columns, context.shownAs)
  const notes: ImportNote[] = []
  let ragged = 0
  let header = repair.hasHeader
  const take = async (records: readonly CsvRecord[]) => {
    for (const { cells, line } of records) {
      if (header) {
        header = false
        continue
      }
      if (cells.length !== repair.columns.length) {
        ragged++
        if (ragged <= NAMED_LINES) notes.push(raggedNote(cells, line, repair.columns.length, file.rows + 1))
      }
      await file.add(cells)
    }
    if (parser.pending.length > LONGEST_RECORD) throw openQuote(context, parser.pending.line)
  }
  try {
    for await (const chunk of createReadStream(repair.text, { encoding: 'utf8', highWaterMark: 1 << 20 }) as AsyncIterable<string>) {
      await take(parser.push(chunk))
    }
    await take(parser.end())
  } finally {
    await file.end()
  }
  if (parser.openQuoteLine !== undefined) throw openQuote(context, parser.openQuoteLine)
  if (ragged > 0) notes.push({ code: 'ragged_rows', count: ragged, severity: 'warning' })
  if (parser.strayQuotes > 0) notes.push({ code: 'stray_quotes', count: parser.strayQuotes, severity: 'warning' })
  if (parser.blankLines > 0) notes.push({ code: 'blank_lines', count: parser.blankLines, severity: 'info' })
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
