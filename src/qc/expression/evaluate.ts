import { dateIn, isBlankText, numberIn } from '../cast.ts'
import { elaborate } from './elaborate.ts'
import { parse } from './parse.ts'
import type { Typed, Value, ValueType } from './typed.ts'

export type EvaluateInput = { row: Readonly<Record<string, string | null>>; missingCodes?: readonly string[]; now: string }

/** One row at a time, without a database: form logic, previews, and the reference the SQL is tested against. */
export function evaluateExpression(source: string, input: EvaluateInput, type: ValueType): Value {
  return evaluate(elaborate(parse(source), type, { columns: Object.keys(input.row), now: input.now }), input)
}

export function evaluate(node: Typed, input: EvaluateInput): Value {
  switch (node.op) {
    case 'literal':
      return node.value
    case 'column':
      return readCell(input.row[node.name] ?? null, node.type, input.missingCodes ?? [])
    case 'call': {
      const args = node.args.map((arg) => evaluate(arg, input))
      return args.includes(null) ? null : node.operation.js(...(args as never[]))
    }
    case 'and':
    case 'or': {
      const decisive = node.op === 'or'
      const [a, b] = [evaluate(node.args[0], input), evaluate(node.args[1], input)]
      if (a === decisive || b === decisive) return decisive
      return a === null || b === null ? null : !decisive
    }
    case 'not': {
      const value = evaluate(node.args[0], input)
      return value === null ? null : !value
    }
    case 'known':
      return evaluate(node.args[0], input) !== null
    case 'if':
      return evaluate(evaluate(node.args[0], input) === true ? node.args[1] : node.args[2], input)
    case 'first':
      return node.args.map((arg) => evaluate(arg, input)).find((value) => value !== null) ?? null
    case 'in': {
      const [value, ...items] = node.args.map((arg) => evaluate(arg, input))
      if (value === null || value === undefined) return null
      if (items.includes(value)) return true
      return items.includes(null) ? null : false
    }
  }
}

function readCell(cell: string | null, type: 'number' | 'text' | 'date', codes: readonly string[]): Value {
  if (isBlankText(cell) || codes.includes(cell ?? '')) return null
  return type === 'number' ? numberIn(cell) : type === 'date' ? dateIn(cell) : cell
}
