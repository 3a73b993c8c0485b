import type { QcWorkspace, ReportModel, StagedTable, Violation } from '#qc'
import { identifier } from '#qc/sql.ts'
import { RECORD_CELLS } from '../record/snapshot.ts'
import type { Source } from './source.ts'

/** A table as a report shows it: what is sensitive, and what only the ledger needs, is not there. */
export const reportTable = (table: StagedTable, { shown, hidden }: Source): StagedTable => {
  if (!shown) return table
  const present = new Set(shown.filter((name) => !hidden.includes(name)))
  return { ...table, columns: table.columns.filter((column) => present.has(column)) }
}

const namesIn = async (db: QcWorkspace, table: StagedTable, rows: readonly number[]): Promise<Map<number, string>> => {
  if (rows.length === 0 || !table.columns.includes(RECORD_CELLS.name)) return new Map()
  const found = await db.all<{ row: number; name: string }>(
    `SELECT "__row" AS "row", ${identifier(RECORD_CELLS.name)} AS name FROM ${table.relation} WHERE "__row" IN (${rows.map(Number).join(', ')})`,
  )
  return new Map(found.map(({ row, name }) => [Number(row), name]))
}

/** Records by the name that people know them by; nothing that a discreet rule found tells a value. */
export const presented = async (
  db: QcWorkspace,
  tables: ReadonlyMap<string, StagedTable>,
  model: ReportModel,
  isDiscreet: (parameter: string) => boolean,
): Promise<ReportModel> => {
  if (!model.run) return model
  const results = []
  for (const result of model.run.results) {
    const table = tables.get(result.table ?? '')
    const rows = result.first.flatMap(({ row }) => (row === null ? [] : [row]))
    const names = table ? await namesIn(db, table, rows) : new Map<number, string>()
    const shown = (violation: Violation): Violation => {
      const name = violation.row === null ? undefined : names.get(violation.row)
      const value = violation.value !== null && isDiscreet(result.parameter) ? '••••' : violation.value
      return { ...violation, value, ...(name === undefined ? {} : { key: JSON.stringify({ record: name }) }) }
    }
    results.push({ ...result, first: result.first.map(shown) })
  }
  return { ...model, run: { ...model.run, results } }
}
