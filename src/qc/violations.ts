import { badRowsSql, groupsSql } from './plan/group.ts'
import type { Tally } from './plan/tally.ts'
import type { CheckResult } from './result.ts'
import { all, identifier, literal, type Sql } from './sql.ts'
import { reached } from './threshold.ts'
import { ROW, type QcDatabase, type SqlRow } from './table.ts'

/** One finding. `key` is the business key as JSON text, `row` the record number in its table; either may be null. */
export type Violation = { parameter: string; row: number | null; key: string | null; field: string; value: string | null }

export type ViolationFilter = { parameters?: readonly string[]; statuses?: readonly CheckResult['status'][] }

type Judged = { result: CheckResult; tallies: readonly Tally[] }

/** So many branches of a UNION ALL are planned at once; more only make planning slow. */
const BRANCHES = 100

/** Every violation of a run, read on demand: counting is cheap, keys are fetched only for results that are not passed. */
export class Violations {
  readonly #database: QcDatabase
  readonly #judged: readonly Judged[]

  constructor(database: QcDatabase, judged: readonly Judged[]) {
    this.#database = database
    this.#judged = judged
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

  async *stream(filter: ViolationFilter = {}): AsyncGenerator<Violation[]> {
    yield* this.#read(this.#branches(filter))
  }

  /** All of them into one file. The path is the caller's own, never a user's text. */
  async copy(path: string, format: 'parquet' | 'csv', filter: ViolationFilter = {}): Promise<void> {
    const branches = this.#branches(filter)
    const empty = `SELECT ''::VARCHAR AS parameter, 0::BIGINT AS "row", ''::VARCHAR AS "key", ''::VARCHAR AS field, ''::VARCHAR AS "value" WHERE false`
    const options = format === 'parquet' ? 'FORMAT parquet, COMPRESSION zstd' : 'FORMAT csv, HEADER true'
    await this.#database.run(`COPY (${[empty, ...branches].join(' UNION ALL ')}) TO ${literal(path)} (${options})`)
  }

  /** Frees what was kept to find the rows again. Reading afterwards fails. */
  async dispose(): Promise<void> {
    for (const { tallies } of this.#judged)
      for (const { badTable, hashTable } of tallies)
        for (const table of [badTable, hashTable]) if (table) await this.#database.run(`DROP TABLE IF EXISTS ${table}`)
  }

  async *#read(branches: readonly Sql[]): AsyncGenerator<Violation[]> {
    for (let start = 0; start < branches.length; start += BRANCHES) {
      const sql = branches.slice(start, start + BRANCHES).join(' UNION ALL ')
      for await (const rows of this.#database.stream(sql)) yield rows.map(toViolation)
    }
  }

  #branches({ parameters, statuses = ['failed', 'warned'] }: ViolationFilter, limit?: number): Sql[] {
    return this.#judged
      .filter(({ result }) => statuses.includes(result.status) && (!parameters || parameters.includes(result.parameter)))
      .flatMap(({ result, tallies }) =>
        tallies
          .filter((tally) => (result.measured ? breaks(result, tally) : tally.total.violated > 0))
          .flatMap((tally) => {
            const sql = branch(result, tally)
            return sql === undefined ? [] : [limit === undefined ? `(${sql})` : firstOf(sql, limit)]
          }),
      )
  }
}

/** A plain scan comes in row order and can stop early; after a join or a look into another table the first rows have to be looked for. */
const firstOf = (sql: Sql, limit: number): Sql =>
  `(SELECT * FROM (${sql})${/(?<!FROM )\(SELECT|\bJOIN\b/.test(sql) ? ' ORDER BY "row"' : ''} LIMIT ${limit})`

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
  }
}

function branch(result: CheckResult, tally: Tally): Sql | undefined {
  const { part, prepared } = tally
  const head = `${literal(result.parameter)}::VARCHAR AS parameter`
  const field = `${literal(tally.field)}::VARCHAR AS field`
  if (part.shape === 'measure' || part.shape === 'aggregate') {
    const { value: measured } = tally.total
    const values = `${typeof measured === 'number' ? literal(String(measured)) : 'NULL'}::VARCHAR AS "value"`
    return `SELECT ${head}, NULL::BIGINT AS "row", NULL::VARCHAR AS "key", ${field}, ${values}`
  }
  if (part.shape === 'fact') return factBranch(head, tally)
  if (part.shape === 'query' && !prepared.scope) {
    const own = `${head}, v."row"::BIGINT AS "row", NULL::VARCHAR AS "key", v.field::VARCHAR AS field, v."value"::VARCHAR AS "value"`
    return `SELECT ${own} FROM (${part.violations}) v`
  }
  const scope = prepared.scope!
  const key =
    prepared.keyFields.length === 0
      ? 'NULL::VARCHAR'
      : `json_object(${prepared.keyFields.map((name) => `${literal(name)}, ${scope.text(name)}`).join(', ')})::VARCHAR`
  const value =
    part.fields.length === 1
      ? scope.text(part.fields[0]!)
      : part.fields.length === 0
        ? 'NULL::VARCHAR'
        : valuesOf(part.fields, (name) => scope.text(name))
  const select = `${head}, ${identifier(ROW)} AS "row", ${key} AS "key", ${field}, ${value} AS "value"`
  const fragments = [key, value]
  const { filter } = prepared
  if (part.shape === 'row') {
    const condition = all(tally.judged === 'true' ? undefined : tally.judged, tally.violates())
    return `SELECT ${select} FROM ${scope.shared.from([...fragments, condition])} WHERE ${condition}`
  }
  if (part.shape === 'query') {
    const own = `${head}, v."row"::BIGINT AS "row", ${key} AS "key", v.field::VARCHAR AS field, v."value"::VARCHAR AS "value"`
    return `SELECT ${own} FROM (${part.violations}) v LEFT JOIN ${scope.shared.from(fragments)} t ON t.${identifier(ROW)} = v."row"`
  }
  const rows =
    part.unit === 'row'
      ? badRowsSql(tally, select, fragments)
      : `SELECT ${select} FROM ${scope.shared.from(fragments)} WHERE ${identifier(ROW)} IN (SELECT first FROM (${groupsSql(tally)}) WHERE ${part.violates})`
  if (!part.alsoRows) return rows
  const also = all(filter, part.alsoRows)
  return `${rows} UNION ALL SELECT ${select} FROM ${scope.shared.from([...fragments, also])} WHERE ${also}`
}

const valuesOf = (fields: readonly string[], text: (name: string) => Sql): Sql =>
  `concat_ws('; ', ${fields.map((name) => `${literal(`${name}=`)} || coalesce(${text(name)}, '')`).join(', ')})`

function factBranch(head: Sql, tally: Tally): Sql | undefined {
  if (tally.facts.length === 0) return undefined
  const rows = tally.facts.map((item) => {
    const parts = [
      item.row === undefined ? 'NULL' : String(Math.trunc(item.row)),
      item.key ? literal(JSON.stringify(item.key)) : 'NULL',
      literal(item.field ?? tally.field),
      item.value === undefined ? 'NULL' : literal(item.value),
    ]
    return `(${parts.join(', ')})`
  })
  return `SELECT ${head}, r::BIGINT AS "row", k::VARCHAR AS "key", f::VARCHAR AS field, v::VARCHAR AS "value" FROM (VALUES ${rows.join(', ')}) facts(r, k, f, v)`
}
