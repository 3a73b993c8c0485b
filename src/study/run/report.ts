import type { QcWorkspace, ReportModel, StagedTable, Violation } from '#qc'
import { identifier } from '#qc/sql.ts'
import { RECORD_CELLS } from '../record/snapshot.ts'
import type { Text } from '#qc/text.ts'
import { variableKey, type Called } from './part.ts'
import { hiddenIn, type Source } from './source.ts'

/** A table as a report shows it: what is sensitive, and what only the ledger needs, is not there. */
export const reportTable = (table: StagedTable, source: Source): StagedTable => {
  const hidden = new Set(hiddenIn(source, table.columns))
  const shown = new Set(source.shown ?? table.columns)
  return { ...table, columns: table.columns.filter((column) => shown.has(column) && !hidden.has(column)) }
}

const namesIn = async (db: QcWorkspace, table: StagedTable, rows: readonly number[]): Promise<Map<number, string>> => {
  if (rows.length === 0 || !table.columns.includes(RECORD_CELLS.name)) return new Map()
  const found = await db.all<{ row: number; name: string }>(
    `SELECT "__row" AS "row", ${identifier(RECORD_CELLS.name)} AS name FROM ${table.relation} WHERE "__row" IN (${rows.map(Number).join(', ')})`,
  )
  return new Map(found.map(({ row, name }) => [Number(row), name]))
}

/** Tables and columns by what the study calls them, beside their codes. */
export const titled = (model: ReportModel, sources: readonly Source[], called: Called | undefined): ReportModel => {
  const places = new Map(sources.map(({ name, place }) => [name, place]))
  const withTitle = <T extends object>(one: T, title: Text | undefined): T => (title ? { ...one, title } : one)
  const tables = model.tables.map((table) => {
    const place = places.get(table.name) ?? ''
    const columns = table.columns.map((column) => withTitle(column, called?.variables.get(variableKey(place, column.name))))
    return withTitle({ ...table, columns }, called?.forms.get(place))
  })
  return { ...model, tables }
}

/** Each rule with the version that judged, where whoever asks knows it. */
export const versioned = (model: ReportModel, versionOf: ((parameter: string) => Text | null) | undefined): ReportModel => {
  if (!model.run || !versionOf) return model
  const results = model.run.results.map((result) => {
    const version = versionOf(result.parameter)
    return version ? { ...result, settings: [...result.settings, version] } : result
  })
  return { ...model, run: { ...model.run, results } }
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
