import { ExpressionError, columnsOf, evaluateExpression } from '#qc/language.ts'
import { problem } from './problem.ts'
import type { Problem } from './problem.ts'
import type { Variable, VariableType } from './variable.ts'

type Result = Parameters<typeof evaluateExpression>[2]
const RESULTS: Readonly<Record<VariableType, Result>> = {
  text: 'text',
  longText: 'text',
  integer: 'number',
  number: 'number',
  date: 'date',
  dateTime: 'date',
  time: 'text',
  choice: 'text',
  choices: 'text',
  yesNo: 'text',
}
/** What a formula of a variable must come to. */
export const resultOf = (type: VariableType): Result => RESULTS[type]

/** Any instant will do: whether an expression can be read does not depend on it. */
const NOW = '2000-01-01T00:00:00'

const mistakeIn = (source: string, columns: readonly string[], result: Result): ExpressionError | null => {
  try {
    evaluateExpression(source, { row: Object.fromEntries(columns.map((name) => [name, null])), now: NOW }, result)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

type Source = { field: 'branching' | 'formula'; source: string; result: Result }
const sourcesOf = ({ branching, formula, type }: Variable): Source[] => [
  ...(branching ? [{ field: 'branching' as const, source: branching, result: 'boolean' as const }] : []),
  ...(formula ? [{ field: 'formula' as const, source: formula, result: resultOf(type) }] : []),
]

/** Conditions and formulas that cannot be read, each with the character where it shows. An expression speaks of the variables of its form. */
export const expressionProblems = (variables: readonly Variable[]): Problem[] => {
  const columns = variables.map(({ code }) => code)
  const mistakes = variables.flatMap((variable) =>
    sourcesOf(variable).flatMap(({ field, source, result }): Problem[] => {
      const mistake = mistakeIn(source, columns, result)
      if (!mistake) return []
      return [{ ...problem(variable.form, variable.code, field, mistake.text.zh, mistake.text.en), at: mistake.at }]
    }),
  )
  return mistakes.length ? mistakes : circles(variables)
}

/** A formula that needs its own result has none. */
const circles = (variables: readonly Variable[]): Problem[] => {
  const needs = new Map(variables.flatMap(({ code, formula }) => (formula ? [[code, columnsOf(formula)] as const] : [])))
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    (needs.get(from) ?? []).some((next) => next === wanted || (!seen.has(next) && reaches(next, wanted, seen.add(next))))
  return variables.flatMap(({ form, code }) =>
    reaches(code, code) ? [problem(form, code, 'formula', '公式绕回到自己', 'The formula comes back to itself')] : [],
  )
}
