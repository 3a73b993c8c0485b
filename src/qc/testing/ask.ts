import { readDate, readNumber } from '../cast.ts'
import { runChecks } from '../engine.ts'
import type { CheckResult } from '../result.ts'
import { identifier, literal, Sql, join } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'
import { addShadows, shadowsOf } from './add-shadows.ts'
import type { Question } from './every-case.ts'
import { stageRows } from './stage-rows.ts'
import { NOW, withSource } from './try-example.ts'

export type Answer = { results: readonly CheckResult[]; violations: readonly Violation[]; unread: ReadonlyMap<string, number> }

export type Rows = readonly (readonly (string | null)[])[]

/** Makes a table of rows. */
export type Stage = (name: string, columns: readonly string[], rows: Rows, typed: boolean) => Promise<StagedTable>

/** Everything an engine says about a question: counts, verdict, groups, every violation with its hash, and what it could not read. */
export async function ask(database: QcDatabase, { check, example, typed }: Question, stage = stageIn(database)): Promise<Answer> {
  const staged: StagedTable[] = [withSource(await stage('main', example.columns, example.rows, typed ?? false), example)]
  for (const [name, { columns, rows }] of Object.entries(example.others ?? {}))
    staged.push(await stage(name, columns, rows, typed ?? false))
  const run = await runChecks({
    database,
    tables: staged,
    now: NOW,
    context: example.context ?? {},
    parameters: [{ id: 'p', check: check.id, table: 'main', ...example.parameter }],
  })
  const violations: Violation[] = []
  for await (const chunk of run.violations.stream()) violations.push(...chunk)
  const first = await run.violations.first(1000)
  const unread = await run.unread()
  await run.violations.dispose()
  return { results: run.results, violations: [...violations, ...(first.get('p') ?? [])], unread }
}

const recordsOf = (columns: readonly string[], rows: Rows) =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))

/** Tables of its own where the engine makes some; of another one the rows stand in every statement. */
export const stageIn =
  (database: QcDatabase): Stage =>
  async (name, columns, rows, typed) => {
    if (!database.dialect.relations.hasTables) return literalTable(database, name, columns, rows, typed)
    const table = await stageRows(database, name, columns, rows)
    return typed ? addShadows(database, table, recordsOf(columns, rows)) : table
  }

/** The rows as part of every statement: for an engine in which we make no tables. */
export function literalTable(database: QcDatabase, name: string, columns: readonly string[], rows: Rows, typed: boolean): StagedTable {
  const { dialect } = database
  const none = columns.map(() => null)
  const cell = (value: string | null | undefined): Sql =>
    dialect.values.cast(value === null || value === undefined ? Sql`NULL` : literal(value), 'VARCHAR')
  const lines = [none, ...rows].map(
    (row, at) => Sql`(${[dialect.values.cast(Sql`${at}`, 'BIGINT'), ...columns.map((_, index) => cell(row[index]))]})`,
  )
  const names = join([ROW, ...columns].map(identifier), ', ')
  const shadows = typed ? shadowsOf(columns, recordsOf(columns, rows)) : {}
  const copies = Object.entries(shadows).map(([column, { name: copy, type }]) => {
    const read = type === 'BIGINT' || type === 'DOUBLE' ? readNumber(dialect, identifier(column)) : readDate(dialect, identifier(column))
    return Sql`${dialect.values.cast(read, type)} AS ${identifier(copy)}`
  })
  const relation = Sql`(SELECT ${[Sql`*`, ...copies]} FROM (VALUES ${lines}) given(${names}) WHERE ${identifier(ROW)} > 0)`
  return {
    name,
    relation,
    columns,
    rows: rows.length,
    source: { path: '', format: 'rows', bytes: 0, notes: [] },
    ...(typed ? { typed: shadows } : {}),
  }
}
