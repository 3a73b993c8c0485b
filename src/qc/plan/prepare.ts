import type { Check, CompileContext } from '../check.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { compileExpression } from '../expression/compile.ts'
import { ExpressionError } from '../expression/error.ts'
import type { Parameter } from '../parameter.ts'
import { NotApplicable, WrongValue, type Fault } from '../problem.ts'
import { Shared, TableScope } from '../scope.ts'
import type { Part, Reason } from '../shape.ts'
import { Sql } from '../sql.ts'
import type { SqlRow, StagedTable } from '../table.ts'
import { text, type Text } from '../text.ts'
import { checkColumn, validate, type Resolved } from '../validate.ts'

export type Prepared = {
  parameter: Parameter
  check: Check
  table: StagedTable | undefined
  columns: readonly string[]
  scope: TableScope | undefined
  parts: readonly Part[]
  filter: Sql | undefined
  groupBy: readonly { column: string; sql: Sql }[]
  keyFields: readonly string[]
}
export type Refused = {
  parameter: Parameter
  check: Check | undefined
  status: 'error' | 'not_applicable' | 'skipped'
  reason?: Reason
  message?: Text
  faults?: readonly Fault[]
  prepared?: undefined
}
export type Outcome = { prepared: Prepared } | Refused

export type PlanInput = {
  dialect: Dialect
  tables: readonly StagedTable[]
  find: (name: string) => Check | undefined
  names: readonly string[]
  now: string
  keys: Readonly<Record<string, readonly string[]>>
  context: Readonly<SqlRow>
}

/** Parameters into SQL shapes. Never throws for what a user wrote: each parameter gets its own refusal. */
export function prepare(parameters: readonly Parameter[], input: PlanInput): Outcome[] {
  const mark = unusedMark(input.tables)
  const shared = new Map(input.tables.map((table, index) => [table.name, new Shared(table.relation, `${mark}${index}c`, table)]))
  return parameters.map((parameter) => prepareOne(parameter, input, shared))
}

/** A column that is named like an alias would be taken for it. */
function unusedMark(tables: readonly StagedTable[]): string {
  let mark = 't'
  while (tables.some((table) => table.columns.some((column) => column.startsWith(`§${mark}`)))) mark += 't'
  return mark
}

function prepareOne(parameter: Parameter, input: PlanInput, shared: ReadonlyMap<string, Shared>): Outcome {
  if (parameter.enabled === false)
    return {
      parameter,
      check: input.find(String(parameter.check)),
      status: 'skipped',
      message: text('参数已停用', 'the parameter is disabled'),
    }
  const { problems, absent, resolved } = validate(parameter, input.find, input.names, input.tables)
  const check = resolved?.check ?? input.find(String(parameter.check))
  const said = [...problems, ...absent].map((problem) => problem.message)
  if (!resolved) {
    const message = text(said.map((item) => item.zh).join('；'), said.map((item) => item.en).join('; '))
    if (problems.length === 0 && parameter.whenAbsent === 'not_applicable') {
      return {
        parameter,
        check,
        status: 'not_applicable',
        reason: absent.some((item) => namesTable(check, item.path)) ? 'table_missing' : 'column_missing',
        message,
      }
    }
    return { parameter, check, status: 'error', message, faults: [...problems, ...absent].map(({ path, message }) => ({ path, message })) }
  }
  try {
    return { prepared: compile(resolved, input, shared) }
  } catch (error) {
    if (error instanceof NotApplicable) return { parameter, check, status: 'not_applicable', reason: error.reason }
    const message = describe(parameter, error)
    if (error instanceof WrongValue && error.absent && parameter.whenAbsent === 'not_applicable')
      return { parameter, check, status: 'not_applicable', reason: error.absent, message }
    const faults =
      error instanceof WrongValue ? [{ path: error.path, message: error.text, ...(error.at === undefined ? {} : { at: error.at }) }] : []
    return { parameter, check, status: 'error', message, faults }
  }
}

const namesTable = (check: Check | undefined, path: string): boolean =>
  path === 'table' || check?.params[path.replace(/^params\./, '')]?.kind === 'table'

function describe(parameter: Parameter, error: unknown): Text {
  if (error instanceof WrongValue)
    return text(`参数“${parameter.id}”的 ${error.path}：${error.text.zh}`, `parameter "${parameter.id}", ${error.path}: ${error.text.en}`)
  const message = error instanceof Error ? error.message : String(error)
  return text(`参数“${parameter.id}”：${message}`, `parameter "${parameter.id}": ${message}`)
}

/** Found out here, not when the violations are read: then the run would be lost for a name. */
function keyOf(table: StagedTable, key: readonly string[] = []): readonly string[] {
  for (const column of key)
    checkColumn(column, 'keys', table, (path, message) => {
      throw new WrongValue(path, message)
    })
  return key
}

function compile(resolved: Resolved, input: PlanInput, shared: ReadonlyMap<string, Shared>): Prepared {
  const { parameter, check, table, columns, params } = resolved
  const scopeOf = (item: StagedTable): TableScope =>
    new TableScope(item, shared.get(item.name)!, input.dialect, parameter.missingCodes ?? [])
  const scope = table ? scopeOf(table) : undefined
  const place: StagedTable = table ?? {
    name: Sql``,
    relation: Sql`(SELECT 1)`,
    columns: [],
    rows: 0,
    source: { path: Sql``, format: Sql``, bytes: 0, notes: [] },
  }
  const home = scope ?? new TableScope(place, new Shared(place.relation), input.dialect)
  const others = new Map(input.tables.map((item) => [item.name, scopeOf(item)]))
  const compiled = (source: string, path: string, type: 'boolean' | 'number' | 'text' | 'date', target = home): Sql => {
    try {
      return compileExpression(source, { scope: target, now: input.now, others }, type)
    } catch (error) {
      if (error instanceof ExpressionError) throw new WrongValue(path, error.text, error.absent, error.at)
      throw error
    }
  }
  const context = (column: string): CompileContext<Record<string, unknown>> => ({
    parameter,
    params,
    column,
    columns,
    scope: home,
    dialect: input.dialect,
    table: place,
    tables: input.tables,
    other(name, path) {
      const found = input.tables.find((item) => item.name === name)
      if (!found) throw new WrongValue(path, text(`没有表“${name}”`, `there is no table "${name}"`))
      return scopeOf(found)
    },
    condition: (source, path, target) => compiled(source, path, 'boolean', target),
    expression: (source, path, type) => compiled(source, path, type),
    now: input.now,
    context: input.context,
  })
  const call = (column: string): readonly Part[] => {
    home.unread.clear()
    return [check.compile(context(column) as unknown as CompileContext<never>)]
      .flat()
      .map((part) => ({ ...part, unread: [...home.unread] }))
  }
  const parts = check.target === 'column' ? columns.flatMap(call) : call(columns[0] ?? '')
  return {
    parameter,
    check,
    table,
    columns,
    scope,
    parts,
    filter: parameter.filter?.trim() ? home.share(Sql`coalesce(${compiled(parameter.filter, 'filter', 'boolean')}, false)`) : undefined,
    groupBy: (parameter.groupBy ?? []).map((column) => ({ column, sql: home.value(column) })),
    keyFields: parameter.keyFields ?? (table ? keyOf(table, input.keys[table.name]) : []),
  }
}
