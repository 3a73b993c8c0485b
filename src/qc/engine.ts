import { findCheck, checkNames } from './checks/registry.ts'
import type { Check } from './check.ts'
import type { Parameter } from './parameter.ts'
import { coversOf } from './plan/cover.ts'
import { countGroups, groupItem } from './plan/group.ts'
import { expand } from './plan/expand.ts'
import { judgedBy, type JudgedBy } from './plan/judged-by.ts'
import { prepare, type Prepared } from './plan/prepare.ts'
import { countFact, countQuery } from './plan/other.ts'
import { countQuantiles } from './plan/quantile.ts'
import { measureItem, rowItem, statsItem } from './plan/row.ts'
import { scan, type ScanItem } from './plan/scan.ts'
import { Tally } from './plan/tally.ts'
import { aggregateItem, countAggregate } from './plan/aggregate.ts'
import { refusedResult, resultOf } from './plan/finish.ts'
import type { CheckResult } from './result.ts'
import { scoreRun, type RunScore } from './score.ts'
import type { QcDatabase, SqlRow, StagedTable } from './table.ts'
import { countUnread } from './plan/unread.ts'
import { Violations } from './violations.ts'

export const ENGINE_VERSION = '1'

export type RunInput = {
  database: QcDatabase
  tables: readonly StagedTable[]
  parameters: readonly Parameter[]
  /** Check types beyond the catalogue, by code or name. */
  find?: (name: string) => Check | undefined
  /** Business key of each table, for parameters that name none. */
  keys?: Readonly<Record<string, readonly string[]>>
  /** ISO text without zone; today() and now() of expressions and every "not in the future". */
  now?: string
  context?: Readonly<SqlRow>
  signal?: AbortSignal
  /** In pieces of work; a check may be several. `under`: so many are in the statement that is asked now. */
  onProgress?: (done: number, total: number, under: number) => void
}

export type Run = {
  engine: string
  now: string
  results: readonly CheckResult[]
  score: RunScore
  violations: Violations
  /** By parameter: rows not judged because a cell holds something that cannot be read. Takes a pass of its own. */
  unread: () => Promise<ReadonlyMap<string, number>>
  /** By parameter and by a cell of the row: what it judged. A pass of its own as well. */
  judgedBy: (column: string) => Promise<JudgedBy>
}

/** As the clock on the wall shows it: in UTC, what is entered before eight in the morning in Beijing would be dated tomorrow. */
const wallClock = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)

/** Judges every parameter. A broken one gets status `error`; only cancelling, or losing the database, rejects. */
export async function runChecks(input: RunInput): Promise<Run> {
  const now = input.now ?? wallClock(new Date())
  const find = (name: string): Check | undefined => input.find?.(name) ?? findCheck(name)
  const parameters = input.parameters.flatMap((parameter) => expand(parameter, input.tables, find))
  const outcomes = prepare(parameters, {
    dialect: input.database.dialect,
    tables: input.tables,
    find,
    names: checkNames(),
    now,
    keys: input.keys ?? {},
    context: input.context ?? {},
  })
  const prepared = outcomes.flatMap((outcome) => (outcome.prepared ? [outcome.prepared] : []))
  const tallies = new Map(prepared.map((item) => [item, item.parts.map((part) => new Tally(item, part))]))
  await count(input, [...tallies.values()].flat())
  const results = outcomes.map((outcome) =>
    outcome.prepared ? resultOf(outcome.prepared, tallies.get(outcome.prepared)!) : refusedResult(outcome),
  )
  const judged = new Map<Prepared, CheckResult>()
  outcomes.forEach((outcome, index) => outcome.prepared && judged.set(outcome.prepared, results[index]!))
  const violations = new Violations(
    input.database,
    prepared.map((item) => ({ result: judged.get(item)!, tallies: tallies.get(item)! })),
  )
  const unread = () => countUnread(input.database, [...tallies.values()].flat(), () => input.signal?.throwIfAborted())
  const byCell = (column: string) => {
    const own = new Map([...tallies].map(([{ parameter }, list]) => [parameter.id, list]))
    return judgedBy(input.database, column, own, () => input.signal?.throwIfAborted())
  }
  return { engine: ENGINE_VERSION, now, results, score: scoreRun(results), violations, unread, judgedBy: byCell }
}

async function count(input: RunInput, tallies: readonly Tally[]): Promise<void> {
  const { database, signal } = input
  const stopped = (): void => signal?.throwIfAborted()
  const onAbort = (): void => database.interrupt()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const covers = coversOf(tallies)
    const known = new Set<Tally>()
    for (const tally of tallies) {
      if (await countQuantiles(database, tally)) known.add(tally)
      stopped()
    }
    const first = tallies.flatMap((tally): ScanItem[] => {
      const { part } = tally
      if (part.shape === 'measure') return [measureItem(tally)]
      if (part.shape === 'group') return [groupItem(tally, covers.get(tally))]
      if (part.shape === 'aggregate') return [aggregateItem(tally)]
      if (part.shape !== 'row') return []
      return [part.stats && !known.has(tally) ? statsItem(tally, part.stats) : rowItem(tally)]
    })
    const measured = tallies.filter((tally) => tally.part.shape === 'row' && tally.part.stats && !known.has(tally))
    const alone = inOrder(tallies).filter(({ part }) => part.shape !== 'row' && part.shape !== 'measure')
    const total = first.length + measured.length + alone.length
    let done = 0
    const step = (count: number, under: number): void => input.onProgress?.((done += count), total, under)
    step(0, 0)
    await scan(database, first, stopped, step)
    const second = measured.filter(({ error }) => !error)
    step(measured.length - second.length, 0)
    await scan(database, second.map(rowItem), stopped, step)
    for (const tally of alone) {
      step(0, 1)
      stopped()
      try {
        if (tally.error) continue
        if (tally.part.shape === 'group') await countGroups(database, tally, covers.get(tally))
        else if (tally.part.shape === 'aggregate') await countAggregate(database, tally)
        else if (tally.part.shape === 'query') await countQuery(database, tally)
        else await countFact(tally)
      } catch (error) {
        stopped()
        if (database.isLost?.(error)) throw error
        tally.error = error
      } finally {
        step(1, 0)
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Fewer keys first: what they prove unique need not be compared again with more. */
function inOrder(tallies: readonly Tally[]): Tally[] {
  const keys = (tally: Tally): number => (tally.part.shape === 'group' ? tally.part.keys.length : 0)
  return tallies.toSorted((a, b) => keys(a) - keys(b))
}
