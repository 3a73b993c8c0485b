import type { AggregateShape } from '../shape.ts'
import { identifier, Sql } from '../sql.ts'
import type { QcDatabase, SqlRow } from '../table.ts'
import type { ScanItem } from './scan.ts'
import type { Tally } from './tally.ts'

const shapeOf = (tally: Tally): AggregateShape => {
  if (tally.part.shape !== 'aggregate') throw new Error('not an aggregate shape')
  return tally.part
}

/** From the common pass: how many rows there are and how many carry evidence. */
export function aggregateItem(tally: Tally): ScanItem {
  const { filter, scope, groupBy } = tally.prepared
  const { shared, dialect } = scope!
  const { count } = dialect.aggregates
  return {
    shared,
    groupBy: groupBy.map((item) => item.sql),
    aggregates: [count(filter ?? Sql`true`), count(tally.judged)],
    fail: (error) => void (tally.error = error),
    receive(answer) {
      for (const { group, values } of answer) tally.set(group, { rows: values[0] ?? 0, base: values[1] ?? 0, denominator: 1 })
    },
  }
}

export async function countAggregate(database: QcDatabase, tally: Tally): Promise<void> {
  const shape = shapeOf(tally)
  const dims = tally.prepared.groupBy.map((item) => item.sql)
  const names = dims.map((_, index) => Sql`g${index}`)
  const source = sourceSql(tally, dims)
  for (const row of await database.all(shape.sql(source, []))) take(tally, shape, undefined, row)
  if (dims.length === 0) return
  for (const row of await database.all(shape.sql(source, names))) {
    take(
      tally,
      shape,
      names.map((name) => (row[name] ?? null) as string | null),
      row,
    )
  }
  // A group whose rows are all filtered out has no line of its own, and is still a group.
  for (const { group, counts } of tally.groups.values()) if (!counts.measures) take(tally, shape, group, {})
}

function sourceSql(tally: Tally, dims: readonly Sql[]): Sql {
  const { columns } = shapeOf(tally)
  const select = [
    ...dims.map((sql, index) => Sql`${sql} AS g${index}`),
    ...Object.entries(columns).map(([name, sql]) => Sql`${sql} AS ${identifier(name)}`),
  ]
  const from = tally.prepared.scope!.shared.from([...dims, ...Object.values(columns), tally.judged])
  return Sql`(SELECT ${[Sql`1 AS one`, ...select]} FROM ${from} WHERE ${tally.judged})`
}

function take(tally: Tally, shape: AggregateShape, group: readonly (string | null)[] | undefined, row: SqlRow): void {
  const before = group ? tally.groups.get(JSON.stringify(group))?.counts : tally.total
  const measures = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (/^g\d+$/.test(name) ? [] : [[name, value === null ? null : Number(value)]])),
  )
  const { rows = 0, base = 0 } = before ?? {}
  tally.set(group, { rows, base, denominator: 1, violated: 0, measures, value: shape.value({ ...measures, rows, base }, group) })
}
