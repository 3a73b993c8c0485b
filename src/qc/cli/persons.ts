import type { Run } from '../engine.ts'
import { hidePersons } from '../hide-persons.ts'
import { identifyingColumns } from '../profile/identifiers.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'

type Asked = { db: QcDatabase; tables: readonly StagedTable[] }

type First = ReadonlyMap<string, readonly Violation[]>

/** Violations as a screen may show them: values of columns that look like persons are not, unless asked for. */
export async function withoutPersons({ db, tables }: Asked, run: Run, first: First, identifying: boolean): Promise<First> {
  if (identifying) return first
  const columns = [...first.values()].flatMap((list) => list.flatMap((item) => run.violations.shownIn(item)))
  // Also of the other tables: what a check of two tables shows may stand in either.
  const hidden = new Set<string>()
  for (const table of tables) for (const name of await identifyingColumns(db, table, [...new Set(columns)])) hidden.add(name)
  const shown = run.results.flatMap((result): [string, Violation[]][] => {
    const list = first.get(result.parameter)
    return list ? [[result.parameter, hidePersons(run, result, list, hidden)]] : []
  })
  return new Map(shown)
}
