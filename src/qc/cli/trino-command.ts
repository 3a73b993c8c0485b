import path from 'node:path'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { SqlRow } from '../table.ts'
import { copyHere } from '../trino/copy.ts'
import type { Violation, Violations } from '../violations.ts'
import type { Invocation } from './arguments.ts'
import { checkReport } from './check-report.ts'
import { exitCode, jsonOf } from './check-result.ts'
import { painter } from './colour.ts'
import { keysOf, namedKeys, withKeys } from './keys.ts'
import { writeWhole } from './output-file.ts'
import { withoutPersons } from './persons.ts'
import { writeReports } from './report-file.ts'
import { withTrino } from './trino-session.ts'

/** Judges tables where they lie. What is asked runs on the server; counts and violations come back. */
export const checkOnTrino = (
  invocation: Invocation,
  file: { parameters: Parameter[]; keys: Record<string, string[]>; name: string },
  context: SqlRow,
  print: (text: string) => void,
): Promise<number> =>
  withTrino(invocation, async (session) => {
    const { db, tables, progress } = session
    const [now, out] = (['now', 'violations'] as const).map(invocation.option)
    const keys = keysOf(invocation.keys, tables, '--key')
    const parameters = withKeys(file.parameters, keys, tables)
    const run = await runChecks({
      database: db,
      tables,
      parameters,
      keys: { ...keysOf(namedKeys(file.keys), tables, '--parameters'), ...keys },
      ...(now ? { now } : {}),
      context,
      onProgress: (done, total) => progress.show(invocation.language === 'zh' ? '检查' : 'checking', done, total),
    })
    const limit = invocation.first ?? (invocation.json ? 0 : 3)
    const found = limit > 0 ? await run.violations.first(limit) : new Map<string, Violation[]>()
    const first = await withoutPersons(session, run, found, invocation.identifying)
    if (out) await writeViolations(run.violations, out)
    const written = await writeReports(invocation, session, { run, parameters, parameterFile: file.name })
    const unread = await run.unread()
    progress.clear()
    if (invocation.json) print(JSON.stringify(jsonOf(run, tables, [], first, unread), null, 2))
    else print(checkReport({ run, tables, first, unread, written }, invocation.language, painter()))
    return exitCode(run)
  })

async function writeViolations(violations: Violations, out: string): Promise<void> {
  const workspace = await openDatabase({ allow: { directories: [path.dirname(path.resolve(out))] } })
  try {
    await writeWhole(out, (draft) => copyHere(violations, workspace, draft, { format: /\.csv$/i.test(out) ? 'csv' : 'parquet' }))
  } finally {
    await workspace.close()
  }
}
