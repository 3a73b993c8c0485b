import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import { QcInputError } from '../source/input-error.ts'
import type { SqlRow } from '../table.ts'
import { copyHere } from '../trino/copy.ts'
import { openChecked } from '../trino/open.ts'
import { trinoTable } from '../trino/table.ts'
import type { Violation } from '../violations.ts'
import type { Invocation } from './arguments.ts'
import { checkReport } from './check-report.ts'
import { painter } from './colour.ts'
import { exitCode, jsonOf } from './check-result.ts'
import { keysOf, namedKeys, withKeys } from './keys.ts'
import { writeWhole } from './output-file.ts'
import { Progress } from './progress.ts'

const wrong = (zh: string, en: string) => new QcInputError('usage', { file: 'qc check --trino' }, { zh, en })

const secret = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : (await readFile(path.resolve(file), 'utf8')).trimEnd()

/** Judges tables where they lie. What is asked runs on the server; counts and violations come back. */
export async function checkOnTrino(
  invocation: Invocation,
  file: { parameters: Parameter[]; keys: Record<string, string[]> },
  context: SqlRow,
  print: (text: string) => void,
): Promise<number> {
  const need = (name: 'trino' | 'catalog' | 'schema'): string => {
    const value = invocation.option(name)
    if (!value) throw wrong(`缺少 --${name}`, `--${name} is missing`)
    return value
  }
  if (invocation.tables.length === 0) throw wrong('缺少 --table', '--table is missing')
  if (invocation.reports.length > 0) throw wrong('--report 暂不能与 --trino 同用', '--report does not go with --trino yet')
  const [password, token, ca] = await Promise.all([
    secret(invocation.option('password-file')),
    secret(invocation.option('token-file')),
    secret(invocation.option('ca')),
  ])
  const [catalog, schema, row, now, out] = [
    need('catalog'),
    need('schema'),
    ...(['row', 'now', 'violations'] as const).map(invocation.option),
  ]
  const progress = new Progress()
  const database = await openChecked({
    url: need('trino'),
    user: invocation.option('user') ?? 'qc',
    catalog,
    schema,
    ...(password === undefined ? {} : { password }),
    ...(token === undefined ? {} : { token }),
    ...(ca === undefined ? {} : { ca }),
  }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    throw wrong(message, message)
  })
  const stop = (): void => void database.close().finally(() => process.exit(130))
  process.once('SIGINT', stop)
  try {
    const tables = await Promise.all(
      invocation.tables.map(({ name, table }) => trinoTable(database, { catalog, schema, table, name, ...(row ? { row } : {}) })),
    ).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      throw wrong(message, message)
    })
    const keys = keysOf(invocation.keys, tables, '--key')
    const run = await runChecks({
      database,
      tables,
      parameters: withKeys(file.parameters, keys, tables),
      keys: { ...keysOf(namedKeys(file.keys), tables, '--parameters'), ...keys },
      ...(now ? { now } : {}),
      context,
      onProgress: (done, total) => progress.show(invocation.language === 'zh' ? '检查' : 'checking', done, total),
    })
    const limit = invocation.first ?? (invocation.json ? 0 : 3)
    const first = limit > 0 ? await run.violations.first(limit) : new Map<string, Violation[]>()
    if (out) await writeViolations(run.violations, out)
    progress.clear()
    if (invocation.json) print(JSON.stringify(jsonOf(run, tables, [], first), null, 2))
    else print(checkReport({ run, tables, first: invocation.identifying ? first : withoutValues(first) }, invocation.language, painter()))
    return exitCode(run)
  } finally {
    progress.clear()
    process.removeListener('SIGINT', stop)
    await database.close()
  }
}

/** Which columns hold persons is not looked for on a server: without --identifying no value is shown. */
const withoutValues = (first: ReadonlyMap<string, readonly Violation[]>): Map<string, Violation[]> =>
  new Map(
    [...first].map(([name, list]) => [name, list.map((violation) => ({ ...violation, value: violation.value === null ? null : '•••' }))]),
  )

async function writeViolations(violations: Parameters<typeof copyHere>[0], out: string): Promise<void> {
  const workspace = await openDatabase({ allow: { directories: [path.dirname(path.resolve(out))] } })
  try {
    await writeWhole(out, (draft) => copyHere(violations, workspace, draft, /\.csv$/i.test(out) ? 'csv' : 'parquet'))
  } finally {
    await workspace.close()
  }
}
