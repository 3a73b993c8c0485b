import { diffTables } from '#qc'
import type { DiffRow, QcDatabase, StagedTable } from '#qc'
import { identifier } from '#qc/sql.ts'
import { cellOf } from './shown.ts'
import type { Comparison } from './question.ts'

const MOST_CHANGES = 200
const TRIED = 12

/** The first columns that tell all rows of both apart: alone, then two, then three of them. Nothing where none do. */
const keyOf = async (db: QcDatabase, tables: readonly StagedTable[], shared: readonly string[]): Promise<string[]> => {
  const first = shared.slice(0, TRIED)
  const tries = [...first.map((one) => [one]), first.slice(0, 2), first.slice(0, 3)]
  for (const key of tries.filter((columns) => columns.length > 0)) {
    const isKey = await Promise.all(
      tables.map(async (table) => {
        const names = key.map(identifier).join(', ')
        const relation = table.narrow?.(key) ?? table.relation
        const [found] = await db.all<{ n: number }>(`SELECT count(*) AS n FROM (SELECT DISTINCT ${names} FROM ${relation})`)
        return Number(found?.n) === table.rows
      }),
    )
    if (isKey.every(Boolean)) return key
  }
  return first.slice(0, 1)
}

/** Schema drift, and which rows came, went and changed. */
export const compareTables = async (
  db: QcDatabase,
  before: StagedTable,
  after: StagedTable,
  wanted: readonly string[],
): Promise<Comparison> => {
  const shared = before.columns.filter((column) => after.columns.includes(column))
  const key = wanted.length > 0 ? [...wanted] : await keyOf(db, [before, after], shared)
  const diff = await diffTables(db, before, after, { key })
  try {
    const changes: DiffRow[] = []
    for await (const rows of diff.changes(MOST_CHANGES)) changes.push(...rows)
    const { added, removed, moved } = diff.columns
    return {
      key,
      shared,
      rows: diff.rows,
      columns: { added: [...added], removed: [...removed], moved },
      counts: diff.counts,
      changedByColumn: diff.changedByColumn.map((one) => ({ ...one })),
      unpaired: diff.unpaired,
      changes: changes.map((one) => ({ ...one, before: cellOf(one.before), after: cellOf(one.after) })),
    }
  } finally {
    await diff.dispose()
  }
}
