import { dateIn, isBlankText, numberIn } from '../cast.ts'
import { longDigitsIn } from '../exact.ts'
import type { Pair } from '../partner.ts'
import { elaborate } from './elaborate.ts'
import { parse } from './parse.ts'
import type { Typed, Value, ValueType } from './typed.ts'

type Row = Readonly<Record<string, string | null>>
export type EvaluateInput = {
  row: Row
  missingCodes?: readonly string[]
  now: string
  /** All rows of the table, for groups; the row alone when left out. */
  rows?: readonly Row[]
  /** Rows of other tables, for lookups. */
  others?: Readonly<Record<string, readonly Row[]>>
}

/** One row at a time, without a database: form logic, previews, and the reference the SQL is tested against. */
export function evaluateExpression(source: string, input: EvaluateInput, type: ValueType): Value {
  const tables = new Map(Object.entries(input.others ?? {}).map(([name, rows]) => [name, Object.keys(rows[0] ?? {})]))
  return evaluate(elaborate(parse(source), type, { columns: Object.keys(input.row), now: input.now, tables }), input)
}

export function evaluate(root: Typed, input: EvaluateInput): Value {
  const done = new Map<Typed, Value>()
  const value = (node: Typed): Value => {
    const known = done.get(node)
    if (known !== undefined) return known
    const fresh = step(node, value, input)
    done.set(node, fresh)
    return fresh
  }
  return value(root)
}

function step(node: Typed, value: (node: Typed) => Value, input: EvaluateInput): Value {
  switch (node.op) {
    case 'literal':
      return node.value
    case 'column':
      return readCell(input.row[node.name] ?? null, node.type, input.missingCodes ?? [])
    case 'lookup': {
      const found = (input.others?.[node.table] ?? []).find((row) => samePair(input, row, node.pairs))
      return found ? readCell(found[node.column] ?? null, node.type, input.missingCodes ?? []) : null
    }
    case 'group': {
      const pairs = node.keys.map((key) => ({ mine: key, theirs: key }))
      const group = (input.rows ?? [input.row]).filter((row) => samePair(input, row, pairs))
      if (group.length === 0) return null
      const answers = group.map((row) => evaluate(node.args[0], { ...input, row }))
      if (node.name === 'count') return answers.filter((answer) => answer === true).length
      return node.name === 'any' ? answers.includes(true) : !answers.includes(false)
    }
    case 'digits': {
      const [number, text] = node.args.map(value)
      return typeof number === 'number' && typeof text === 'string' ? longDigitsIn(text, number) : null
    }
    case 'call': {
      const args = node.args.map(value)
      return args.includes(null) ? null : node.operation.js(...(args as never[]))
    }
    case 'and':
    case 'or': {
      const decisive = node.op === 'or'
      const [a, b] = [value(node.args[0]), value(node.args[1])]
      if (a === decisive || b === decisive) return decisive
      return a === null || b === null ? null : !decisive
    }
    case 'not': {
      const inner = value(node.args[0])
      return inner === null ? null : !inner
    }
    case 'known':
      return value(node.args[0]) !== null
    case 'if':
      return value(value(node.args[0]) === true ? node.args[1] : node.args[2])
    case 'first':
      return node.args.map(value).find((item) => item !== null) ?? null
    case 'in': {
      const [wanted, ...items] = node.args.map(value)
      if (wanted === null || wanted === undefined) return null
      if (items.includes(wanted)) return true
      return items.includes(null) ? null : false
    }
  }
}

function samePair(input: EvaluateInput, row: Row, pairs: readonly Pair[]): boolean {
  const read = (cell: string | null | undefined): Value => readCell(cell ?? null, 'text', input.missingCodes ?? [])
  return pairs.every(({ mine, theirs, constant }) => {
    const key = constant ? mine : read(input.row[mine])
    return key !== null && key === read(row[theirs])
  })
}

function readCell(cell: string | null, type: 'number' | 'text' | 'date', codes: readonly string[]): Value {
  if (isBlankText(cell) || codes.includes(cell ?? '')) return null
  return type === 'number' ? numberIn(cell) : type === 'date' ? dateIn(cell) : cell
}
