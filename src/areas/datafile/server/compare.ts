import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { isObject } from '#kernel'
import type { Language } from '#kernel'
import { diffTables } from '#qc'
import type { DiffRow, QcDatabase, StagedTable } from '#qc'
import { identifier } from '#qc/sql.ts'
import { MASK } from '#server'
import { csvLine, CSV_MARK } from '#server/excel/csv.ts'
import { columnsCalled } from '#study/record/secret.ts'
import { cellOf } from './shown.ts'
import type { Store } from '#server/storage/store.ts'
import type { Comparison } from './question.ts'

const MOST_CHANGES = 200
const TRIED = 12
const HEAD = {
  'zh-cn': {
    kind: '改动',
    rowBefore: '之前行号',
    rowAfter: '之后行号',
    column: '列',
    was: '之前',
    is: '之后',
    kinds: { added: '新增', removed: '删除', changed: '改动' },
  },
  en: {
    kind: 'Change',
    rowBefore: 'Row before',
    rowAfter: 'Row after',
    column: 'Column',
    was: 'Before',
    is: 'After',
    kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  },
} as const satisfies Record<Language, object>

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

type Asked = { key: readonly string[]; hidden: readonly string[] }
/** Both tables beside each other, and how the changes between them are shown to whoever asks. */
const paired = async (db: QcDatabase, before: StagedTable, after: StagedTable, { key: wanted, hidden: names }: Asked) => {
  const hidden = new Set(columnsCalled([...before.columns, ...after.columns], names))
  // A row is named by its key: what is hidden names none.
  const shared = before.columns.filter((column) => after.columns.includes(column) && !hidden.has(column))
  const named = wanted.filter((column) => !hidden.has(column))
  const key = named.length > 0 ? named : await keyOf(db, [before, after], shared)
  const diff = await diffTables(db, before, after, { key })
  const masked = (one: DiffRow): DiffRow => {
    const shown = (value: unknown) => (value !== null && hidden.has(one.field ?? '') ? MASK : cellOf(value))
    return { ...one, before: shown(one.before), after: shown(one.after) }
  }
  return { key, shared, diff, masked }
}

/** Schema drift, and which rows came, went and changed. */
export const compareTables = async (
  db: QcDatabase,
  before: StagedTable,
  after: StagedTable,
  asked: Asked,
): Promise<Omit<Comparison, 'columns'> & { columns: Omit<Comparison['columns'], 'retyped' | 'typed'> }> => {
  const { key, shared, diff, masked } = await paired(db, before, after, asked)
  try {
    const changes: DiffRow[] = []
    for await (const rows of diff.changes(MOST_CHANGES)) changes.push(...rows.map(masked))
    const { added, removed, moved } = diff.columns
    return {
      key,
      shared,
      rows: diff.rows,
      columns: { added: [...added], removed: [...removed], moved },
      counts: diff.counts,
      changedByColumn: diff.changedByColumn.map((one) => ({ ...one })),
      unpaired: diff.unpaired,
      changes,
    }
  } finally {
    await diff.dispose()
  }
}

/** By column of the key, what its JSON text says of a row. */
const keyCells = (key: readonly string[], text: string): (string | null)[] => {
  const said: unknown = JSON.parse(text)
  return key.map((column) => (isObject(said) ? cellOf(said[column]) : null))
}
/** All of the changes, batch by batch, as lines of a sheet. */
export const changeLines = async function* (
  db: QcDatabase,
  before: StagedTable,
  after: StagedTable,
  { language, ...asked }: Asked & { language: Language },
): AsyncGenerator<string> {
  const { key, diff, masked } = await paired(db, before, after, asked)
  const { kind, rowBefore, rowAfter, column, was, is, kinds } = HEAD[language]
  try {
    yield CSV_MARK + csvLine([kind, ...key, rowBefore, rowAfter, column, was, is])
    for await (const rows of diff.changes())
      yield rows
        .map(masked)
        .map((one) => csvLine([kinds[one.kind], ...keyCells(key, one.key), one.rowBefore, one.rowAfter, one.field, one.before, one.after]))
        .join('')
  } finally {
    await diff.dispose()
  }
}
