import type { Run } from '../engine.ts'
import { hideValue, identifyingColumns } from '../profile/identifiers.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'

type Asked = { db: QcDatabase; tables: readonly StagedTable[] }

type First = ReadonlyMap<string, readonly Violation[]>

/** Violations as a screen may show them: values of columns that look like persons are not, unless asked for. The key is: it was chosen. */
export async function withoutPersons({ db, tables }: Asked, { results }: Run, first: First, identifying: boolean): Promise<First> {
  if (identifying) return first
  const shown = new Map<string, readonly Violation[]>()
  const known = new Map<string, ReadonlySet<string>>()
  for (const table of tables) {
    const fields = results.filter((result) => result.table === table.name).flatMap(({ parameter }) => first.get(parameter) ?? [])
    known.set(table.name, await identifyingColumns(db, table, [...new Set(fields.flatMap(({ field }) => [field, ...field.split(', ')]))]))
  }
  for (const { parameter, table } of results) {
    const hidden = known.get(table ?? '') ?? new Set<string>()
    const list = first.get(parameter)
    if (list)
      shown.set(
        parameter,
        list.map((item) => hideValue(item, hidden)),
      )
  }
  return shown
}
