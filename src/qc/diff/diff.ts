import { all as and, identifier, literal, type Sql } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'
import { QcInputError } from '../source/input-error.ts'
import { nearest } from '../nearest.ts'

export type DiffOptions = {
  key: readonly string[]
  /** Columns whose changes do not matter, e.g. an export time. */
  ignore?: readonly string[]
}

export type ColumnDrift = { added: readonly string[]; removed: readonly string[]; moved: boolean }

export type Diff = {
  key: readonly string[]
  rows: { before: number; after: number }
  columns: ColumnDrift
  counts: { added: number; removed: number; changed: number; unchanged: number; changedCells: number }
  /** Changed cells by column, most changed first. */
  changedByColumn: readonly { column: string; cells: number }[]
  /** Rows that no key can pair: a key repeated on either side, or with a blank part. They are counted here and nowhere else. */
  unpaired: { duplicateBefore: number; duplicateAfter: number; blankBefore: number; blankAfter: number }
  changes: (limit?: number) => AsyncIterable<DiffRow[]>
}

/** One added or removed row, or one changed cell. `key` is JSON text. */
export type DiffRow = {
  kind: 'added' | 'removed' | 'changed'
  key: string
  rowBefore: number | null
  rowAfter: number | null
  field: string | null
  before: string | null
  after: string | null
}

/** A statement costs the square of its aggregates. */
const COLUMNS_AT_ONCE = 150

/**
 * Two deliveries of one table, compared by key and letter by letter: '1.0' became '1' is a change. A missing cell and an empty one are
 * the same: which of them a file holds is a habit of the program that wrote it.
 */
export async function diffTables(db: QcDatabase, before: StagedTable, after: StagedTable, options: DiffOptions): Promise<Diff> {
  if (options.key.length === 0)
    throw new QcInputError('no_key', { file: after.source.path }, { zh: '比较需要键列', en: 'comparing needs key columns' })
  for (const table of [before, after]) for (const column of options.key) checkColumn(column, table, table.columns)
  for (const column of options.ignore ?? []) checkColumn(column, after, [...before.columns, ...after.columns])
  const ignored = new Set([...options.key, ...(options.ignore ?? [])])
  const shared = before.columns.filter((column) => after.columns.includes(column))
  const compared = shared.filter((column) => !ignored.has(column))
  const sides = new Sides(before, after, options.key, compared)

  const [unpaired] = await db.all<Record<string, number>>(sides.unpairedSql())
  const anyChange = compared.length > 0 ? `(${compared.map((column) => sides.differs(column)).join(' OR ')})` : 'false'
  const pair = 'b."__row" IS NOT NULL AND a."__row" IS NOT NULL'
  const [row] = await db.all<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE b."__row" IS NULL) AS added, count(*) FILTER (WHERE a."__row" IS NULL) AS removed,
      count(*) FILTER (WHERE ${pair} AND ${anyChange}) AS changed, count(*) FILTER (WHERE ${pair}) AS both FROM ${sides.joined()}`,
  )
  const cells = new Map<string, number>()
  const counted = (row?.['changed'] ?? 0) > 0 ? compared : []
  for (let from = 0; from < counted.length; from += COLUMNS_AT_ONCE) {
    const batch = counted.slice(from, from + COLUMNS_AT_ONCE)
    const select = batch.map((column, index) => `count(*) FILTER (WHERE ${sides.differs(column)}) AS c${index}`)
    const [sums] = await db.all<Record<string, number>>(`SELECT ${select.join(', ')} FROM ${sides.joined()} WHERE ${pair} AND ${anyChange}`)
    batch.forEach((column, index) => cells.set(column, sums?.[`c${index}`] ?? 0))
  }
  const byColumn = compared.map((column) => ({ column, cells: cells.get(column) ?? 0 })).filter((item) => item.cells > 0)
  const order = (columns: readonly string[]) => columns.filter((column) => shared.includes(column)).join('\0')
  return {
    key: options.key,
    rows: { before: before.rows, after: after.rows },
    columns: {
      added: after.columns.filter((column) => !before.columns.includes(column)),
      removed: before.columns.filter((column) => !after.columns.includes(column)),
      moved: order(before.columns) !== order(after.columns),
    },
    counts: {
      added: row?.['added'] ?? 0,
      removed: row?.['removed'] ?? 0,
      changed: row?.['changed'] ?? 0,
      unchanged: (row?.['both'] ?? 0) - (row?.['changed'] ?? 0),
      changedCells: byColumn.reduce((sum, item) => sum + item.cells, 0),
    },
    changedByColumn: byColumn.toSorted((one, other) => other.cells - one.cells),
    unpaired: {
      duplicateBefore: unpaired?.['db'] ?? 0,
      duplicateAfter: unpaired?.['da'] ?? 0,
      blankBefore: unpaired?.['bb'] ?? 0,
      blankAfter: unpaired?.['ba'] ?? 0,
    },
    changes: (limit) => db.stream<DiffRow>(sides.changesSql(anyChange) + (limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`)),
  }
}

