import { open, type FileHandle } from 'node:fs/promises'
import type { CsvDialect } from './csv-parser.ts'
import { CsvSplitter, SLACK } from './csv-split.ts'
import { TextColumn } from './text-column.ts'
import { GroupWriter, type RowGroup, type TypedCopy } from './text-parquet.ts'

const CHUNK = 1 << 18
/** As many as a row group of DuckDB's own; fewer of many columns, each of which keeps its own of them. */
const ROWS = 122_880
const CELLS = 1 << 24
const GROUP_BYTES = 64 << 20
/** Longer than any record of a plain file. */
const LONGEST = 8 << 20

export type CsvCopy = {
  path: string
  to: string
  columns: readonly string[]
  /** Copies that are worth having; one of which a single text cannot be read, or that has too many different ones, is left out. */
  typed: readonly TypedCopy[]
  dialect: CsvDialect
  header: boolean
  /** Bytes above the header, with the byte order mark. */
  from: number
}

/** What lies between `from` and `until` of the CSV, written between `at` and `limit` of the copy. */
export type CsvShare = CsvCopy & { until: number; at: number; limit: number; isWhole: boolean }

/** `odd`: not as plain as that. `quoted`: where a share of it begins and ends cannot be told by its line ends. */
export type CsvShared = RowGroup[] | 'odd' | 'quoted'

export async function copyShare(share: CsvShare): Promise<CsvShared> {
  const writer = await GroupWriter.open(share.to, share, share.at, share.limit)
  try {
    const file = await open(share.path)
    try {
      return (await split(file, writer, share)) ?? writer.groups
    } finally {
      await file.close()
    }
  } finally {
    await writer.close()
  }
}

async function split(file: FileHandle, writer: GroupWriter, share: CsvShare): Promise<'odd' | 'quoted' | undefined> {
  const { columns: names, dialect, from, until, isWhole } = share
  const rows = Math.min(ROWS, Math.ceil(CELLS / names.length / 2048) * 2048)
  const columns = names.map(() => new TextColumn(rows))
  const splitter = new CsvSplitter(dialect, columns)
  let buffer = Buffer.allocUnsafe(CHUNK * 2)
  let [position, kept, grouped] = [from, 0, 0]
  let isHeader = share.header
  for (;;) {
    if (buffer.length - kept < CHUNK + SLACK) buffer = Buffer.concat([buffer.subarray(0, kept), Buffer.allocUnsafe(buffer.length)])
    const wanted = Math.min(CHUNK, until - position)
    const bytesRead = wanted > 0 ? (await file.read(buffer, kept, wanted, position)).bytesRead : 0
    if (!isWhole && dialect.quote !== '' && buffer.subarray(kept, kept + bytesRead).includes(dialect.quote)) return 'quoted'
    const isLast = bytesRead === 0
    if (isLast && kept > 0) buffer[kept] = 10
    const seen = buffer.subarray(0, kept + (isLast && kept > 0 ? 1 : bytesRead))
    const end = splitter.lastEnd(seen)
    let at = 0
    if (isHeader && end > 0) {
      at = splitter.firstEnd(seen)
      isHeader = false
    }
    while (at < end) {
      const start = at
      at = splitter.take(seen, at, end, rows - writer.rowsOf(columns))
      if (at === -1) return 'odd'
      grouped += at - start
      if (writer.rowsOf(columns) < rows && grouped < GROUP_BYTES) continue
      await writer.add(columns)
      for (const column of columns) column.clear()
      grouped = 0
    }
    position += bytesRead
    kept = seen.length - end
    if (isLast) {
      await writer.add(columns)
      return kept === 0 ? undefined : 'odd'
    }
    if (kept > LONGEST) return 'odd'
    buffer.copyWithin(0, end, seen.length)
  }
}
