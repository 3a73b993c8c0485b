import type { Dialect } from '../dialect/dialect.ts'
import { identifier, join, Sql } from '../sql.ts'
import type { QcDatabase, SqlRow, StagedTable } from '../table.ts'

export type Cell = { text: Sql; value: Sql }

/**
 * One pass over columns, written once for both layouts. `cast` and `clean` make `value` of the text, each computed once per cell
 * however many aggregates use it. `given` are per-column numbers from an earlier pass.
 */
export type ColumnPass = {
  cast?: (dialect: Dialect, text: Sql) => Sql
  clean?: (dialect: Dialect, cast: Sql) => Sql
  given?: ReadonlyMap<string, readonly number[]>
  aggregates: (dialect: Dialect, cell: Cell, given: readonly Sql[]) => Readonly<Record<string, Sql>>
}

/** A statement costs the square of its aggregates, so side by side only so many; beyond that many columns, stacked instead. */
const AGGREGATES_PER_STATEMENT = 160
const STACK_FROM_COLUMNS = 150
const COLUMNS_PER_STACK = 500

/**
 * Runs the same aggregates for every column in few scans. Few columns: side by side in one row. Very many: the cells of a batch
 * are stacked into (column, cell) and grouped, because a row of 15,000 × 20 aggregates can be neither bound nor held.
 */
export async function aggregateColumns(
  db: QcDatabase,
  table: StagedTable,
  columns: readonly string[],
  pass: ColumnPass,
  stopped: () => void = () => {},
): Promise<Map<string, SqlRow>> {
  const found = new Map<string, SqlRow>()
  const { stacks, widest } = db.dialect.relations
  const width = Object.keys(pass.aggregates(db.dialect, { text: Sql``, value: Sql`` }, [Sql``, Sql``])).length
  const stacked = stacks && columns.length > STACK_FROM_COLUMNS
  const size = stacked ? COLUMNS_PER_STACK : Math.max(1, Math.floor(Math.min(widest, AGGREGATES_PER_STATEMENT) / width))
  for (let from = 0; from < columns.length; from += size) {
    stopped()
    const batch = columns.slice(from, from + size)
    const relation = table.narrow?.(batch) ?? table.relation
    await (stacked ? stack : sideBySide)(db, relation, batch, pass, found)
  }
  return found
}

type Layout = (db: QcDatabase, relation: Sql, columns: readonly string[], pass: ColumnPass, found: Map<string, SqlRow>) => Promise<void>

const sideBySide: Layout = async (db, relation, columns, pass, found) => {
  const { dialect } = db
  const { cast, clean } = pass
  const items = columns.map((column, index) =>
    Object.entries(
      pass.aggregates(dialect, { text: Sql`t${index}`, value: Sql`v${index}` }, (pass.given?.get(column) ?? []).map(dialect.values.number)),
    ),
  )
  const each = (sql: (index: number) => Sql): Sql =>
    join(
      columns.map((_, index) => sql(index)),
      ', ',
    )
  const texts = each((index) => Sql`t${index}`)
  let from = `(SELECT ${columns.map((column, index) => `${identifier(column)} AS t${index}`).join(', ')} FROM ${relation}) cells`
  if (cast) from = `(SELECT ${texts}, ${each((index) => Sql`${cast(dialect, Sql`t${index}`)} AS v${index}`)} FROM ${from}) casts`
  if (clean) from = `(SELECT ${texts}, ${each((index) => Sql`${clean(dialect, Sql`v${index}`)} AS v${index}`)} FROM ${from}) cleaned`
  const select = items.flatMap((list, index) => list.map(([, sql], at) => `${sql} AS a${index}_${at}`))
  const [row] = await db.all(`SELECT ${select.join(', ')} FROM ${from}`)
  columns.forEach((column, index) => {
    found.set(column, Object.fromEntries((items[index] ?? []).map(([name], at) => [name, row?.[`a${index}_${at}`]])))
  })
}

const stack: Layout = async (db, relation, columns, pass, found) => {
  const numbers = columns.map((_, index) => String(index)).join(', ')
  let from = `(SELECT unnest([${numbers}]) AS c, unnest([${columns.map(identifier).join(', ')}]) AS t FROM ${relation})`
  const { dialect } = db
  if (pass.cast) from = `(SELECT *, ${pass.cast(dialect, Sql`t`)} AS v FROM ${from})`
  if (pass.clean) from = `(SELECT * REPLACE (${pass.clean(dialect, Sql`v`)} AS v) FROM ${from})`
  const names: Sql[] = []
  if (pass.given) {
    const rows = columns.map((column, index) => [index, ...(pass.given!.get(column) ?? []).map(dialect.values.number)])
    names.push(...rows[0]!.slice(1).map((_, index) => Sql`g${index}`))
    from += ` JOIN (VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}) g(c, ${names.join(', ')}) USING (c)`
  }
  const entries = Object.entries(pass.aggregates(dialect, { text: Sql`t`, value: Sql`v` }, names))
  const select = entries.map(([, sql], at) => `${sql} AS a${at}`)
  for (const row of await db.all(`SELECT c, ${select.join(', ')} FROM ${from} GROUP BY c`)) {
    const column = columns[Number(row['c'])] as string
    found.set(column, Object.fromEntries(entries.map(([name], at) => [name, row[`a${at}`]])))
  }
}
