import path from 'node:path'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { SqlRow } from '../table.ts'
import { textOf } from '../text.ts'
import { copyHere } from '../trino/copy.ts'
import { workText } from '../trino/work.ts'
import type { Violation, Violations } from '../violations.ts'
import type { Invocation } from './arguments.ts'
import { checkReport } from './check-report.ts'
import { complainOf, exitCode, jsonOf } from './check-result.ts'
import { painter } from './colour.ts'
import { keysOf, namedKeys, withKeys } from './keys.ts'
import { saidOf, writeWhole } from './output-file.ts'
import { withoutPersons } from './persons.ts'
import { writeReports } from './report-claim.ts'
import { withTrino } from './trino-session.ts'

type Say = (text: string) => void

/** Judges tables where they lie. What is asked runs on the server; counts and violations come back. */
export const checkOnTrino = (
  invocation: Invocation,
  file: { parameters: Parameter[]; keys: Record<string, string[]>; name: string },
  context: SqlRow,
  print: Say,
  complain: Say,
): Promise<number> =>
  withTrino(invocation, complain, async (session) => {
    const { db, tables, progress, signal, counted } = session
    const { language } = invocation
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
      signal,
      onProgress: (...so) => counted(language === 'zh' ? '检查' : 'checking', ...so),
    })
    const limit = invocation.first ?? (invocation.json ? 0 : 3)
    const found = limit > 0 ? await run.violations.first(limit) : new Map<string, Violation[]>()
    const first = await withoutPersons({ db: db.unlimited, tables }, run, found, invocation.identifying)
    if (out) await writeViolations(run.violations, out)
    // A report reads more than the checks did: beyond a limit it is not drawn, and the verdict stands.
    const over: unknown[] = []
    const written = await writeReports(invocation, session, { run, parameters, parameterFile: file.name }).catch(
      (error: unknown): string[] => {
        if (!db.isOver?.(error)) throw error
        over.push(error)
        return []
      },
    )
    const unread = await run.unread()
    progress.clear()
    if (out) written.unshift(await saidOf(out, language))
    written.push(workText(db.work())[language])
    for (const error of over) complain(`${language === 'zh' ? '报告没有写出' : 'no report was written'}: ${textOf(error)[language]}`)
    if (invocation.json) complainOf(run, language, complain)
    if (invocation.json) print(JSON.stringify({ ...jsonOf(run, tables, [], first, unread), trino: db.work() }, null, 2))
    else print(checkReport({ run, tables, first, unread, written }, language, painter()))
    return over.length > 0 ? 2 : exitCode(run)
  })

async function writeViolations(violations: Violations, out: string): Promise<void> {
  const workspace = await openDatabase({ allow: { directories: [path.dirname(path.resolve(out))] } })
  try {
    await writeWhole(out, (draft) => copyHere(violations, workspace, draft, { format: /\.csv$/i.test(out) ? 'csv' : 'parquet' }))
  } finally {
    await workspace.close()
  }
}
