import type { Dialect } from './dialect/dialect.ts'
import { OWN_COLUMNS, type CopyColumns } from './plan/copy-column.ts'
import type { Tally } from './plan/tally.ts'
import { violationSql } from './plan/violation.ts'
import { STATUSES, type CheckResult } from './result.ts'
import { identifier, literal, join, Sql } from './sql.ts'
import { reached } from './threshold.ts'
import { ROW, type QcDatabase, type SqlRow } from './table.ts'

/**
 * One finding. `key` is the business key as JSON text, `row` the record number in its table; either may be null. `hash` covers every
 * column the check looked at, not only the shown ones: it stays the same exactly as long as what was judged does.
 */
export type Violation = { parameter: string; row: number | null; key: string | null; field: string; value: string | null; hash: string }

export type ViolationFilter = { parameters?: readonly string[]; statuses?: readonly CheckResult['status'][] }

type Judged = { result: CheckResult; tallies: readonly Tally[] }

/** Every violation of a run, read on demand: counting is cheap, keys are fetched only for results that are not passed. */
export class Violations {
  readonly #database: QcDatabase
  readonly #judged: readonly Judged[]

  constructor(database: QcDatabase, judged: readonly Judged[]) {
    // Where the checks were within a limit, what they found is read whatever it takes: a limit would end the run after its verdict.
    this.#database = database.unlimited ?? database
    this.#judged = judged
  }

  /** The fields that violations of a parameter name; a check that names one row by row is not among them. */
  fieldsOf(parameter: string): string[] {
    return this.#judged.flatMap(({ result, tallies }) => (result.parameter === parameter ? tallies.map(({ field }) => field) : []))
  }

  /** The columns whose values a violation shows: its field may be called by another word. */
  shownIn({ parameter, field }: Pick<Violation, 'parameter' | 'field'>): string[] {
    const own = this.#judged.flatMap(({ result, tallies }) => (result.parameter === parameter ? tallies : []))
    return [field, ...own.filter((tally) => tally.field === field || tally.part.shape === 'query').flatMap(({ part }) => part.fields)]
  }

  /** The first violations of each parameter, in row order. */
  async first(limit: number, filter: ViolationFilter = {}): Promise<Map<string, Violation[]>> {
    const found = new Map<string, Violation[]>()
    for await (const rows of this.#read(this.#branches(filter, limit))) {
      for (const row of rows) {
        const before = found.get(row.parameter)
        if (!before) found.set(row.parameter, [row])
        else if (before.length < limit) before.push(row)
      }
    }
    return found
  }

