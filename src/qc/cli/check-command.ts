import { stat } from 'node:fs/promises'
import { runChecks, type Run } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { SqlRow, StagedTable } from '../table.ts'
import { inspectFile } from '../source/inspect.ts'
import { QcInputError } from '../source/input-error.ts'
import type { Violation } from '../violations.ts'
import type { Invocation } from './arguments.ts'
import { checkReport } from './check-report.ts'
import { readJsonFile } from './json-file.ts'
import { withTables } from './session.ts'

type ParameterFile = { parameters: Parameter[]; keys: Record<string, string[]> }

export async function checkCommand(invocation: Invocation, print: (text: string) => void): Promise<number> {
  const source = invocation.option('parameters')
  if (!source) throw new QcInputError('usage', { file: 'qc check' }, { zh: '缺少 --parameters 文件', en: '--parameters FILE is missing' })
  const file = asParameters(await readJsonFile(source), source)
  const out = invocation.option('violations')
  if (out !== undefined && !/\.(?:parquet|csv)$/i.test(out)) {
    throw new QcInputError(
      'usage',
      { file: out },
      { zh: '--violations 的文件名应以 .parquet 或 .csv 结尾', en: '--violations takes a name ending in .parquet or .csv' },
    )
  }
  const given = invocation.option('context')
  const context: SqlRow = given ? ((await readJsonFile(given)) as SqlRow) : {}
  const inspected = await Promise.all(invocation.others.map(inspectFile))
  if (inspected.length > 0) context['files'] = [...((context['files'] as unknown[] | undefined) ?? []), ...inspected]
  return withTables(invocation, out ? [out] : [], async ({ db, tables, progress }) => {
    const now = invocation.option('now')
    const label = invocation.language === 'zh' ? '检查' : 'checking'
    const run = await runChecks({
      database: db,
      tables,
      parameters: file.parameters,
      keys: { ...file.keys, ...keysOf(invocation, tables) },
      ...(now ? { now } : {}),
      context,
      onProgress: (done, total) => progress.show(label, done, total),
    })
    const limit = Number(invocation.option('first') ?? (invocation.json ? 0 : 3))
    const first = limit > 0 ? await run.violations.first(limit) : new Map<string, Violation[]>()
    if (out) await run.violations.copy(out, /\.csv$/i.test(out) ? 'csv' : 'parquet')
    progress.clear()
    if (invocation.json) print(JSON.stringify(jsonOf(run, tables, first), null, 2))
    else print(checkReport(run, tables, first, invocation.language, out ? { file: out, bytes: (await stat(out)).size } : undefined))
    return exitCode(run)
  })
}

/** 2 before 1: a parameter that could not be judged is bad input, whatever the others say. */
const exitCode = (run: Run): number =>
  run.results.some((result) => result.status === 'error') ? 2 : run.results.some((result) => result.status === 'failed') ? 1 : 0

const jsonOf = (run: Run, tables: readonly StagedTable[], first: ReadonlyMap<string, readonly Violation[]>) => ({
  engine: run.engine,
  now: run.now,
  tables: tables.map(({ name, rows, columns, source }) => ({ name, rows, columns, source })),
  score: run.score,
  results: run.results,
  ...(first.size > 0 ? { violations: Object.fromEntries(first) } : {}),
})

function keysOf(invocation: Invocation, tables: readonly StagedTable[]): Record<string, string[]> {
  return Object.fromEntries(
    invocation.keys.flatMap(({ table, columns }) =>
      table ? [[table, columns] as const] : tables.map(({ name }) => [name, columns] as const),
    ),
  )
}

/** Either a list of parameters or `{ "parameters": [...], "keys": { "table": ["column"] } }`. */
function asParameters(content: unknown, file: string): ParameterFile {
  const wrong = (zh: string, en: string) => new QcInputError('bad_parameters', { file }, { zh, en })
  const body = Array.isArray(content) ? { parameters: content as unknown[] } : (content as { parameters?: unknown; keys?: unknown })
  if (typeof body !== 'object' || body === null || !Array.isArray(body.parameters)) {
    throw wrong('应为参数列表，或含 parameters 列表的对象', 'a list of parameters is expected, or an object with the list "parameters"')
  }
  const parameters = body.parameters as Partial<Parameter>[]
  parameters.forEach((parameter, index) => {
    if (typeof parameter !== 'object' || parameter === null || typeof parameter.check !== 'string') {
      throw wrong(`第 ${index + 1} 个参数没有 check（检查类型）`, `parameter ${index + 1} names no "check"`)
    }
  })
  const keys = 'keys' in body && typeof body.keys === 'object' && body.keys !== null ? (body.keys as Record<string, string[]>) : {}
  return { parameters: parameters.map((parameter, index) => ({ id: `p${index + 1}`, ...parameter }) as Parameter), keys }
}
