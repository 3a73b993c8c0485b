import { isBlank } from '../cast.ts'
import { identifier, Sql } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'
import type { MissingMatrix } from './model.ts'

const MOST_SLICES = 160
const MOST_COLUMNS = 120

/** Which columns miss what, and where in the file: records in slices, one share for each column and slice. */
export async function missingMatrix(db: QcDatabase, table: StagedTable, columns: readonly string[]): Promise<MissingMatrix> {
  const shown = columns.slice(0, MOST_COLUMNS)
  // Rows in no order have no place, and numbers with gaps tell none: one slice is the share of all.
  const height = Math.min(table.rows, table.unordered || table.sparse ? 1 : MOST_SLICES)
  const shares = Array.from({ length: height }, () => shown.map(() => 0))
  if (height === 0 || shown.length === 0) return { columns: shown, height: 0, shares: [] }
  const { dialect } = db
  const slice = height === 1 ? '0' : dialect.values.contained(table.rows, Sql`((${identifier(ROW)} - 1) * ${height})`)
  const counts = shown.map((column, index) => `count(*) FILTER (WHERE ${isBlank(dialect, identifier(column))}) AS c${index}`)
  const from = table.narrow?.(shown) ?? table.relation
  for (const row of await db.all(`SELECT ${slice} AS s, count(*) AS n, ${counts.join(', ')} FROM ${from} GROUP BY 1`)) {
    const line = shares[Number(row['s'])]
    if (line) shown.forEach((_, index) => (line[index] = toByte(Number(row[`c${index}`]) / Number(row['n']))))
  }
  return { columns: shown, height, shares }
}

/** Few of many are not none. */
const toByte = (share: number): number => (share === 0 ? 0 : Math.max(1, Math.round(share * 255)))
