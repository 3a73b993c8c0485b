import { readFile } from 'node:fs/promises'
import { runChecks } from '../../src/qc/engine.ts'
import { identifier, literal, Sql } from '../../src/qc/sql.ts'
import { ROW, type QcDatabase, type SqlRow, type StagedTable } from '../../src/qc/table.ts'
import { everyCase, type Question } from '../../src/qc/testing/every-case.ts'
import { NOW } from '../../src/qc/testing/try-example.ts'
import { gatheredIn, type Gathered } from './plan.ts'

const DOCS = 'docs/scale.md'
const KINDS = ['rows', 'values'] as const satisfies readonly Gathered[]
const PLACE = Sql`memory.default`
let serial = 0

type Rows = readonly (readonly (string | null)[])[]
/** A real table: of literals the planner knows that they lie on one node anyway. */
async function stage(there: QcDatabase, name: string, columns: readonly string[], rows: Rows): Promise<StagedTable & { drop: string }> {
  const own = Sql`${PLACE}.${identifier(`gather_${process.pid}_${(serial += 1)}`)}`
  const fields = columns.map((_, at) => `c${at}`)
  const cell = (value: string | null | undefined): string => (value === null || value === undefined ? 'NULL' : literal(value))
  await there.run(`CREATE TABLE ${own} (r BIGINT, ${fields.map((field) => `${field} VARCHAR`).join(', ')})`)
  const lines = rows.map((row, at) => `(${[at + 1, ...columns.map((_, index) => cell(row[index]))].join(', ')})`)
  if (lines.length > 0) await there.run(`INSERT INTO ${own} VALUES ${lines.join(', ')}`)
  const select = [Sql`r AS ${identifier(ROW)}`, ...columns.map((column, at) => Sql`c${at} AS ${identifier(column)}`)]
  const source = { path: '', format: 'rows', bytes: 0, notes: [] }
  return { name, relation: Sql`(SELECT ${select} FROM ${own})`, columns, rows: rows.length, source, drop: own }
}

/** The same database; every statement that reads is told before it is asked. */
export function overheard(there: QcDatabase, heard: (sql: string) => Promise<void> | void): QcDatabase {
  // The one without limits is the same, and would be heard by nobody.
  const { unlimited: _, ...rest } = there
  return {
    ...rest,
    async all<Row extends SqlRow>(sql: string) {
      await heard(sql)
      return there.all<Row>(sql)
    },
    async *stream<Row extends SqlRow>(sql: string) {
      await heard(sql)
      yield* there.stream<Row>(sql)
    },
  }
}

/** What a statement gathers on one node, from its plan. */
export async function gatheredByStatement(there: QcDatabase, sql: string): Promise<Set<Gathered>> {
  const [row = {}] = await there.all(`EXPLAIN (TYPE DISTRIBUTED) ${sql}`)
  return gatheredIn(String(Object.values(row)[0]))
}

/** What the docs say that checks of these types gather. */
export async function listedFor(slugs: readonly string[]): Promise<Set<Gathered>> {
  const lines = (await readFile(DOCS, 'utf8')).split('\n')
  return new Set(
    KINDS.filter((kind) => {
      const said = lines.find((one) => one.startsWith(`- ${kind}: `)) ?? ''
      return slugs.some((slug) =>
        said
          .slice(kind.length + 4)
          .split(', ')
          .includes(slug),
      )
    }),
  )
}

export async function gatheredBy(there: QcDatabase, { check, example }: Question): Promise<Set<Gathered>> {
  const found = new Set<Gathered>()
  const given = Object.entries({ main: example, ...example.others })
  const tables = await Promise.all(given.map(([name, { columns, rows }]) => stage(there, name, columns, rows)))
  try {
    const database = overheard(there, async (sql) => {
      for (const one of await gatheredByStatement(there, sql)) found.add(one)
    })
    const parameters = [{ id: 'p', check: check.id, table: 'main', ...example.parameter }]
    const run = await runChecks({ database, tables, now: NOW, context: example.context ?? {}, parameters })
    for await (const _ of run.violations.stream()) continue
    await run.unread()
    return found
  } finally {
    for (const { drop } of tables) await there.run(`DROP TABLE ${drop}`)
  }
}

const line = (kind: Gathered, names: ReadonlySet<string>): string => `- ${kind}: ${[...names].toSorted().join(', ') || 'none'}`

/** Every check type, as it stands and in groups: what its plans gather, against the list in the docs. */
export async function compareGathering(there: QcDatabase): Promise<number> {
  const questions = everyCase().filter(({ name }) => / (?:example|groups)$/.test(name))
  const found: Record<Gathered, Set<string>> = { rows: new Set(), values: new Set() }
  const queue = [...questions]
  const work = async (): Promise<void> => {
    for (let question = queue.shift(); question; question = queue.shift())
      for (const kind of await gatheredBy(there, question)) found[kind].add(question.check.slug)
  }
  await Promise.all([work(), work(), work()])
  const docs = await readFile(DOCS, 'utf8')
  const lines = KINDS.map((kind) => line(kind, found[kind]))
  const missing = lines.filter((one) => !docs.split('\n').includes(one))
  for (const one of missing) console.log(`≠ ${DOCS} does not say\n${one}`)
  console.log(`plans: ${questions.length} questions, ${missing.length === 0 ? 'what gathers is listed' : 'the list is not right'}`)
  return missing.length
}
