import { join, Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { Tally } from './tally.ts'

/** Fewer rows are gathered in no time. */
const WORTH_ROWS = 500_000
/** A column whose first rows hold few different values is counted; one that holds many all the same is gathered after all. */
const [LOOK_AT, FEW, MOST] = [20_000, 2000, 100_000]

/** The statistics of a row shape that are quantiles, by counting. False where it is no quicker, or went wrong: the common pass has them too. */
export async function countQuantiles(database: QcDatabase, tally: Tally): Promise<boolean> {
  const { part, judged, prepared } = tally
  const { aggregates } = database.dialect
  const { table, scope } = prepared
  if (part.shape !== 'row' || !part.quantiles || !aggregates.gathersValues || !scope || (table?.rows ?? 0) < WORTH_ROWS) return false
  const { of, shares } = part.quantiles
  const values = Sql`SELECT ${of} AS v FROM ${scope.shared.from([of, judged])} WHERE ${judged} AND ${of} IS NOT NULL`
  const found = await quantilesByCount(database, values, Object.values(shares)).catch((error: unknown) => {
    if (database.isLost?.(error)) throw error
  })
  if (!found) return false
  tally.stats = Object.fromEntries(Object.keys(shares).map((name, index) => [name, found[index] ?? null]))
  return true
}

/** Quantiles of what `values` gives as v, to the last digit those of the database; undefined where too many are different. */
export async function quantilesByCount(
  database: QcDatabase,
  values: Sql,
  shares: readonly number[],
): Promise<readonly (number | null)[] | undefined> {
  const [look] = await database.all(`SELECT count(DISTINCT v) AS n FROM (${values} LIMIT ${LOOK_AT})`)
  if (Number(look?.['n']) > FEW) return undefined
  const counted = `SELECT v, count(*) AS n FROM (${values}) GROUP BY v LIMIT ${MOST + 1}`
  const rows = (await database.all(counted)).map((row): Counted => ({ value: Number(row['v']), count: Number(row['n']) }))
  if (rows.length > MOST) return undefined
  if (rows.length === 0) return shares.map(() => null)
  const { aggregates, values: words } = database.dialect
  rows.sort((a, b) => a.value - b.value)
  const last = rows.reduce((sum, { count }) => sum + count, 0) - 1
  // Between its two neighbours the database itself draws the line: its rounding is its own.
  const between = shares.map((share) => {
    const rank = last * share
    const below = Math.floor(rank)
    const pair = [below, Math.ceil(rank)].map((place) => Sql`(${words.number(valueAt(rows, place))})`)
    return Sql`(SELECT ${aggregates.quantile(Sql`v`, rank - below)} FROM (VALUES ${pair}) t(v))`
  })
  const [row] = await database.all(
    `SELECT ${join(
      between.map((sql, index) => Sql`${sql} AS q${index}`),
      ', ',
    )}`,
  )
  return shares.map((_, index) => Number(row?.[`q${index}`]))
}

type Counted = { value: number; count: number }

function valueAt(rows: readonly Counted[], place: number): number {
  let upTo = 0
  for (const { value, count } of rows) if ((upTo += count) > place) return value
  throw new Error(`there is no value at place ${place} of ${upTo}`)
}
