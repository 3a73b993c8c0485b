import type { Shared } from '../scope.ts'
import { Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'

/** One line of an answer: the total (`group` undefined) or one group, with the item's aggregates in their order. */
export type ScanRow = { group?: readonly (string | null)[]; values: readonly (number | null)[] }

/** What one part of a parameter wants from a pass over its table. */
export type ScanItem = {
  shared: Shared
  aggregates: readonly Sql[]
  groupBy: readonly Sql[]
  receive(rows: readonly ScanRow[]): void
  fail(error: unknown): void
}

/** Told before a pass how many items it asks for, and afterwards that they are done. */
type Step = (done: number, under: number) => void

const MOST_GROUPS = 10_000

/** Runs all items in as few passes as there are tables and group-by lists. An item that breaks its pass is found by halving. */
export async function scan(
  database: QcDatabase,
  items: readonly ScanItem[],
  stopped: () => void,
  step: Step = () => undefined,
): Promise<void> {
  const passes = new Map<string, ScanItem[]>()
  const ids = new Map<Shared, number>()
  for (const item of items) {
    if (!ids.has(item.shared)) ids.set(item.shared, ids.size)
    const key = `${ids.get(item.shared)}:${item.groupBy.join(',')}`
    const pass = passes.get(key)
    if (pass) pass.push(item)
    else passes.set(key, [item])
  }
  for (const pass of passes.values())
    for (const chunk of chunks(pass, database.dialect.relations.widest)) await attempt(database, chunk, stopped, step)
}

/** Not too many aggregates in one statement: that keeps state in cache, and still reads the table only a few times. */
function* chunks(items: readonly ScanItem[], widest: number): Generator<ScanItem[]> {
  let chunk: ScanItem[] = []
  let width = 0
  for (const item of items) {
    if (width + item.aggregates.length > widest && chunk.length > 0) {
      yield chunk
      chunk = []
      width = 0
    }
    chunk.push(item)
    width += item.aggregates.length
  }
  if (chunk.length > 0) yield chunk
}

async function attempt(database: QcDatabase, items: readonly ScanItem[], stopped: () => void, step: Step): Promise<void> {
  stopped()
  step(0, items.length)
  try {
    await pass(database, items)
  } catch (error) {
    stopped()
    if (database.isLost?.(error)) throw error
    if (items.length > 1 && !database.isOver?.(error)) {
      const half = items.length >> 1
      await attempt(database, items.slice(0, half), stopped, step)
      return attempt(database, items.slice(half), stopped, step)
    }
    items.forEach((item) => item.fail(error))
  }
  step(items.length, 0)
}

async function pass(database: QcDatabase, items: readonly ScanItem[]): Promise<void> {
  const { shared, groupBy } = items[0]!
  const columns = new Map<Sql, number>()
  for (const item of items) for (const aggregate of item.aggregates) if (!columns.has(aggregate)) columns.set(aggregate, columns.size)
  const aggregates = [...columns].map(([sql, index]) => `${database.dialect.values.cast(Sql`(${sql})`, 'DOUBLE')} AS a${index}`)
  const groups = groupBy.map((sql, index) => `${sql} AS g${index}`)
  const grouping = groupBy.length > 0 ? [`GROUPING(${groupBy.join(', ')}) AS total`] : []
  const tail = groupBy.length > 0 ? ` GROUP BY GROUPING SETS ((${groupBy.join(', ')}), ()) LIMIT ${MOST_GROUPS + 2}` : ''
  const from = shared.from([...columns.keys(), ...groupBy])
  const rows = await database.all(`SELECT ${[...grouping, ...groups, ...aggregates].join(', ')} FROM ${from}${tail}`)
  if (rows.length > MOST_GROUPS + 1) throw new Error(`groupBy gives more than ${MOST_GROUPS} groups`)
  for (const item of items) {
    const wanted = item.aggregates.map((aggregate) => `a${columns.get(aggregate)!}`)
    item.receive(
      rows.map((row) => ({
        ...(groupBy.length > 0 && Number(row['total']) === 0
          ? { group: groupBy.map((_, index) => row[`g${index}`] as string | null) }
          : {}),
        values: wanted.map((name) => (row[name] === null || row[name] === undefined ? null : Number(row[name]))),
      })),
    )
  }
}
