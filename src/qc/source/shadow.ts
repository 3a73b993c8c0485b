import { duckdb } from '../dialect/duckdb.ts'
import { dateIn, isBlank, isBlankText, numberIn, readDate, readNumber } from '../cast.ts'
import { LONG } from '../exact.ts'
import { identifier, Sql } from '../sql.ts'
import type { QcDatabase, ShadowType, TypedColumn } from '../table.ts'
import { CsvParser, type CsvDialect } from './csv-parser.ts'

/** A typed copy to be written beside a text column. */
export type Shadow = { column: string; name: string; type: ShadowType }

const LOOK_AT = 1000
const MOST_COLUMNS = 300
/** More digits name something rather than measure it: nobody will ask for their mean. */
const MOST_DIGITS = 8

export const shadowName = (column: string): string => `${column}§typed`

/**
 * Which columns are worth a typed copy in a snapshot that later runs will read: those whose first thousand filled cells are all
 * numbers, or all dates. A guess that `confirmShadows` checks against every row.
 */
export function guessShadows(
  sample: string,
  dialect: CsvDialect,
  columns: readonly string[],
  header: boolean,
  mostDigits = MOST_DIGITS,
): Shadow[] {
  if (columns.length > MOST_COLUMNS) return []
  const records = new CsvParser(dialect).push(sample).slice(header ? 1 : 0, LOOK_AT)
  const taken = new Set(columns.map((column) => column.toLowerCase()))
  return columns.flatMap((column, index) => {
    const cells = records.flatMap(({ cells: row }) => (isBlankText(row[index]) ? [] : [row[index] as string]))
    const type = typeOf(cells, mostDigits)
    const name = shadowName(column)
    return type && !taken.has(name.toLowerCase()) ? [{ column, name, type }] : []
  })
}

function typeOf(cells: readonly string[], mostDigits: number): ShadowType | undefined {
  if (cells.length === 0) return undefined
  if (cells.every((cell) => numberIn(cell) !== null))
    return cells.some((cell) => cell.replaceAll(/\D/g, '').length > mostDigits) ? undefined : 'DOUBLE'
  if (cells.every((cell) => dateIn(cell) !== null)) return cells.every((cell) => cell.length <= 10) ? 'DATE' : 'TIMESTAMP'
  return undefined
}

export const shadowSql = ({ column, name, type }: Shadow): Sql => {
  const text = identifier(column)
  return Sql`${type === 'DOUBLE' ? readNumber(duckdb, text) : type === 'DATE' ? Sql`${readDate(duckdb, text)}::DATE` : readDate(duckdb, text)} AS ${identifier(name)}`
}

/** A copy may be used only if it is null for blank texts and for nothing else, and if no time of day and no digit was lost in it. */
export async function confirmShadows(db: QcDatabase, from: Sql, shadows: readonly Shadow[]): Promise<Record<string, TypedColumn>> {
  if (shadows.length === 0) return {}
  const wrong = shadows.map(({ column, name, type }, index) => {
    const unread = `(${identifier(name)} IS NULL AND NOT ${isBlank(duckdb, identifier(column))})`
    const cut =
      type === 'DATE'
        ? ` OR (${identifier(name)} IS NOT NULL AND strlen(${identifier(column)}) > 10)`
        : type === 'DOUBLE'
          ? ` OR abs(${identifier(name)}) >= ${LONG}`
          : ''
    return `coalesce(bool_or(${unread}${cut}), false) AS a${index}`
  })
  const [row] = await db.all(`SELECT ${wrong.join(', ')} FROM ${from}`)
  return Object.fromEntries(
    shadows.flatMap(({ column, name, type }, index) => (row?.[`a${index}`] === false ? [[column, { name, type, exact: false }]] : [])),
  )
}
