import type { Words } from '#kernel'
import { findCheck } from '#qc/checks/registry.ts'
import { ExpressionError, columnsOf, evaluateExpression } from '#qc/language.ts'
import { elaborate } from '#qc/expression/elaborate.ts'
import { parse } from '#qc/expression/parse.ts'
import type { Typed } from '#qc/expression/typed.ts'
import { matchNames } from '#qc/match-column.ts'
import { codesIn, type MissingCodes } from '#qc/missing-codes.ts'
import type { Parameter } from '#qc/parameter.ts'
import { engineParameter, holdsSubmission, tellsOf } from '../parameter/in-force.ts'
import type { SubmitRule } from '../parameter/in-force.ts'

/** A record by the names that rules use. */
export type RuleRow = Readonly<Record<string, string | null>>
export type Broken = { rule: string; words: Words; columns: readonly string[]; stops: boolean }

const bracketed = (column: string): string => `[${column.replaceAll(']', ']]')}]`
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Each rule about one record as an expression that is true of a record that breaks it, with the columns that it is about. */
const EXPRESSIONS: Readonly<Record<string, (parameter: Parameter) => { wrong: string; columns?: readonly string[] }[]>> = {
  not_null: ({ columns = [], params = {} }) =>
    params['treatBlank'] === false ? [] : columns.map((column) => ({ wrong: `${bracketed(column)} is null`, columns: [column] })),
  range: ({ columns = [], params: { min, max, inclusive = true } = {} }) =>
    columns.map((column) => {
      const sides = [
        ...(typeof min === 'number' ? [`number(${bracketed(column)}) ${inclusive ? '<' : '<='} ${min}`] : []),
        ...(typeof max === 'number' ? [`number(${bracketed(column)}) ${inclusive ? '>' : '>='} ${max}`] : []),
      ]
      return { wrong: sides.join(' or '), columns: [column] }
    }),
  row_expression: ({ params: { must, never, expression, meaning } = {} }) => {
    const right = text(must) ?? (meaning === 'good' ? text(expression) : undefined)
    const wrong = right === undefined ? (text(never) ?? text(expression)) : `not (${right})`
    return wrong === undefined ? [] : [{ wrong }]
  },
}

const isOfOneRecord = (node: Typed): boolean =>
  node.op !== 'lookup' && node.op !== 'group' && (!('args' in node) || node.args.every(isOfOneRecord))
/** Whether it is true of the record; undefined where it needs more than the record. */
const holds = (source: string, row: RuleRow, now: string): boolean | undefined => {
  try {
    const tree = elaborate(parse(source), 'boolean', { columns: Object.keys(row), now, tables: new Map() })
    return isOfOneRecord(tree) ? evaluateExpression(source, { row, now }, 'boolean') === true : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const without = (codes: MissingCodes, form: string, row: RuleRow): RuleRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cell !== null && codesIn(codes, form, name).includes(cell) ? null : cell]),
  )

/** A share of wrong rows, groups and a smallest number of rows are said of many records. */
const isAlone = ({ enabled, fail, warn, groupBy, minDenominator = 1 }: Parameter): boolean =>
  enabled !== false && fail === undefined && warn === undefined && !groupBy?.length && minDenominator <= 1

/** The rules that a record breaks, of those that speak of one record of this form alone. The engine's own evaluator judges. */
export const brokenRules = (rules: readonly SubmitRule[], form: string, given: RuleRow, now: string): Broken[] =>
  rules.flatMap((rule) => {
    const parameter = engineParameter(rule)
    const check = findCheck(parameter.check)
    const isAbout = parameter.table !== undefined && matchNames(parameter.table, [form]).length > 0
    if (!check || !isAbout || !isAlone(parameter)) return []
    const row = without(parameter.missingCodes ?? [], form, given)
    if (parameter.filter && holds(parameter.filter, row, now) !== true) return []
    const wrong = (EXPRESSIONS[check.slug]?.(parameter) ?? []).filter((one) => holds(one.wrong, row, now) === true)
    if (wrong.length === 0) return []
    const stops = holdsSubmission(rule, parameter.severity ?? check.severity ?? 'major')
    return [
      {
        rule: rule.code,
        words: tellsOf(rule),
        columns: wrong.flatMap(({ wrong: source, columns }) => columns ?? columnsOf(source)),
        stops,
      },
    ]
  })
