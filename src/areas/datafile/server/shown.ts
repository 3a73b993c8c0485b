import { identifier } from '#qc/sql.ts'
import type { ColumnProfile, QcDatabase, StagedTable, TableProfile } from '#qc'

const FIRST_ROWS = 200
const FIRST_COLUMNS = 200
const LONGEST = 500

/** What the page of a file shows of a table without asking it again. `more`: how many columns are not among them. */
export type Shown = {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  profile: readonly ColumnProfile[]
  sampledRows: number
  more: number
}

export const cellOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value).slice(0, LONGEST))

export const shownOf = async (db: QcDatabase, table: StagedTable, profile: TableProfile): Promise<Shown> => {
  const columns = table.columns.slice(0, FIRST_COLUMNS)
  const from = table.narrow?.(columns) ?? table.relation
  const rows = await db.all(`SELECT ${columns.map(identifier).join(', ')} FROM ${from} ORDER BY "__row" LIMIT ${FIRST_ROWS}`)
  return {
    columns,
    rows: rows.map((row) => columns.map((name) => cellOf(row[name]))),
    profile: profile.columns.slice(0, FIRST_COLUMNS),
    sampledRows: profile.sampledRows,
    more: table.columns.length - columns.length,
  }
}
