import type { GroupShape } from '../shape.ts'
import { all, identifier, type Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { ScanItem } from './scan.ts'
import { countOf, type Tally } from './tally.ts'

const shapeOf = (tally: Tally): GroupShape => {
  if (tally.part.shape !== 'group') throw new Error('not a group shape')
  return tally.part
}

/** What a group shape needs from the common pass: all rows, and rows that are wrong without looking at their group. */
export function groupItem(tally: Tally): ScanItem {
  const shape = shapeOf(tally)
  const { filter, scope, groupBy } = tally.prepared
  return {
    shared: scope!.shared,
    groupBy: groupBy.map((item) => item.sql),
    aggregates: [countOf(filter ?? 'true'), countOf(shape.alsoRows ? all(filter, shape.alsoRows) : 'false')],
    fail: (error) => void (tally.error = error),
    receive(answer) {
      for (const { group, values } of answer) {
        const also = values[1] ?? 0
        tally.set(group, { rows: values[0] ?? 0, denominator: also, violated: also, base: also })
      }
    },
  }
}

/** The groups of a shape: one line each, with `n`, its aggregates and its first row. */
export function groupsSql(tally: Tally, extra: readonly Sql[] = []): Sql {
  const shape = shapeOf(tally)
  const keys = shape.keys.map((key, index) => `${key} AS k${index}`)
  const aggregates = Object.entries(shape.aggregates ?? {}).map(([name, sql]) => `${sql} AS ${identifier(name)}`)
  const fragments = [...shape.keys, ...Object.values(shape.aggregates ?? {}), tally.judged, ...extra]
  const first = shape.unit === 'group' ? [`min("__row") AS first`] : []
  const picked = extra.map((sql, index) => `arg_min(${sql}, "__row") AS g${index}`)
  const select = [...keys, 'count(*) AS n', ...first, ...picked, ...aggregates].join(', ')
  return `SELECT ${select} FROM ${tally.prepared.scope!.shared.from(fragments)} WHERE ${tally.judged} GROUP BY ${shape.keys.join(', ')}`
}

/** Rows of `from` joined with their bad group. */
export function badRowsSql(tally: Tally, select: Sql, fragments: readonly Sql[]): Sql {
  const shape = shapeOf(tally)
  const on = shape.keys.map((key, index) => `${key} IS NOT DISTINCT FROM bad.k${index}`).join(' AND ')
  const from = tally.prepared.scope!.shared.from([...fragments, ...shape.keys, tally.judged])
  return `SELECT ${select} FROM ${from} SEMI JOIN (SELECT * FROM (${groupsSql(tally)}) WHERE ${shape.violates}) bad ON ${on} WHERE ${tally.judged}`
}

export async function countGroups(database: QcDatabase, tally: Tally): Promise<void> {
  const shape = shapeOf(tally)
  const { groupBy } = tally.prepared
  const bad = `coalesce(${shape.violates}, false)`
  const [whole] = await database.all(
    `SELECT count(*)::DOUBLE AS groups, coalesce(sum(n), 0)::DOUBLE AS rows, coalesce(sum(n) FILTER (WHERE ${bad}), 0)::DOUBLE AS badrows, count(*) FILTER (WHERE ${bad})::DOUBLE AS badgroups FROM (${groupsSql(tally)})`,
  )
  add(tally, undefined, shape, whole ?? {})
  if (groupBy.length === 0) return
  for (const row of await database.all(byDimension(tally, shape, bad)))
    add(
      tally,
      groupBy.map((_, index) => (row[`g${index}`] ?? null) as string | null),
      shape,
      row,
    )
}

function byDimension(tally: Tally, shape: GroupShape, bad: Sql): Sql {
  const dims = tally.prepared.groupBy.map((item) => item.sql)
  const names = dims.map((_, index) => `g${index}`).join(', ')
  if (shape.unit === 'group') {
    return `SELECT ${names}, count(*)::DOUBLE AS groups, sum(n)::DOUBLE AS rows, count(*) FILTER (WHERE ${bad})::DOUBLE AS badgroups FROM (${groupsSql(tally, dims)}) GROUP BY ${names}`
  }
  const on = shape.keys.map((key, index) => `${key} IS NOT DISTINCT FROM grouped.k${index}`).join(' AND ')
  const from = tally.prepared.scope!.shared.from([...dims, ...shape.keys, tally.judged])
  const select = dims.map((sql, index) => `${sql} AS g${index}`).join(', ')
  return `SELECT ${select}, count(*)::DOUBLE AS rows, count(*) FILTER (WHERE ${bad})::DOUBLE AS badrows FROM ${from} JOIN (${groupsSql(tally)}) grouped ON ${on} WHERE ${tally.judged} GROUP BY ${dims.join(', ')}`
}

function add(tally: Tally, group: readonly (string | null)[] | undefined, shape: GroupShape, row: Readonly<Record<string, unknown>>): void {
  const before = group ? tally.groups.get(JSON.stringify(group))?.counts : tally.total
  const units = Number((shape.unit === 'row' ? row['rows'] : row['groups']) ?? 0)
  const wrong = Number((shape.unit === 'row' ? row['badrows'] : row['badgroups']) ?? 0)
  const denominator = (before?.denominator ?? 0) + units
  tally.set(group, { denominator, base: denominator, violated: (before?.violated ?? 0) + wrong })
}
