import type { QcWorkspace } from '../../src/qc/database.ts'
import { runChecks } from '../../src/qc/engine.ts'
import { identifier, literal } from '../../src/qc/sql.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import type { Stage } from '../../src/qc/testing/ask.ts'
import { stageRows } from '../../src/qc/testing/stage-rows.ts'
import { trinoTable } from '../../src/qc/trino/table.ts'
import { compareAll } from './equal.ts'
import { CANARY, CELLS, hostileQuestions, NAMES } from './hostile.ts'
import { differenceOf } from './near.ts'

/** Nobody asks for it: it stands in an answer only where somebody got at a table that was not named. */
const SECRET = 'canary-3f9a'
const OWN = 'memory.default'
const NOW = '2026-06-13T08:00:00'

/** Names that catalogs take: those of columns and of tables at once. Letters are small, as Trino keeps them. */
const HOSTILE = [...NAMES.filter((name) => !/[\n/]/.test(name)), `x' or 'a'='a`, `"); drop table ${CANARY}; --`, '~0'].map((name) =>
  name.toLowerCase(),
)

async function answered(database: QcDatabase, table: StagedTable, name: string): Promise<unknown> {
  const { results, violations } = await runChecks({
    database,
    tables: [table],
    now: NOW,
    parameters: [
      { id: 'filled', check: 'not_null', columns: [name], groupBy: [name], keyFields: [name] },
      { id: 'unique', check: 'unique', columns: [name], keyFields: [name] },
      { id: 'set', check: 'in_set', columns: [name], params: { values: CELLS.slice(0, 5).map(String) }, missingCodes: [`'`] },
      { id: 'range', check: 'range', columns: ['sized'], params: { max: 5 }, filter: 'sized > 0' },
    ].map((one) => ({ ...one, table: table.name })),
  })
  const found: string[] = []
  for await (const chunk of violations.stream()) found.push(...chunk.map((one) => JSON.stringify(one)))
  return JSON.parse(JSON.stringify({ results: results.map((one) => ({ ...one, table: null })), found: found.toSorted() }))
}

/** A table and a column of that name, as it lies there and here. */
async function compareName(here: QcWorkspace, there: QcDatabase, name: string): Promise<string | undefined> {
  const own = [OWN, identifier(name)].join('.')
  const rows = CELLS.map((cell, at) => [String(at % 9), cell])
  await there.run(`CREATE TABLE ${own} (nr BIGINT, sized BIGINT, ${identifier(name)} VARCHAR)`)
  try {
    const lines = rows.map(([sized, cell], at) => `(${at + 1}, ${sized}, ${cell === null || cell === undefined ? 'NULL' : literal(cell)})`)
    await there.run(`INSERT INTO ${own} VALUES ${lines.join(', ')}`)
    const remote = await trinoTable(there, { catalog: 'memory', schema: 'default', table: name, row: 'nr' })
    const staged = await stageRows(here, name, ['sized', name], rows)
    const found = await answered(there, remote, name)
    const difference = differenceOf(await answered(here, staged, name), found, [])
    return difference ?? (JSON.stringify(found).includes(SECRET) ? 'it read a table that it was not asked for' : undefined)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await there.run(`DROP TABLE ${own}`)
  }
}

/** Whatever was asked: only the tables that were there are there, and this one holds what it held. */
async function touched(there: QcDatabase, before: readonly string[]): Promise<string[]> {
  const rows = await there.all(`SELECT nr, text FROM ${CANARY} ORDER BY nr`).catch((error: unknown) => String(error))
  const after = await tablesOf(there)
  return [
    ...(differenceOf(
      [1, 2, 3].map((nr) => ({ nr, text: SECRET })),
      rows,
      [],
    ) === undefined
      ? []
      : [`the canary is ${JSON.stringify(rows)}`]),
    ...(after.join() === before.join() ? [] : [`tables ${before.join(', ')} became ${after.join(', ')}`]),
  ]
}

async function tablesOf(there: QcDatabase): Promise<string[]> {
  const rows = await there.all<{ name: string }>(
    `SELECT table_catalog || '.' || table_schema || '.' || table_name AS name FROM memory.information_schema.tables WHERE table_schema <> 'information_schema'`,
  )
  return rows.map(({ name }) => name).toSorted()
}

/**
 * Hostile identifiers, literals and patterns: the same verdict on both engines, over rows in the statement and over external tables with
 * such columns; tables of such names are judged where they lie; and a table that nobody names is afterwards what it was.
 */
export async function compareHostile(here: QcWorkspace, there: QcDatabase, stage: Stage): Promise<number> {
  await there.run(`DROP TABLE IF EXISTS ${CANARY}`)
  await there.run(`CREATE TABLE ${CANARY} AS SELECT nr, '${SECRET}' AS text FROM UNNEST(sequence(1, 3)) t(nr)`)
  try {
    const before = await tablesOf(there)
    const questions = hostileQuestions()
    let different = await compareAll('hostile identifiers, literals and patterns', questions, here, there)
    const named = questions.filter(({ name }) => name.startsWith('hostile name'))
    different += await compareAll('hostile columns of external tables', named, here, there, stage)
    const wrong: string[] = []
    for (const name of HOSTILE) {
      const difference = await compareName(here, there, name)
      if (difference !== undefined) wrong.push(`${JSON.stringify(name)}: ${difference}`)
    }
    for (const one of wrong) console.log(`≠ table ${one}`)
    console.log(`hostile names of tables and columns: ${HOSTILE.length - wrong.length} of ${HOSTILE.length} equal`)
    const harm = await touched(there, before)
    for (const one of harm) console.log(`≠ ${one}`)
    console.log(`a table that nobody named: ${harm.length === 0 ? 'untouched' : 'not what it was'}`)
    return different + wrong.length + harm.length
  } finally {
    await there.run(`DROP TABLE IF EXISTS ${CANARY}`)
  }
}