  /** Rows that a parameter judged and found nothing wrong with, in their order. Empty for checks that judge no single rows. */
  async fine(parameter: string, limit: number): Promise<number[]> {
    const row = identifier(ROW)
    const judged = this.#judged.flatMap(({ result, tallies }) =>
      result.parameter === parameter ? tallies.flatMap((tally) => judgedRows(tally) ?? []) : [],
    )
    if (judged.length === 0) return []
    const blamed = this.#branches({ parameters: [parameter], statuses: STATUSES })
    const others =
      blamed.length > 0 ? ` WHERE ${row} NOT IN (SELECT "row" FROM (${blamed.join(' UNION ALL ')}) WHERE "row" IS NOT NULL)` : ''
    const rows = await this.#database.all<{ row: number }>(
      `SELECT DISTINCT ${row} AS "row" FROM (${judged.join(' UNION ALL ')})${others} ORDER BY 1 LIMIT ${limit}`,
    )
    return rows.map((found) => Number(found.row))
  }

  async *stream(filter: ViolationFilter = {}): AsyncGenerator<Violation[]> {
    yield* this.#read(this.#branches(filter))
  }

  /** All of them as rows, with columns of the caller's own. */
  async *rows(filter: ViolationFilter = {}, columns: CopyColumns = {}): AsyncGenerator<SqlRow[]> {
    yield* this.#stream(this.#branches(filter, undefined, columns))
  }

  /** All of them into one file, with columns of the caller's own. The path is the caller's, never a user's text. */
  async copy(path: string, format: 'parquet' | 'csv', filter: ViolationFilter = {}, columns: CopyColumns = {}): Promise<void> {
    const names = [...OWN_COLUMNS, ...Object.keys(columns)]
    const empty = Sql`SELECT ${names.map((name) => Sql`NULL::${name === 'row' ? Sql`BIGINT` : Sql`VARCHAR`} AS ${identifier(name)}`)} WHERE false`
    const all = join([empty, ...this.#branches(filter, undefined, columns)], ' UNION ALL ')
    await this.#database.run(copySql(all, path, format, names))
  }

  /** Frees what was kept to find the rows again. Reading afterwards fails. */
  async dispose(): Promise<void> {
    for (const { tallies } of this.#judged)
      for (const { badTable, hashTable } of tallies)
        for (const table of [badTable, hashTable]) if (table) await this.#database.run(`DROP TABLE IF EXISTS ${table}`)
  }

  async *#stream(branches: readonly Sql[]): AsyncGenerator<SqlRow[]> {
    const { branches: most } = this.#database.dialect.relations
    for (let start = 0; start < branches.length; start += most)
      yield* this.#database.stream(branches.slice(start, start + most).join(' UNION ALL '))
  }

  async *#read(branches: readonly Sql[]): AsyncGenerator<Violation[]> {
    for await (const rows of this.#stream(branches)) yield rows.map(toViolation)
  }

  #branches({ parameters, statuses = ['failed', 'warned'] }: ViolationFilter, limit?: number, columns: CopyColumns = {}): Sql[] {
    return this.#judged
      .filter(({ result }) => statuses.includes(result.status) && (!parameters || parameters.includes(result.parameter)))
      .flatMap(({ result, tallies }) =>
        tallies
          .filter((tally) => (result.measured ? breaks(result, tally) : tally.total.violated > 0))
          .flatMap((tally) => {
            const sql = violationSql(this.#database.dialect, result, tally, columns)
            return sql === undefined ? [] : [limit === undefined ? Sql`(${sql})` : firstOf(this.#database.dialect, sql, limit)]
          }),
      )
  }
}

/** A query into a file, by DuckDB; `names` are its columns. */
export function copySql(query: Sql, path: string, format: 'parquet' | 'csv', names: readonly string[] = OWN_COLUMNS): Sql {
  const options = format === 'parquet' ? Sql`FORMAT parquet, COMPRESSION zstd` : Sql`FORMAT csv, HEADER true`
  const guarded = names.map((name) => Sql`${name === 'row' ? identifier(name) : noFormula(identifier(name))} AS ${identifier(name)}`)
  const lines = format === 'csv' ? Sql`SELECT ${guarded} FROM (${query})` : query
  return Sql`COPY (${lines}) TO ${literal(path)} (${options})`
}

const judgedRows = ({ part, prepared: { scope }, judged }: Tally): Sql | undefined =>
  scope && (part.shape === 'row' || part.shape === 'group')
    ? Sql`SELECT ${identifier(ROW)} FROM ${scope.shared.from([judged])} WHERE ${judged}`
    : undefined

/** Opened in a spreadsheet, a cell that begins so is computed: a quotation mark before it makes it text. Numbers are no formulas. */
const noFormula = (text: Sql): Sql =>
  Sql`CASE WHEN regexp_matches(${text}, '^[=+\\-@＝＋－＠\\t\\r]') AND TRY_CAST(${text} AS DOUBLE) IS NULL THEN ${literal("'")} || ${text} ELSE ${text} END`

/** A plain scan comes in row order and can stop early; after a join or a look into another table the first rows have to be looked for. */
const firstOf = ({ relations: { keepsOrder } }: Dialect, sql: Sql, limit: number): Sql =>
  Sql`(SELECT * FROM (${sql})${!keepsOrder || /(?<!FROM )\(SELECT|\b(?:JOIN|OVER)\b/.test(sql) ? Sql` ORDER BY "row"` : Sql``} LIMIT ${limit})`

/** Of several measured columns only those beyond a limit are findings. */
const breaks = ({ fail, warn }: CheckResult, { total }: Tally): boolean =>
  [fail, warn].some((threshold) => threshold !== undefined && reached(threshold, total))

function toViolation(row: SqlRow): Violation {
  return {
    parameter: String(row['parameter']),
    row: row['row'] === null ? null : Number(row['row']),
    key: (row['key'] ?? null) as string | null,
    field: String(row['field']),
    value: (row['value'] ?? null) as string | null,
    hash: String(row['hash']),
  }
}
