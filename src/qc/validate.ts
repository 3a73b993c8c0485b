import type { Check } from './check.ts'
import { nearest } from './nearest.ts'
import type { ParamShape } from './param-shape.ts'
import type { Parameter } from './parameter.ts'
import { FIELDS } from './parameter-field.ts'
import type { Problem } from './problem.ts'
import type { StagedTable } from './table.ts'
import { text, type Text } from './text.ts'
import { readValue } from './validate-value.ts'

export type Resolved = {
  parameter: Parameter
  check: Check
  table: StagedTable | undefined
  columns: readonly string[]
  params: Readonly<Record<string, unknown>>
}
/** Of another kind than they should be, these leave nothing to look at further. */
const RELIED_ON = new Set(['table', 'columns', 'groupBy', 'missingCodes', 'keyFields', 'params'])

export type Validated = { problems: readonly Problem[]; absent: readonly Problem[]; resolved?: Resolved }

/** Everything wrong with a parameter at once, not only the first thing. `absent` holds columns and tables that are not there. */
export function validate(
  parameter: Parameter,
  find: (name: string) => Check | undefined,
  names: readonly string[],
  tables: readonly StagedTable[],
): Validated {
  const problems: Problem[] = []
  const absent: Problem[] = []
  const say = (path: string, message: Text): void => void problems.push(problem(parameter, path, message))
  const check = find(String(parameter.check))
  if (!check) {
    const like = nearest(String(parameter.check), names)
    say(
      'check',
      text(
        `没有名为“${parameter.check}”的检查类型${like ? `，是否指“${like}”` : ''}`,
        `there is no check type "${parameter.check}"${like ? `; did you mean "${like}"` : ''}`,
      ),
    )
    return { problems, absent }
  }
  for (const [name, value] of Object.entries(parameter)) {
    const wrong = name in FIELDS ? FIELDS[name as keyof Parameter](value) : noSuch(name, Object.keys(FIELDS))
    if (wrong) say(name, wrong)
  }
  if (problems.some(({ path }) => RELIED_ON.has(path))) return { problems, absent }
  const missing = (path: string, message: Text): void => void absent.push(problem(parameter, path, message))
  const table = check.target === 'dataset' ? undefined : findTable(parameter, tables, missing)
  const columns = parameter.columns ?? []
  checkTarget(check, columns, say)
  if (table) {
    const lists = { columns, groupBy: parameter.groupBy ?? [], keyFields: parameter.keyFields ?? [] }
    for (const [path, list] of Object.entries(lists)) for (const name of list) checkColumn(name, path, table, missing)
  }
  const params = readParams(check.params, parameter.params ?? {}, 'params', say)
  if (table) checkParamColumns(check.params, params, 'params', table, tables, missing)
  if (problems.length > 0 || absent.length > 0) return { problems, absent }
  return { problems, absent, resolved: { parameter, check, table, columns, params } }
}

function problem(parameter: Parameter, path: string, message: Text): Problem {
  return {
    parameter: parameter.id,
    path,
    message: text(`参数“${parameter.id}”的 ${path}：${message.zh}`, `parameter "${parameter.id}", ${path}: ${message.en}`),
  }
}

type Say = (path: string, message: Text) => void

function findTable(parameter: Parameter, tables: readonly StagedTable[], missing: Say): StagedTable | undefined {
  const name = parameter.table ?? undefined
  if (name === undefined && tables.length === 1) return tables[0]
  const found = tables.find((table) => table.name === name)
  if (found) return found
  const known = tables.map((table) => table.name)
  const like = name === undefined ? undefined : nearest(name, known)
  if (name === undefined)
    missing(
      'table',
      text(
        `本次共有 ${tables.length} 张表，须指明是哪一张（${known.join('、')}）`,
        `this run has ${tables.length} tables, say which one (${known.join(', ')})`,
      ),
    )
  else
    missing(
      'table',
      text(`没有表“${name}”${like ? `，是否指“${like}”` : ''}`, `there is no table "${name}"${like ? `; did you mean "${like}"` : ''}`),
    )
  return undefined
}

export function checkColumn(name: string, path: string, table: StagedTable, missing: Say): void {
  if (table.columns.includes(name)) return
  const like = nearest(name, table.columns)
  missing(
    path,
    text(
      `表“${table.name}”没有列“${name}”${like ? `，是否指“${like}”` : ''}`,
      `table "${table.name}" has no column "${name}"${like ? `; did you mean "${like}"` : ''}`,
    ),
  )
}

function checkTarget(check: Check, columns: readonly string[], say: Say): void {
  const least = check.target === 'column' ? 1 : check.target === 'columns' ? (check.atLeast ?? 1) : 0
  if (columns.length < least)
    say(
      'columns',
      text(`检查“${check.title.zh}”至少需要 ${least} 列`, `check "${check.slug}" needs at least ${least} column${least > 1 ? 's' : ''}`),
    )
  if (new Set(columns).size < columns.length) say('columns', text('同一列出现了两次', 'a column is named twice'))
}

function noSuch(name: string, names: readonly string[]): Text {
  const like = nearest(name, names)
  if (like) return text(`没有这一项，是否指“${like}”`, `there is no such setting; did you mean "${like}"`)
  if (names.length === 0) return text('没有这一项；此检查没有可设项', 'there is no such setting; this check has none')
  return text(`没有这一项；可用：${names.join('、')}`, `there is no such setting; there are ${names.join(', ')}`)
}

export function readParams(shape: ParamShape, given: Readonly<Record<string, unknown>>, path: string, say: Say): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    if (name in shape) continue
    say(`${path}.${name}`, noSuch(name, Object.keys(shape)))
  }
  for (const [name, field] of Object.entries(shape)) {
    const value = given[name]
    if (value === undefined || value === null) {
      if ('default' in field) read[name] = field.default
      else if (field.required) say(`${path}.${name}`, text(`必须填写（${field.label.zh}）`, `is required (${field.label.en})`))
      continue
    }
    if (field.kind === 'rows') {
      if (!Array.isArray(value)) say(`${path}.${name}`, text('应为列表', 'must be a list'))
      else read[name] = value.map((row, index) => readParams(field.fields, isRecord(row) ? row : {}, `${path}.${name}[${index}]`, say))
      continue
    }
    const wrong = readValue(field, value)
    if (wrong) say(`${path}.${name}`, wrong)
    else read[name] = value
  }
  return read
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function checkParamColumns(
  shape: ParamShape,
  params: Readonly<Record<string, unknown>>,
  path: string,
  home: StagedTable,
  tables: readonly StagedTable[],
  missing: Say,
): void {
  for (const [name, field] of Object.entries(shape)) {
    const value = params[name]
    if (value === undefined) continue
    const place = `${path}.${name}`
    if (field.kind === 'table' && !tables.some((table) => table.name === value)) {
      const like = nearest(
        String(value),
        tables.map((table) => table.name),
      )
      missing(
        place,
        text(
          `没有表“${String(value)}”${like ? `，是否指“${like}”` : ''}`,
          `there is no table "${String(value)}"${like ? `; did you mean "${like}"` : ''}`,
        ),
      )
    }
    if (field.kind !== 'column' && field.kind !== 'columns') continue
    const owner = field.of === undefined ? undefined : params[field.of]
    const table = owner === undefined ? home : tables.find((item) => item.name === owner)
    if (table) for (const column of Array.isArray(value) ? value : [value]) checkColumn(String(column), place, table, missing)
  }
}
