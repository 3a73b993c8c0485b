import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { diffTables } from '#qc'
import type { DiffRow, QcDatabase, StagedTable } from '#qc'
import { identifier } from '#qc/sql.ts'
import { MASK } from '#server'
import { columnsCalled } from '#study/record/secret.ts'
import { cellOf } from './shown.ts'
import type { Store } from '#server/storage/store.ts'
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

type Types = ReadonlyMap<string, string>
const profile = z.object({ profile: z.array(z.object({ name: z.string(), type: z.string() })) })
/** What reading has found each column of a version to hold. */
export const typesIn = async (store: Pick<Store, 'pathOf'>, facts: string | null): Promise<Types> => {
  if (facts === null) return new Map()
  const kept = profile.parse(JSON.parse(await readFile(store.pathOf(facts), 'utf8')))
  return new Map(kept.profile.map(({ name, type }) => [name, type]))
}
/** Columns that hold something else than before: a number that became text is drift as much as one that is gone. */
export const retyped = (shared: readonly string[], before: Types, after: Types): Pick<Comparison['columns'], 'retyped' | 'typed'> => {
  const both = shared.flatMap((column) => {
    const [old, fresh] = [before.get(column), after.get(column)]
    return old === undefined || fresh === undefined ? [] : [{ column, before: old, after: fresh }]
  })
  return { retyped: both.filter((one) => one.before !== one.after), typed: both.length }
}

/** Schema drift, and which rows came, went and changed. */
export const compareTables = async (
  db: QcDatabase,
  before: StagedTable,
  after: StagedTable,
  { key: wanted, hidden: names }: { key: readonly string[]; hidden: readonly string[] },
): Promise<Omit<Comparison, 'columns'> & { columns: Omit<Comparison['columns'], 'retyped' | 'typed'> }> => {
  const hidden = new Set(columnsCalled([...before.columns, ...after.columns], names))
  // A row is named by its key: what is hidden names none.
  const shared = before.columns.filter((column) => after.columns.includes(column) && !hidden.has(column))
  const named = wanted.filter((column) => !hidden.has(column))
  const key = named.length > 0 ? named : await keyOf(db, [before, after], shared)
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
      changes: changes.map((one) => {
        const shown = (value: unknown) => (value !== null && hidden.has(one.field ?? '') ? MASK : cellOf(value))
        return { ...one, before: shown(one.before), after: shown(one.after) }
      }),
    }
  } finally {
    await diff.dispose()
  }
}
