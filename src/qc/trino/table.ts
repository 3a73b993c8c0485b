import { createHash } from 'node:crypto'
import { framed } from '../framed.ts'
import { trino } from '../dialect/trino.ts'
import { identifier, literal, Sql, join } from '../sql.ts'
import { ROW, type QcDatabase, type ShadowType, type StagedTable, type TypedColumn } from '../table.ts'
import { TrinoError } from './statement.ts'

export type TrinoTable = {
  catalog: string
  schema: string
  table: string
  /** What parameters call it; its own name unless given. */
  name?: string
  /** A column of whole numbers, another one in each row, that puts them in order; without it they have none. */
  row?: string
  /** Read all of it once more, for a hash of its content: what was judged can be told from what it is later. */
  hashed?: boolean
}

type Reading = { text: Sql; typed?: { sql: Sql; type: ShadowType; exact: boolean } }

/** Numbers of so many digits are held by floating point without a loss. */
const EXACT_DIGITS = 15

/** A column of a type of Trino as the engine wants it: its text, and where it is a number or a date, that beside it. */
function reading(column: Sql, type: string): Reading {
  // Older servers pad a CHAR with blanks to its length, newer ones do not: what was entered has none.
  const text = type.startsWith('char(') ? Sql`rtrim(CAST(${column} AS VARCHAR))` : Sql`CAST(${column} AS VARCHAR)`
  if (/^(?:tinyint|smallint|integer|bigint)$/.test(type))
    return { text, typed: { sql: Sql`CAST(${column} AS BIGINT)`, type: 'BIGINT', exact: true } }
  if (type === 'double' || type === 'real') {
    // What is no number is no measurement: NaN and infinity are missing.
    // By its own text: a REAL of 0.1 made a DOUBLE is 0.10000000149.
    const wide = type === 'real' ? Sql`CAST(CAST(${column} AS VARCHAR) AS DOUBLE)` : column
    const number = Sql`(CASE WHEN is_finite(${column}) THEN ${wide} END)`
    return { text: trino.texts.shown(number), typed: { sql: number, type: 'DOUBLE', exact: false } }
  }
  const [, precision] = /^decimal\((\d+)/.exec(type) ?? []
  if (precision !== undefined)
    return Number(precision) <= EXACT_DIGITS
      ? { text, typed: { sql: Sql`CAST(${column} AS DOUBLE)`, type: 'DOUBLE', exact: false } }
      : { text }
  if (type === 'date') {
    const date = Sql`(CASE WHEN year(${column}) BETWEEN 1000 AND 9999 THEN ${column} END)`
    return { text: Sql`CAST(${date} AS VARCHAR)`, typed: { sql: date, type: 'DATE', exact: true } }
  }
  if (type.startsWith('timestamp')) {
    const plain = type.includes('time zone') ? Sql`(${column} AT TIME ZONE 'UTC')` : column
    const time = Sql`(CASE WHEN year(${plain}) BETWEEN 1000 AND 9999 THEN CAST(${plain} AS TIMESTAMP(6)) END)`
    return { text: trino.texts.shown(time), typed: { sql: time, type: 'TIMESTAMP', exact: false } }
  }
  if (type === 'json') return { text: Sql`json_format(${column})` }
  if (/^(?:array|map|row)\(/.test(type)) return { text: Sql`json_format(CAST(${column} AS JSON))` }
  if (type === 'varbinary') return { text: Sql`to_hex(${column})` }
  return { text }
}

type Column = { name: string; type: string }
/** Where it lies, and what it has beside the numbers of its rows. */
export type Described = { place: Sql; columns: Column[]; all: Column[] }

/** That it is there and may be read: no row is looked at. */
export async function describeTable(database: QcDatabase, { catalog, schema, table, row }: TrinoTable): Promise<Described> {
  const all = await (database.unlimited ?? database).all<Column>(
    `SELECT column_name AS name, data_type AS type FROM ${identifier(catalog)}.information_schema.columns WHERE table_schema = ${literal(schema.toLowerCase())} AND table_name = ${literal(table.toLowerCase())} ORDER BY ordinal_position`,
  )
  const place = join([catalog, schema, table].map(identifier), '.')
  const columns = all.filter(({ name }) => name !== row)
  if (columns.length === 0) throw new TrinoError(`there is no table ${place}, or it may not be read`, 'TABLE_NOT_FOUND')
  if (row !== undefined && columns.length === all.length) throw new TrinoError(`${place} has no column "${row}"`, 'COLUMN_NOT_FOUND')
  return { place, columns, all }
}

/** Its rows are counted, and where a column numbers them, it is asked whether it does. `also` is asked in the same pass. Without limits: a table that is not known cannot be judged at all. */
export async function countRows(
  database: QcDatabase,
  { place }: Described,
  row: string | undefined,
  also?: Sql,
): Promise<{ rows: number; also: string | undefined }> {
  const asked = [
    Sql`count(*) AS n`,
    ...(also ? [Sql`${also} AS also`] : []),
    ...(row === undefined
      ? []
      : [Sql`count(DISTINCT ${identifier(row)}) AS numbers`, Sql`max(abs(CAST(${identifier(row)} AS DOUBLE))) AS most`]),
  ]
  const [found] = await (database.unlimited ?? database).all<{ n: number; also?: string; numbers?: number; most?: number | null }>(
    `SELECT ${join(asked, ', ')} FROM ${place}`,
  )
  const { n = 0, numbers = 0, most } = found ?? {}
  if (row !== undefined) {
    // Two rows of one number would be found together, and a number beyond 2^53 would arrive as another one.
    if (numbers < n) throw new TrinoError(`"${row}" does not number the rows: ${n} rows, ${numbers} different numbers`, 'ROW_NUMBERS')
    if (Number(most) > Number.MAX_SAFE_INTEGER)
      throw new TrinoError(`"${row}" holds numbers beyond 2^53, which cannot be told apart here`, 'ROW_NUMBERS')
  }
  return { rows: Number(n), also: found?.also }
}

/** A table that is there already, as the engine reads it. Nothing is copied. */
export async function trinoTable(database: QcDatabase, given: TrinoTable): Promise<StagedTable> {
  const { catalog, schema, table, name = table, row, hashed = false } = given
  const described = await describeTable(database, given)
  const { place, columns, all } = described
  const typed: Record<string, TypedColumn> = {}
  // A column of the table may be called so itself.
  let mark = '~'
  while (all.some(({ name: column }) => column.startsWith(mark))) mark += '~'
  const copyName = (index: number): string => `${mark}${index}`
  const readings = columns.map(({ name: column, type }, index) => {
    const read = reading(identifier(column), type)
    if (read.typed) typed[column] = { name: copyName(index), type: read.typed.type, exact: read.typed.exact }
    return { column, ...read }
  })
  // Without numbers of their own rows are called by their content; what does not fit into 2^53 would lose digits on the way.
  const content = framed(
    trino,
    readings.map(({ text }) => text),
  )
  const number =
    row === undefined
      ? Sql`bitwise_and(from_big_endian_64(xxhash64(to_utf8(${content}))), ${Number.MAX_SAFE_INTEGER})`
      : Sql`CAST(${identifier(row)} AS BIGINT)`
  const select = readings.flatMap(({ column, text, typed: copy }, index) => [
    Sql`${text} AS ${identifier(column)}`,
    ...(copy ? [Sql`${copy.sql} AS ${identifier(copyName(index))}`] : []),
  ])
  // The sum of the hashes of all rows: the same for the same rows, in whatever order the nodes read them.
  const { rows, also: sum } = await countRows(database, described, row, hashed ? Sql`to_hex(checksum(to_utf8(${content})))` : undefined)
  const said = JSON.stringify([all.map(({ name: column, type }) => [column, type]), rows, sum])
  const sha256 = hashed ? { sha256: createHash('sha256').update(said).digest('hex') } : {}
  return {
    name,
    relation: Sql`(SELECT ${[Sql`${number} AS ${identifier(ROW)}`, ...select]} FROM ${place})`,
    columns: columns.map(({ name: column }) => column),
    rows,
    source: { path: `${catalog}.${schema}.${table}`, format: 'trino', bytes: 0, notes: [], ...sha256 },
    typed,
    ...(row === undefined ? { unordered: true } : { sparse: true }),
  }
}
