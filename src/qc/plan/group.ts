import type { GroupShape } from '../shape.ts'
import { all, identifier, join, Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { ScanItem } from './scan.ts'
import type { Tally } from './tally.ts'

const shapeOf = (tally: Tally): GroupShape => {
  if (tally.part.shape !== 'group') throw new Error('not a group shape')
  return tally.part
}

/** What a group shape needs from the common pass: all rows, rows judged, and rows that are wrong without looking at their group. */
export function groupItem(tally: Tally, cover: Tally | undefined): ScanItem {
  const shape = shapeOf(tally)
  const { filter, scope, groupBy } = tally.prepared
  const { shared, dialect } = scope!
  const { count } = dialect.aggregates
  const uncovered = cover ? all(tally.judged === 'true' ? undefined : tally.judged, Sql`(NOT ${cover.judged})`) : Sql`false`
  return {
    shared,
    groupBy: groupBy.map((item) => item.sql),
    aggregates: [
      count(filter ?? Sql`true`),
      count(shape.alsoRows ? all(filter, shape.alsoRows) : Sql`false`),
      count(tally.judged),
      count(uncovered),
    ],
    fail: (error) => void (tally.error = error),
    receive(answer) {
      for (const { group, values } of answer) {
        const [rows, also, judged, rest] = values.map((value) => value ?? 0) as [number, number, number, number]
        const denominator = also + (shape.unit === 'row' ? judged : 0)
        tally.set(group, { rows, denominator, base: denominator, violated: also })
        if (!group) tally.uncovered = rest
      }
    },
  }
}

/** The groups of a shape: one line each, with `n`, its aggregates and, where groups are blamed, the first row. */
export function groupsSql(tally: Tally, extra: readonly Sql[] = [], where?: Sql, more: Readonly<Record<string, Sql>> = {}): Sql {
  const shape = shapeOf(tally)
  const scope = tally.prepared.scope!
  const keys = shape.keys.map((key, index) => Sql`${key} AS k${index}`)
  const named = { ...shape.aggregates, ...more }
  const aggregates = Object.entries(named).map(([name, sql]) => Sql`${sql} AS ${identifier(name)}`)
  const condition = all(tally.judged, where)
  const fragments = [...shape.keys, ...Object.values(named), condition, ...extra]
  const first = shape.unit === 'group' ? [Sql`min("__row") AS first`] : []
  const picked = extra.map((sql, index) => Sql`${scope.dialect.aggregates.firstKnown(sql, scope.row)} AS g${index}`)
  const select = join([...keys, Sql`count(*) AS n`, ...first, ...picked, ...aggregates], ', ')
  return Sql`SELECT ${select} FROM ${scope.shared.from(fragments)} WHERE ${condition} GROUP BY ${shape.keys}`
}

/** `select` for every row that belongs to a bad group. */
export function badRowsSql(tally: Tally, select: Sql, fragments: readonly Sql[]): Sql {
  const shape = shapeOf(tally)
  const { shared, dialect } = tally.prepared.scope!
  const from = shared.from([...fragments, ...shape.keys, tally.judged])
  const bad = tally.badTable ?? Sql`(SELECT * FROM (${groupsSql(tally)}) WHERE ${shape.violates})`
  const keys = shape.keys.map((key, index) => [key, Sql`bad.k${index}`] as const)
  return Sql`SELECT ${select} FROM ${dialect.relations.semiJoin(from, bad, Sql`bad`, keys)} WHERE ${tally.judged}`
}

export async function countGroups(database: QcDatabase, tally: Tally, cover: Tally | undefined): Promise<void> {
  await (shapeOf(tally).unit === 'row' ? countRows(database, tally, cover) : countBadGroups(database, tally))
}

let serial = 0

async function keep(database: QcDatabase, query: Sql): Promise<Sql> {
  serial += 1
  const table = identifier(`qc_bad_${serial}`)
  await database.run(`CREATE TABLE ${table} AS ${query}`)
  return table
}

/** Comparing whole keys is dear when they are many: first by hash, then only those that share one. A collision costs time, never truth. */
const WIDE = 3

async function countRows(database: QcDatabase, tally: Tally, cover: Tally | undefined): Promise<void> {
  const where = await candidates(database, tally, cover)
  if (where === 'false') return
  const { cast } = database.dialect.values
  const groups = Sql`SELECT * FROM (${groupsSql(tally, [], where)}) WHERE ${shapeOf(tally).violates}`
  const table = database.dialect.relations.hasTables ? await keep(database, groups) : undefined
  const bad = table ?? `(${groups})`
  const [row] = await database.all(`SELECT ${cast(Sql`coalesce(sum(n), 0)`, 'DOUBLE')} AS rows FROM ${bad}`)
  const rows = Number(row?.['rows'] ?? 0)
  if (rows === 0) return table === undefined ? undefined : database.run(`DROP TABLE ${table}`)
  tally.badTable = table
  tally.set(undefined, { violated: tally.total.violated + rows })
  const { groupBy } = tally.prepared
  if (groupBy.length === 0) return
  const dims = groupBy.map((item) => item.sql)
  const select = join(
    dims.map((sql, index) => Sql`${sql} AS g${index}`),
    ', ',
  )
  const names = dims.map((_, index) => `g${index}`).join(', ')
  for (const line of await database.all(
    `SELECT ${names}, ${cast(Sql`count(*)`, 'DOUBLE')} AS n FROM (${badRowsSql(tally, select, dims)}) GROUP BY ${names}`,
  )) {
    const group = dims.map((_, index) => (line[`g${index}`] ?? null) as string | null)
    tally.set(group, { violated: (tally.groups.get(JSON.stringify(group))?.counts.violated ?? 0) + Number(line['n']) })
  }
}

/** The rows that can be repeated at all; 'false' when it is known already that none is. */
async function candidates(database: QcDatabase, tally: Tally, cover: Tally | undefined): Promise<Sql | undefined> {
  const shape = shapeOf(tally)
  const { values, relations } = database.dialect
  if (!relations.hasTables) return undefined
  if (cover && !cover.error) {
    const free = Sql`(NOT ${cover.judged})`
    if (!cover.badTable) return tally.uncovered === 0 ? Sql`false` : free
    const keys = shapeOf(cover).keys
    return Sql`(${free} OR ${values.hash(keys)} IN (SELECT ${values.hash(keys.map((_, index) => Sql`k${index}`))} FROM ${cover.badTable}))`
  }
  if (shape.keys.length < WIDE || shape.aggregates || shape.violates !== 'n > 1') return undefined
  const hash = values.hash(shape.keys)
  const from = tally.prepared.scope!.shared.from([hash, tally.judged])
  const table = await keep(database, Sql`SELECT ${hash} AS h FROM ${from} WHERE ${tally.judged} GROUP BY h HAVING count(*) > 1`)
  tally.hashTable = table
  const [row] = await database.all(`SELECT ${values.cast(Sql`count(*)`, 'DOUBLE')} AS n FROM ${table}`)
  return Number(row?.['n']) === 0 ? Sql`false` : Sql`(${hash} IN (SELECT h FROM ${table}))`
}

async function countBadGroups(database: QcDatabase, tally: Tally): Promise<void> {
  const shape = shapeOf(tally)
  const dims = tally.prepared.groupBy.map((item) => item.sql)
  const { cast } = database.dialect.values
  const counts = `${cast(Sql`count(*)`, 'DOUBLE')} AS groups, ${cast(Sql`count(*) FILTER (WHERE coalesce(${shape.violates}, false))`, 'DOUBLE')} AS bad`
  const add = (group: readonly (string | null)[] | undefined, row: Readonly<Record<string, unknown>> | undefined): void => {
    const before = group ? tally.groups.get(JSON.stringify(group))?.counts : tally.total
    const denominator = (before?.denominator ?? 0) + Number(row?.['groups'] ?? 0)
    tally.set(group, { denominator, base: denominator, violated: (before?.violated ?? 0) + Number(row?.['bad'] ?? 0) })
  }
  add(undefined, (await database.all(`SELECT ${counts} FROM (${groupsSql(tally)})`))[0])
  if (dims.length === 0) return
  const names = dims.map((_, index) => `g${index}`).join(', ')
  for (const row of await database.all(`SELECT ${names}, ${counts} FROM (${groupsSql(tally, dims)}) GROUP BY ${names}`)) {
    add(
      dims.map((_, index) => (row[`g${index}`] ?? null) as string | null),
      row,
    )
  }
}
