import { all, any, not, Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import { scan, type ScanItem } from './scan.ts'
import type { Tally } from './tally.ts'

/** Rows that a parameter did not judge because a cell could not be read. Asked for by whoever shows results: it takes another pass. */
export async function countUnread(database: QcDatabase, tallies: readonly Tally[], stopped: () => void): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const items = tallies.flatMap((tally): ScanItem[] => {
    const { part, prepared, total, judged } = tally
    const complete = part.shape !== 'row' && part.shape !== 'measure' ? true : total.base >= total.rows
    if (complete || tally.error !== undefined || judged === 'true' || !prepared.scope || !part.unread?.length) return []
    return [
      {
        shared: prepared.scope.shared,
        groupBy: [],
        aggregates: [
          prepared.scope.dialect.aggregates.count(all(prepared.filter, not(Sql`coalesce(${judged}, false)`), any(...part.unread))),
        ],
        receive: ([whole]) => {
          const count = whole?.values[0] ?? 0
          if (count > 0) found.set(prepared.parameter.id, (found.get(prepared.parameter.id) ?? 0) + count)
        },
        // A number beside the verdict: that it cannot be had is no reason to lose the verdict.
        fail: () => undefined,
      },
    ]
  })
  await scan(database, items, stopped)
  return found
}
