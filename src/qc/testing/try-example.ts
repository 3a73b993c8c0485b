import type { Check, Example } from '../check.ts'
import { runChecks } from '../engine.ts'
import type { CheckResult } from '../result.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { stageRows } from './stage-rows.ts'

export const NOW = '2026-06-13T08:00:00'

export const withSource = (table: StagedTable, { source }: Pick<Example, 'source'>): StagedTable =>
  source ? { ...table, source: { ...table.source, ...source } } : table

/** One parameter on literal rows: its result and the rows it blames. */
export async function tryExample(
  database: QcDatabase,
  check: Check,
  example: Example,
  context: Record<string, unknown> = {},
): Promise<{ result: CheckResult; rows: number[] }> {
  const table = withSource(await stageRows(database, 'main', example.columns, example.rows), example)
  const others: StagedTable[] = []
  for (const [name, other] of Object.entries(example.others ?? {})) others.push(await stageRows(database, name, other.columns, other.rows))
  const tables = [table, ...others]
  const run = await runChecks({
    database,
    tables,
    now: NOW,
    context: example.context ?? context,
    parameters: [{ id: 'p', check: check.id, table: 'main', ...example.parameter }],
  })
  const found = (await run.violations.first(1000)).get('p') ?? []
  for (const item of tables) await database.run(`DROP TABLE ${item.relation}`)
  return {
    result: run.results[0]!,
    rows: [...new Set(found.flatMap((violation) => (violation.row === null ? [] : [violation.row])))].toSorted((a, b) => a - b),
  }
}
