import { dateIn, isBlankText, numberIn, readDate, readNumber } from '../cast.ts'
import { identifier } from '../sql.ts'
import type { QcDatabase, ShadowType, StagedTable, TypedColumn } from '../table.ts'

let serial = 0

/** The same table with a typed shadow for every column whose texts all read as numbers or dates, as a snapshot has them. */
export async function addShadows(
  database: QcDatabase,
  table: StagedTable,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<StagedTable> {
  const typed = shadowsOf(table.columns, rows)
  const select = Object.entries(typed).map(([column, { name, type }]) => {
    const isNumber = type === 'BIGINT' || type === 'DOUBLE'
    const read = isNumber ? readNumber(database.dialect, identifier(column)) : readDate(database.dialect, identifier(column))
    return `${database.dialect.values.cast(read, type)} AS ${identifier(name)}`
  })
  serial += 1
  const relation = identifier(`shadowed_${serial}`)
  await database.run(`CREATE VIEW ${relation} AS SELECT ${['*', ...select].join(', ')} FROM ${table.relation}`)
  return { ...table, relation, typed }
}

export function shadowsOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | null>>[],
): Record<string, TypedColumn> {
  const typed: Record<string, TypedColumn> = {}
  for (const [index, column] of columns.entries()) {
    const type = shadowOf(rows.map((row) => row[column] ?? '').filter((text) => !isBlankText(text)))
    if (type) typed[column] = { name: `~${index}`, type, exact: type === 'BIGINT' || type === 'DATE' }
  }
  return typed
}

function shadowOf(texts: readonly string[]): ShadowType | undefined {
  if (texts.length === 0) return undefined
  if (texts.every((text) => /^(0|-?[1-9]\d{0,15})$/.test(text))) return 'BIGINT'
  if (texts.every((text) => numberIn(text) !== null)) return 'DOUBLE'
  if (!texts.every((text) => dateIn(text) !== null)) return undefined
  return texts.every((text) => /^\d{4}-\d\d-\d\d$/.test(text)) ? 'DATE' : 'TIMESTAMP'
}
