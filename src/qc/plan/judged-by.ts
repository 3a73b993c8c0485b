import { identifier, join, Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import { scan, type ScanItem } from './scan.ts'
import type { Tally } from './tally.ts'

/** Rows that a parameter judged, and what it could have blamed in them: two columns of a row are two. */
export type JudgedShare = { rows: number; denominator: number }
/** By parameter, then by the cell. */
export type JudgedBy = Map<string, Map<string, JudgedShare>>

const judgesRows = ({ part, prepared: { scope }, error }: Tally): boolean =>
  scope !== undefined && !error && (part.shape === 'row' || (part.shape === 'group' && part.unit === 'row'))

const anyOf = (conditions: readonly Sql[]): Sql =>
  join(
    conditions.map((one) => Sql`coalesce(${one}, false)`),
    ' OR ',
  )

const itemOf = (column: string, parameter: string, tallies: readonly Tally[], found: JudgedBy): ScanItem[] => {
  const scope = tallies[0]?.prepared.scope
  if (!scope?.table.columns.includes(column) || !tallies.every(judgesRows)) return []
  const { count } = scope.dialect.aggregates
  const judged = tallies.map((tally) => tally.judged)
  return [
    {
      shared: scope.shared,
      groupBy: [scope.share(identifier(column))],
      aggregates: [scope.share(Sql`(${anyOf(judged)})`), ...judged].map(count),
      receive(answer) {
        const own = new Map<string, JudgedShare>()
        for (const { group, values } of answer) {
          const [cell] = group ?? []
          const [rows, ...parts] = values
          if (typeof cell === 'string') own.set(cell, { rows: rows ?? 0, denominator: parts.reduce<number>((sum, n) => sum + (n ?? 0), 0) })
        }
        found.set(parameter, own)
      },
      fail: () => undefined,
    },
  ]
}

/** How many rows each parameter judged, by a cell of the row: of those alone that judge row by row, in tables that have the column. */
export async function judgedBy(
  database: QcDatabase,
  column: string,
  judged: ReadonlyMap<string, readonly Tally[]>,
  stopped: () => void,
): Promise<JudgedBy> {
  const found: JudgedBy = new Map()
  await scan(
    database,
    [...judged].flatMap(([parameter, tallies]) => itemOf(column, parameter, tallies, found)),
    stopped,
  )
  return found
}
