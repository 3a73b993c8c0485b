import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { SqlRow } from '../table.ts'
import { inspectFile } from '../source/inspect.ts'
import { QcInputError } from '../source/input-error.ts'
import type { Violation } from '../violations.ts'
import type { Invocation } from './arguments.ts'
import { checkReport } from './check-report.ts'
import { complainOf, exitCode, jsonOf } from './check-result.ts'
import { painter } from './colour.ts'
import { keysOf, namedKeys, withKeys } from './keys.ts'
import { readJsonFile } from './json-file.ts'
import { claimOutput, saidOf, writeWhole } from './output-file.ts'
import { claimReports, writeReports } from './report-claim.ts'
import { withoutPersons } from './persons.ts'
import { withTables } from './session.ts'

type ParameterFile = { parameters: Parameter[]; keys: Record<string, string[]>; context: SqlRow }

export async function checkCommand(
  invocation: Invocation,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
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
  const inputs = [source, ...(given ? [given] : []), ...invocation.others, ...invocation.files.map(({ file }) => file)]
  if (out) await claimOutput(out, inputs)
  await claimReports(invocation, inputs)
  const context = { ...file.context, ...(given ? asContext(await readJsonFile(given), given) : {}) }
  const inspected = await Promise.all(invocation.others.map(inspectFile))
  if (inspected.length > 0) context['files'] = [...(Array.isArray(context['files']) ? context['files'] : []), ...inspected]
  if (invocation.option('trino') !== undefined)
    return (await import('./trino-command.ts')).checkOnTrino(invocation, { ...file, name: source }, context, print, complain)
  return withTables(
    invocation,
    out ? [out] : [],
    async (session) => {
      const { db, tables, unread: files, progress } = session
      const now = invocation.option('now')
      const label = invocation.language === 'zh' ? '检查' : 'checking'
      const keys = keysOf(invocation.keys, tables, '--key')
      const parameters = withKeys(file.parameters, keys, tables)
      const run = await runChecks({
        database: db,
        tables,
        parameters,
        keys: { ...keysOf(namedKeys(file.keys), tables, source), ...keys },
        ...(now ? { now } : {}),
        context,
        onProgress: (done, total) => progress.show(label, done, total),
      })
      const unread = await run.unread()
      const limit = invocation.first ?? (invocation.json ? 0 : 3)
      const found = limit > 0 ? await run.violations.first(limit) : new Map<string, Violation[]>()
      const first = await withoutPersons(session, run, found, invocation.identifying)
      if (out) await writeWhole(out, (draft) => run.violations.copy(draft, /\.csv$/i.test(out) ? 'csv' : 'parquet'))
      const written = await writeReports(invocation, session, { run, parameters, parameterFile: source })
      if (out) written.unshift(await saidOf(out, invocation.language))
      progress.clear()
      for (const error of files) complain(error.text[invocation.language])
      if (invocation.json) complainOf(run, invocation.language, complain)
      if (invocation.json) print(JSON.stringify(jsonOf(run, tables, files, first, unread), null, 2))
      else print(checkReport({ run, tables, first, unread, written }, invocation.language, painter()))
      return files.length > 0 ? 2 : exitCode(run)
    },
    true,
  )
}

function asContext(content: unknown, file: string): SqlRow {
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as SqlRow
  throw new QcInputError(
    'bad_context',
    { file },
    { zh: '应为对象，如 { "manifest": […] }', en: 'an object is expected, such as { "manifest": […] }' },
  )
}

/** Either a list of parameters or `{ "parameters": [...], "keys": { "table": ["column"] }, "context": {...} }`. */
function asParameters(content: unknown, file: string): ParameterFile {
  const wrong = (zh: string, en: string) => new QcInputError('bad_parameters', { file }, { zh, en })
  const body = Array.isArray(content)
    ? { parameters: content as unknown[] }
    : (content as { parameters?: unknown; keys?: unknown; context?: unknown })
  if (typeof body !== 'object' || body === null || !Array.isArray(body.parameters)) {
    throw wrong('应为参数列表，或含 parameters 列表的对象', 'a list of parameters is expected, or an object with the list "parameters"')
  }
  const parameters = body.parameters as Partial<Parameter>[]
  if (parameters.length === 0) throw wrong('参数列表是空的，没有可检查的内容', 'the list of parameters is empty: nothing would be checked')
  parameters.forEach((parameter, index) => {
    if (typeof parameter !== 'object' || parameter === null || typeof parameter.check !== 'string') {
      throw wrong(`第 ${index + 1} 个参数没有 check（检查类型）`, `parameter ${index + 1} names no "check"`)
    }
  })
  const named = parameters.map((parameter, index) => ({ id: `p${index + 1}`, ...parameter }) as Parameter)
  const twin = named.find(({ id }, index) => named.findIndex((other) => other.id === id) < index)
  if (twin) throw wrong(`两个参数都叫“${twin.id}”，id 不能重复`, `two parameters are both called "${twin.id}"; each needs an id of its own`)
  const keys = 'keys' in body ? body.keys : {}
  if (!isKeys(keys)) throw wrong('keys 应写成 { "表": ["列"] }', '"keys" is written { "table": ["column"] }')
  const context = 'context' in body && body.context !== undefined ? asContext(body.context, file) : {}
  return { parameters: named, keys, context }
}

const isKeys = (keys: unknown): keys is Record<string, string[]> =>
  typeof keys === 'object' &&
  keys !== null &&
  Object.values(keys).every((columns) => Array.isArray(columns) && columns.every((column) => typeof column === 'string'))
