import { identifier, literal, Sql } from '../sql.ts'
import { ROW, type TypedColumn } from '../table.ts'
import { plausibleDate } from '../cast.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { QcInputError } from './input-error.ts'
import type { ReadContext, Reading } from './reading.ts'

const WHOLE = /^(?:U?(?:TINYINT|SMALLINT|INTEGER)|BIGINT)$/

/** Already columnar and typed: nothing is copied. Every column is offered as text, with its own type beside it where that is exact. */
export async function readParquet(context: ReadContext): Promise<Reading> {
  const source = Sql`read_parquet(${literal(context.path)}, file_row_number = true)`
  let described: { column_name: string; column_type: string }[]
  let rows: number
  try {
    described = await context.workspace.all(`DESCRIBE SELECT * EXCLUDE (file_row_number) FROM ${source}`)
    const [meta] = await context.workspace.all<{ n: number }>(
      `SELECT sum(num_rows)::BIGINT AS n FROM parquet_file_metadata(${literal(context.path)})`,
    )
    rows = meta?.n ?? 0
  } catch (error) {
    throw damaged(context, error)
  }
  const header = described.map((column) => column.column_name)
  const columns = uniqueNames(header)
  const typed: Record<string, TypedColumn> = {}
  const select: Sql[] = [Sql`file_row_number + 1 AS ${identifier(ROW)}`]
  const odd = await oddColumns(context, source, described).catch((error: unknown) => {
    throw damaged(context, error)
  })
  for (const [index, column] of columns.entries()) {
    const { column_name: name, column_type: type } = described[index]!
    const cell = identifier(name)
    select.push(Sql`${textOf(type, cell)} AS ${identifier(column)}`)
    const shadow = shadowOf(type, cell)
    if (!shadow || odd.has(name)) continue
    const shadowName = `${column}§typed`
    typed[column] = { name: shadowName, type: shadow.type, exact: shadow.exact }
    select.push(Sql`${shadow.sql} AS ${identifier(shadowName)}`)
  }
  return {
    columns,
    rows,
    parts: [],
    select: Sql`SELECT ${select} FROM ${source}`,
    typed,
    facts: { header, notes: headerNotes(header, columns) },
  }
}

/**
 * A data frame keeps whole numbers as floating ones as soon as one is missing. They are said as a sheet or SAS says them: "1.0" would be no code of a
 * list that has 1, and another value than the 1 of the CSV of the same data.
 */
const textOf = (type: string, cell: Sql): Sql => {
  if (type === 'VARCHAR') return cell
  const plain = Sql`CAST(${cell} AS VARCHAR)`
  if (type !== 'DOUBLE' && type !== 'FLOAT') return plain
  return Sql`CASE WHEN ${cell} = trunc(${cell}) AND abs(${cell}) < 1e15 THEN CAST(${cell}::BIGINT AS VARCHAR) ELSE ${plain} END`
}

const damaged = ({ shownAs }: ReadContext, cause: unknown): QcInputError =>
  new QcInputError(
    'damaged_parquet',
    { file: shownAs },
    { zh: 'Parquet 文件损坏或不完整', en: 'the Parquet file is damaged or incomplete' },
    { cause },
  )

function shadowOf(type: string, cell: Sql): { type: TypedColumn['type']; exact: boolean; sql: Sql } | undefined {
  if (WHOLE.test(type)) return { type: 'BIGINT', exact: true, sql: Sql`${cell}::BIGINT` }
  // 0.0 and -0.0 are equal numbers and different texts.
  if (type === 'DOUBLE') return { type: 'DOUBLE', exact: false, sql: cell }
  if (/^DECIMAL\((?:[1-9]|1[0-5]),/.test(type)) return { type: 'DOUBLE', exact: false, sql: Sql`${cell}::DOUBLE` }
  if (type === 'DATE' || type === 'TIMESTAMP') return { type, exact: true, sql: cell }
  return undefined
}

const AT_ONCE = 150

/** NaN, infinities and dates beyond four-digit years are texts but no readings: a typed copy would pass them off as values. */
async function oddColumns(
  context: ReadContext,
  source: Sql,
  described: readonly { column_name: string; column_type: string }[],
): Promise<Set<string>> {
  const tests = described.flatMap(({ column_name: name, column_type: type }) => {
    const cell = identifier(name)
    if (type === 'DOUBLE') return [{ name, sql: `NOT isfinite(${cell})` }]
    if (type === 'DATE' || type === 'TIMESTAMP')
      return [{ name, sql: `${cell} IS NOT NULL AND ${plausibleDate(Sql`${cell}::TIMESTAMP`)} IS NULL` }]
    return []
  })
  const odd = new Set<string>()
  for (let from = 0; from < tests.length; from += AT_ONCE) {
    const batch = tests.slice(from, from + AT_ONCE)
    const [row] = await context.workspace.all(
      `SELECT ${batch.map(({ sql }, index) => `coalesce(bool_or(${sql}), false) AS a${index}`).join(', ')} FROM ${source}`,
    )
    batch.forEach(({ name }, index) => row?.[`a${index}`] === true && odd.add(name))
  }
  return odd
}
