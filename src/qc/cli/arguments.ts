import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { dateIn } from '../cast.ts'
import { QcInputError } from '../source/input-error.ts'
import { FORMATS, type Format, type StageOptions } from '../source/reading.ts'
import { languageOf, type Language } from './language.ts'

const OPTIONS = {
  parameters: { type: 'string', short: 'p' },
  table: { type: 'string', multiple: true, short: 't' },
  key: { type: 'string', multiple: true, short: 'k' },
  file: { type: 'string', multiple: true, short: 'f' },
  ignore: { type: 'string' },
  'missing-codes': { type: 'string' },
  violations: { type: 'string' },
  first: { type: 'string' },
  json: { type: 'boolean' },
  memory: { type: 'string' },
  threads: { type: 'string' },
  spill: { type: 'string' },
  snapshot: { type: 'string' },
  lang: { type: 'string' },
  format: { type: 'string' },
  sheet: { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  'no-header': { type: 'boolean' },
  now: { type: 'string' },
  context: { type: 'string' },
  suggest: { type: 'string' },
  report: { type: 'string', multiple: true },
  identifying: { type: 'boolean' },
  dictionary: { type: 'string' },
  events: { type: 'string' },
  repeating: { type: 'string' },
  rules: { type: 'string' },
  markdown: { type: 'boolean' },
  trino: { type: 'string' },
  catalog: { type: 'string' },
  schema: { type: 'string' },
  row: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  'token-file': { type: 'string' },
  ca: { type: 'string' },
  share: { type: 'string' },
  'share-location': { type: 'string' },
  's3-endpoint': { type: 'string' },
  's3-region': { type: 'string' },
  's3-key-file': { type: 'string' },
  'max-minutes': { type: 'string' },
  'max-rows': { type: 'string' },
  'max-gb': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

export type NamedFile = { name?: string; file: string }

export type Invocation = {
  command: string
  files: NamedFile[]
  /** Tables of a server: what parameters call them, and their names there. */
  tables: { name: string; table: string }[]
  /** Files that are judged but not read as tables. */
  others: string[]
  keys: { table?: string; columns: string[] }[]
  language: Language
  json: boolean
  /** How many violations or changes to show; undefined leaves it to the command. */
  first: number | undefined
  stage: StageOptions
  database: { memory?: string; threads?: number; spillDirectory?: string }
  option: (name: keyof typeof OPTIONS) => string | undefined
  help: boolean
  markdown: boolean
  /** Files of the report: .html or .xlsx. */
  reports: string[]
  /** Whether values of columns that look like names or numbers of persons may be shown. */
  identifying: boolean
}

const usage = (zh: string, en: string) => new QcInputError('usage', { file: 'qc' }, { zh, en })

export function parseInvocation(args: readonly string[]): Invocation {
  const { values, positionals } = parse(args)
  const one = (name: keyof typeof OPTIONS) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const threads = one('threads')
  if (threads !== undefined && !/^[1-9]\d*$/.test(threads)) throw usage('--threads 应为正整数', '--threads takes a positive whole number')
  const memory = one('memory')
  if (memory !== undefined && !/^\d+(?:\.\d+)?\s*[KMGT]i?B$/i.test(memory))
    throw usage('--memory 应写成 512MB、1GB 等', '--memory takes a size such as 512MB or 1GB')
  const first = one('first')
  if (first !== undefined && !/^\d+$/.test(first)) throw usage('--first 应为不小于 0 的整数', '--first takes a whole number, 0 or more')
  const now = one('now')
  if (now !== undefined && dateIn(now) === null)
    throw usage('--now 应写成 2026-01-31 或 2026-01-31T08:00:00', '--now takes a date such as 2026-01-31 or 2026-01-31T08:00:00')
  const format = one('format')
  if (format !== undefined && !(FORMATS as readonly string[]).includes(format)) {
    throw usage(`--format 只能是 ${FORMATS.join('、')}`, `--format takes one of ${FORMATS.join(', ')}`)
  }
  for (const name of ['max-minutes', 'max-rows', 'max-gb'] as const)
    if (!/^[1-9]\d*$/.test(one(name) ?? '1')) throw usage(`--${name} 应为正整数`, `--${name} takes a positive whole number`)
  const remote = one('trino') !== undefined
  const named = (remote ? [] : (values['table'] ?? [])).map((given) => {
    const at = given.indexOf('=')
    if (at < 1) throw usage(`--table 应写成 名称=文件：${given}`, `--table takes name=FILE, not ${given}`)
    return { name: given.slice(0, at), file: given.slice(at + 1) }
  })
  const sheet = one('sheet')
  return {
    command: positionals[0] ?? '',
    files: [...positionals.slice(1).map((file) => ({ file })), ...named],
    tables: (remote ? (values['table'] ?? []) : []).map((given) => ({
      name: given.replace(/=.*/s, ''),
      table: given.replace(/^[^=]+=/, ''),
    })),
    others: values['file'] ?? [],
    keys: (values['key'] ?? []).map((given) => {
      const at = given.indexOf('=')
      return { ...(at > 0 ? { table: given.slice(0, at) } : {}), columns: given.slice(at + 1).split(',') }
    }),
    language: languageOf(one('lang')),
    json: values['json'] === true,
    first: first === undefined ? undefined : Number(first),
    help: values['help'] === true,
    markdown: values['markdown'] === true,
    reports: values['report'] ?? [],
    identifying: values['identifying'] === true,
    stage: {
      ...(format ? { format: format as Format } : {}),
      ...(sheet ? { sheet: /^\d+$/.test(sheet) ? Number(sheet) - 1 : sheet } : {}),
      ...optional('encoding', one('encoding')?.toLowerCase()),
      ...optional('delimiter', one('delimiter')?.replace('\\t', '\t')),
      ...(values['no-header'] === true ? { header: false } : {}),
      ...optional('snapshot', one('snapshot') && path.resolve(one('snapshot') as string)),
    },
    database: {
      ...optional('memory', memory),
      ...(threads ? { threads: Number(threads) } : {}),
      ...optional('spillDirectory', one('spill')),
    },
    option: one,
  }
}

const optional = <K extends string>(key: K, value: string | undefined): { [P in K]?: string } =>
  (value ? { [key]: value } : {}) as { [P in K]?: string }

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw usage(message, message)
  }
}