function checkColumn(column: string, table: StagedTable, columns: readonly string[]): void {
  if (columns.includes(column)) return
  const like = nearest(column, columns)
  throw new QcInputError(
    'no_key_column',
    { file: table.source.path, column },
    {
      zh: `没有这一列${like ? `，是否指“${like}”` : ''}`,
      en: `there is no such column${like ? `; did you mean "${like}"` : ''}`,
    },
  )
}

/** The SQL of both sides: only rows whose key is whole and single take part in the pairing. */
class Sides {
  readonly #before: StagedTable
  readonly #after: StagedTable
  readonly #key: readonly string[]
  readonly #compared: readonly string[]

  constructor(before: StagedTable, after: StagedTable, key: readonly string[], compared: readonly string[]) {
    this.#before = before
    this.#after = after
    this.#key = key
    this.#compared = compared
  }

  #keys = (): Sql => this.#key.map(identifier).join(', ')
  #whole = (): Sql => and(...this.#key.map((column) => `(${identifier(column)} IS NOT NULL AND trim(${identifier(column)}) <> '')`))

  #from(table: StagedTable): Sql {
    return table.narrow?.([...this.#key, ...this.#compared]) ?? table.relation
  }

  /** Of both sides: a row whose key the other side repeats is neither new nor gone. */
  #repeated(): Sql {
    const of = (table: StagedTable) =>
      `SELECT ${this.#keys()} FROM ${this.#from(table)} WHERE ${this.#whole()} GROUP BY ${this.#keys()} HAVING count(*) > 1`
    return `${of(this.#before)} UNION ${of(this.#after)}`
  }

  #isRepeated = (): Sql => `(${this.#keys()}) IN (SELECT (${this.#keys()}) FROM (${this.#repeated()}))`

  #single(table: StagedTable): Sql {
    const columns = [ROW, ...this.#key, ...this.#compared].map(identifier).join(', ')
    return `(SELECT ${columns} FROM ${this.#from(table)} WHERE ${this.#whole()} AND NOT ${this.#isRepeated()})`
  }

  joined(): Sql {
    const on = this.#key.map((column) => `b.${identifier(column)} = a.${identifier(column)}`).join(' AND ')
    return `${this.#single(this.#before)} b FULL JOIN ${this.#single(this.#after)} a ON ${on}`
  }

  differs = (column: string): Sql => `coalesce(b.${identifier(column)}, '') <> coalesce(a.${identifier(column)}, '')`

  unpairedSql(): Sql {
    const duplicates = (table: StagedTable) =>
      `(SELECT count(*) FROM ${this.#from(table)} WHERE ${this.#whole()} AND ${this.#isRepeated()})`
    const blanks = (table: StagedTable) => `(SELECT count(*) FROM ${this.#from(table)} WHERE NOT ${this.#whole()})`
    return `SELECT ${duplicates(this.#before)}::BIGINT AS db, ${duplicates(this.#after)}::BIGINT AS da, ${blanks(this.#before)} AS bb, ${blanks(this.#after)} AS ba`
  }

  changesSql(anyChange: Sql): Sql {
    const key = `json_object(${this.#key.map((column) => `${literal(column)}, coalesce(b.${identifier(column)}, a.${identifier(column)})`).join(', ')})::VARCHAR`
    const cells = this.#compared.map(
      (column) => `{'f': ${literal(column)}, 'b': b.${identifier(column)}, 'a': a.${identifier(column)}, 'd': ${this.differs(column)}}`,
    )
    const head = `SELECT ${key} AS "key", b."__row" AS "rowBefore", a."__row" AS "rowAfter"`
    const single = `SELECT CASE WHEN "rowBefore" IS NULL THEN 'added' ELSE 'removed' END AS kind, "key", "rowBefore", "rowAfter", NULL::VARCHAR AS field, NULL::VARCHAR AS "before", NULL::VARCHAR AS "after"
      FROM (${head} FROM ${this.joined()} WHERE b."__row" IS NULL OR a."__row" IS NULL)`
    if (cells.length === 0) return single
    const changed = `SELECT 'changed' AS kind, "key", "rowBefore", "rowAfter", c.f AS field, c.b AS "before", c.a AS "after"
      FROM (${head}, unnest([${cells.join(', ')}]) AS c FROM ${this.joined()} WHERE b."__row" IS NOT NULL AND a."__row" IS NOT NULL AND ${anyChange}) WHERE c.d`
    return `${single} UNION ALL ${changed}`
  }
}
