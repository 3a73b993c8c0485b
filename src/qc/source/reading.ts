import path from 'node:path'
import type { QcWorkspace } from '../database.ts'
import type { Sql } from '../sql.ts'
import type { ImportNote, SourceFacts, TypedColumn } from '../table.ts'
import { countRows, loadCsv } from './csv-load.ts'
import type { CsvCell } from './csv-parser.ts'
import { type Part } from './relation.ts'
import { RowFile } from './row-file.ts'
import { rm } from 'node:fs/promises'

export type StageOptions = {
  /** The table's name in parameters; the file's name without its endings when left out. */
  name?: string
  format?: Format
  sheet?: string | number
  encoding?: string
  delimiter?: string
  quote?: string
  /** False: the first record is data and columns are named column_1 … */
  header?: boolean
  /** Folder of stored snapshots; with it a second run of the same bytes and options reads no source again. */
  snapshot?: string
  /** The hash of the bytes, where somebody has proved it already: a snapshot is then found without reading them. */
  sha256?: string
  onProgress?: (progress: { step: 'read' | 'load'; done: number; total: number }) => void
}

export const FORMATS = [
  'csv',
  'xlsx',
  'ods',
  'json',
  'ndjson',
  'parquet',
  'xpt',
  'sav',
  'por',
  'dta',
  'sas7bdat',
  'nifti',
  'fastq',
  'vcf',
] as const
export type Format = (typeof FORMATS)[number]

/** What a reader is given: `path` is the plain file to read, `shownAs` what the user called it. */
export type ReadContext = {
  workspace: QcWorkspace
  path: string
  shownAs: string
  bytes: number
  /** A path prefix in the workspace that no other reading uses. */
  scratch: string
  options: StageOptions
}

/** What a reader leaves behind: columnar parts in the workspace, or a relation over the source itself. */
export type Reading = {
  columns: readonly string[]
  rows: number
  facts: Partial<SourceFacts> & { notes: readonly ImportNote[] }
  parts: readonly Part[]
  /** Instead of parts: a SELECT with the record number, all columns as text and the typed copies. */
  select?: Sql
  typed?: Readonly<Record<string, TypedColumn>>
}

/** The way of every reader that yields rows: clean CSV, then the bulk loader. Row-by-row insertion is a thousand times slower. */
export async function loadRows(
  context: ReadContext,
  columns: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): Promise<{ parts: Part[]; rows: number }> {
  const file = new RowFile(context.scratch, columns, context.shownAs)
  try {
    for await (const row of rows) await file.add(row)
  } finally {
    await file.end()
  }
  const parts = await loadParts(context, file)
  return { parts, rows: file.rows }
}

export async function loadParts(context: ReadContext, file: RowFile): Promise<Part[]> {
  const parts: Part[] = []
  for (const [index, part] of file.parts.entries()) {
    const to = `${context.scratch}.${index}.parquet`
    await loadCsv(context.workspace, {
      path: part.path,
      to,
      columns: part.columns,
      dialect: { delimiter: ',', quote: '"' },
      header: false,
      longestRecord: file.longest,
      isOwnFile: true,
    })
    const loaded = await countRows(context.workspace, to)
    if (loaded !== file.rows) throw new Error(`${loaded} of ${file.rows} rows arrived in ${path.basename(to)}`)
    await rm(part.path)
    parts.push({ file: path.basename(to), columns: part.columns })
  }
  return parts
}
