import { identifier } from '../../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../../table.ts'
import { spread } from '../spread.ts'

/** Cells of the same rows, side by side: what relates two columns is looked for in these. */
export type Sampled = { cells: ReadonlyMap<string, readonly (string | null)[]> }

const ROWS = 4000

/** `wanted`: the rows as they stand together, for keys; otherwise spread over the table, for relations. */
export async function sampleRows(db: QcDatabase, table: StagedTable, columns: readonly string[], wanted: boolean): Promise<Sampled> {
  // Rows in no order do not stand together.
  const first = wanted && !table.unordered
  if (columns.length === 0) return { cells: new Map() }
  const chosen = first ? (table.sparse ? undefined : `${identifier(ROW)} <= ${ROWS}`) : spread(db, table, ROWS)
  const [where, most] = [chosen ? ` WHERE ${chosen}` : '', first && table.sparse ? ` LIMIT ${ROWS}` : '']
  const from = table.narrow?.(columns) ?? table.relation
  const rows = await db.all(
    `SELECT ${columns.map((column, index) => `${identifier(column)} AS a${index}`).join(', ')} FROM ${from}${where} ORDER BY ${identifier(ROW)}${most}`,
  )
  return { cells: new Map(columns.map((column, index) => [column, rows.map((row) => (row[`a${index}`] ?? null) as string | null)])) }
}
