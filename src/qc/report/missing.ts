import { duckdb } from '../dialect/duckdb.ts'
import { isBlank } from '../cast.ts'
import { identifier } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'
import type { MissingMatrix } from './model.ts'

const MOST_SLICES = 160
const MOST_COLUMNS = 120

/** Which columns miss what, and where in the file: records in slices, one share for each column and slice. */
export async function missingMatrix(db: QcDatabase, table: StagedTable, columns: readonly string[]): Promise<MissingMatrix> {
  const shown = columns.slice(0, MOST_COLUMNS)
  const height = Math.min(table.rows, MOST_SLICES)
  const shares = Array.from({ length: height }, () => shown.map(() => 0))
  if (height === 0 || shown.length === 0) return { columns: shown, height: 0, shares: [] }
  const slice = `((${identifier(ROW)} - 1) * ${height} // ${table.rows})`
  const counts = shown.map((column, index) => `count(*) FILTER (WHERE ${isBlank(duckdb, identifier(column))}) AS c${index}`)
  const from = table.narrow?.(shown) ?? table.relation
  for (const row of await db.all(`SELECT ${slice} AS s, count(*) AS n, ${counts.join(', ')} FROM ${from} GROUP BY s`)) {
    const line = shares[Number(row['s'])]
    if (line) shown.forEach((_, index) => (line[index] = toByte(Number(row[`c${index}`]) / Number(row['n']))))
  }
  return { columns: shown, height, shares }
}

/** Few of many are not none. */
const toByte = (share: number): number => (share === 0 ? 0 : Math.max(1, Math.round(share * 255)))
