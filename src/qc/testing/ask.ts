import { runChecks } from '../engine.ts'
import type { CheckResult } from '../result.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'
import { addShadows } from './add-shadows.ts'
import type { Question } from './every-case.ts'
import { stageRows } from './stage-rows.ts'
import { NOW } from './try-example.ts'

export type Answer = { result: CheckResult; violations: readonly Violation[]; unread: ReadonlyMap<string, number> }

/** Everything an engine says about a question: counts, verdict, groups, every violation with its hash, and what it could not read. */
export async function ask(database: QcDatabase, { check, example, typed }: Question): Promise<Answer> {
  const staged: StagedTable[] = []
  for (const [name, { columns, rows }] of Object.entries({ main: example, ...example.others })) {
    const table = await stageRows(database, name, columns, rows)
    const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))
    staged.push(typed ? await addShadows(database, table, records) : table)
  }
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
  return { result: run.results[0]!, violations: [...violations, ...(first.get('p') ?? [])], unread }
}
