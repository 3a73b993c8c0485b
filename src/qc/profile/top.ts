import { identifier, literal } from '../sql.ts'
import type { QcDatabase, SqlRow, StagedTable } from '../table.ts'

const VALUES = 5
const PER_STATEMENT = 160

/** The candidates came from a sketch; their counts are taken exactly, in a scan shared by all columns. */
export async function topCounts(
  db: QcDatabase,
  table: StagedTable,
  candidates: ReadonlyMap<string, SqlRow>,
): Promise<Map<string, { value: string; count: number }[]>> {
  const pairs = [...candidates].flatMap(([column, row]) =>
    ((row['top'] ?? []) as string[])
      .filter((value) => value !== null && !value.includes('\0'))
      .slice(0, VALUES)
      .map((value) => ({ column, value })),
  )
  const found = new Map<string, { value: string; count: number }[]>()
  for (let from = 0; from < pairs.length; from += PER_STATEMENT) {
    const batch = pairs.slice(from, from + PER_STATEMENT)
    const relation = table.narrow?.([...new Set(batch.map((pair) => pair.column))]) ?? table.relation
    const select = batch.map(({ column, value }, index) => `count(*) FILTER (WHERE ${identifier(column)} = ${literal(value)}) AS a${index}`)
    const [row] = await db.all(`SELECT ${select.join(', ')} FROM ${relation}`)
    for (const [index, { column, value }] of batch.entries()) {
      const count = Number(row?.[`a${index}`] ?? 0)
      // A value that occurs once is no "most frequent value" of a column of names or numbers.
      if (count > 1) found.set(column, [...(found.get(column) ?? []), { value, count }])
    }
  }
  for (const [column, list] of found)
    found.set(
      column,
      list.toSorted((one, other) => other.count - one.count),
    )
  return found
}
