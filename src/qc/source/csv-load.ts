import { identifier, literal, Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { CsvDialect } from './csv-parser.ts'
import { shadowSql, type Shadow } from './shadow.ts'

const LONGEST = 2_000_000

export type CsvLoad = {
  path: string
  to: string
  columns: readonly string[]
  dialect: CsvDialect
  header: boolean
  /** Lines above the header. */
  skip?: number
  longestRecord?: number
  /** Our own files end lines with \n; left to itself the reader takes a lone \r inside a quoted cell for the line end. */
  isOwnFile?: boolean
  shadows?: readonly Shadow[]
}

/** Bulk load of a well-formed UTF-8 file, all columns as text, into Parquet in the file's own order. Throws on any structural doubt. */
export async function loadCsv(db: QcDatabase, load: CsvLoad): Promise<void> {
  const longest = load.longestRecord && load.longestRecord > LONGEST / 4 ? `, max_line_size = ${load.longestRecord * 4 + 1024}` : ''
  const options = [
    'auto_detect = false',
    `header = ${load.header}`,
    ...(load.skip ? [`skip = ${load.skip}`] : []),
    `delim = ${literal(load.dialect.delimiter)}`,
    `quote = ${literal(load.dialect.quote)}`,
    `escape = ${literal(load.dialect.quote)}`,
    'strict_mode = true',
    'allow_quoted_nulls = false',
    ...(load.isOwnFile ? [`new_line = '\\n'`] : []),
    `columns = ${struct(load.columns)}`,
  ]
  await db.run(
    `COPY (SELECT ${[...load.columns.map(identifier), ...(load.shadows ?? []).map(shadowSql)].join(', ')} FROM read_csv(${literal(load.path)}, ${options.join(', ')}${longest}))
     TO ${literal(load.to)} (FORMAT parquet)`,
  )
}

const struct = (columns: readonly string[]): Sql => Sql`{${columns.map((column) => Sql`${literal(column)}: 'VARCHAR'`)}}`

export async function countRows(db: QcDatabase, file: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(`SELECT sum(num_rows)::BIGINT AS n FROM parquet_file_metadata(${literal(file)})`)
  return row?.n ?? 0
}
