import { dateIn } from '../cast.ts'
import { nearest } from '../nearest.ts'
import { wrongPattern } from '../validate-value.ts'
import { columnIn, readGroup, readLookup, settled } from './across.ts'
import type { Node } from './ast.ts'
import { Comparer, type Reader } from './compare.ts'
import { ExpressionError } from './error.ts'
import { FUNCTIONS, type Function } from './functions.ts'
import { SPECIAL } from './help.ts'
import { ARITHMETIC, FINITE, LIKE, MATCHES, NEGATIVE } from './operation.ts'
import type { Kind, Typed, ValueType } from './typed.ts'
import { digitsOf, likePattern, unitOf } from './written.ts'

export type Names = { columns: readonly string[]; now: string; tables?: ReadonlyMap<string, readonly string[]> }

const ZH: Record<Kind, string> = { number: '数值', text: '文本', date: '日期', boolean: '条件（真/假）', cell: '列', null: '空值' }
const EN: Record<Kind, string> = {
  number: 'a number',
  text: 'text',
  date: 'a date',
  boolean: 'a condition',
  cell: 'a column',
  null: 'null',
}

/** Checks names and types, and makes every reading of a column explicit. */
export function elaborate(node: Node, want: ValueType, names: Names): Typed {
  return new Elaborator(names).as(node, want)
}

class Elaborator implements Reader {
  readonly #comparer = new Comparer(this)
  /** Comparing two columns looks at each side several times over; without memory, nesting would cost exponential time. */
  readonly #kinds = new Map<Node, Kind>()
  readonly #typed: Record<ValueType, Map<Node, Typed>> = { number: new Map(), text: new Map(), date: new Map(), boolean: new Map() }
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
  }

  kind(node: Node): Kind {
    const known = this.#kinds.get(node)
    if (known) return known
    const kind = this.#kindOf(node)
    this.#kinds.set(node, kind)
    return kind
  }

  #kindOf(node: Node): Kind {
    switch (node.kind) {
      case 'number':
      case 'negative':
      case 'arithmetic':
        return 'number'
      case 'text':
        return 'text'
      case 'null':
        return 'null'
      case 'column':
        columnIn(node, this.#names.columns)
        return 'cell'
      case 'call':
        return this.#kindOfCall(node)
      default:
        return 'boolean'
    }
  }

  #kindOfCall(node: Node & { kind: 'call' }): Kind {
    const name = node.name.toLowerCase()
    if (name === 'if' || name === 'coalesce') return this.#common(node, name === 'if' ? this.#choices(node.args) : node.args)
    if (name === 'lookup') return 'cell'
    if (name === 'count') return 'number'
    if (name === 'any' || name === 'all' || name === 'exists') return 'boolean'
    if (name === 'today' || name === 'now') return 'date'
    if (name.startsWith('is') && Object.hasOwn(SPECIAL, name)) return 'boolean'
    return this.#function(node).returns
  }

  #common(node: Node, choices: readonly Node[]): Kind {
    const kinds = new Set(choices.map((choice) => this.kind(choice)))
    kinds.delete('null')
    if (kinds.size === 0) return 'null'
    if (kinds.size === 1) return [...kinds][0]!
    kinds.delete('cell')
    if (kinds.size === 1) return [...kinds][0]!
    throw new ExpressionError(
      node.at,
      `各分支类型不同：${[...kinds].map((kind) => ZH[kind]).join('、')}`,
      `the choices differ in type: ${[...kinds].map((kind) => EN[kind]).join(', ')}`,
    )
  }

  /** The branches of an `if` that can be taken at all in this table. */
  #choices([condition, ...branches]: readonly Node[]): readonly Node[] {
    const known = condition && branches.length === 2 ? settled(condition, this.#names.columns) : undefined
    return known === undefined ? branches : [branches[known ? 0 : 1]!]
  }

  #function(node: Node & { kind: 'call' }): Function {
    const found = Object.hasOwn(FUNCTIONS, node.name.toLowerCase()) ? FUNCTIONS[node.name.toLowerCase()] : undefined
    if (found) return found
    const like = nearest(node.name, [...Object.keys(FUNCTIONS), ...Object.keys(SPECIAL)])
    throw new ExpressionError(
      node.at,
      `没有函数“${node.name}”${like ? `，是否指“${like}”` : ''}`,
      `there is no function "${node.name}"${like ? `; did you mean "${like}"?` : ''}`,
    )
  }

  as(node: Node, want: ValueType): Typed {
    const typed = this.#typed[want].get(node) ?? this.#as(node, want)
    this.#typed[want].set(node, typed)
    return typed
  }

  #as(node: Node, want: ValueType): Typed {
    const kind = this.kind(node)
    if (kind === 'null') return { op: 'literal', type: want, value: null }
    if (node.kind === 'text' && want === 'date') {
      const date = dateIn(node.value)
      if (date !== null) return { op: 'literal', type: 'date', value: date }
      throw new ExpressionError(
        node.at,
        `“${node.value}”读不出日期，请写成 '2026-01-31'`,
        `"${node.value}" is no date; write it like '2026-01-31'`,
      )
    }
    if (kind === 'cell' && want === 'boolean')
      throw new ExpressionError(
        node.at,
        '列本身不是条件，请写成比较，例如 列 = 1',
        "a column alone is no condition; compare it, for example column = '1'",
      )
    if (kind !== 'cell' && kind !== want)
      throw new ExpressionError(node.at, `此处应为${ZH[want]}，却是${ZH[kind]}`, `expected ${EN[want]}, found ${EN[kind]}`)
    return this.#build(node, want)
  }

  #build(node: Node, want: ValueType): Typed {
    switch (node.kind) {
      case 'number':
      case 'text':
      case 'boolean':
        return { op: 'literal', type: want, value: node.value }
      case 'column':
        return { op: 'column', type: want as 'number' | 'text' | 'date', name: columnIn(node, this.#names.columns) }
      case 'negative':
      case 'arithmetic':
        return { op: 'call', type: 'number', operation: FINITE, args: [this.#calculation(node)] }
      case 'not':
        return { op: 'not', type: 'boolean', args: [this.as(node.value, 'boolean')] }
      case 'and':
      case 'or': {
        const sides = [node.left, node.right].filter((side) => settled(side, this.#names.columns) === undefined)
        const known = settled(node, this.#names.columns)
        if (known !== undefined) return { op: 'literal', type: 'boolean', value: known }
        if (sides.length === 1) return this.as(sides[0]!, 'boolean')
        return { op: node.kind, type: 'boolean', args: [this.as(node.left, 'boolean'), this.as(node.right, 'boolean')] }
      }
      case 'comparison':
        return this.#comparer.compare(node.op, node.left, node.right, node.at)
      case 'differs':
        return this.#comparer.differs(node.left, node.right, node.at)
      case 'between':
        return {
          op: 'and',
          type: 'boolean',
          args: [this.#comparer.compare('>=', node.value, node.low, node.at), this.#comparer.compare('<=', node.value, node.high, node.at)],
        }
      case 'in':
        return this.#comparer.in(node)
      case 'null?':
        return { op: 'not', type: 'boolean', args: [this.#comparer.isKnown(node.value)] }
      case 'like':
        return {
          op: 'call',
          type: 'boolean',
          operation: LIKE,
          args: [this.as(node.value, 'text'), { op: 'literal', type: 'text', value: likePattern(node.pattern, node.patternAt) }],
        }
      case 'matches': {
        const wrong = wrongPattern(node.pattern)
        if (wrong) throw new ExpressionError(node.patternAt, wrong.zh, wrong.en)
        return {
          op: 'call',
          type: 'boolean',
          operation: MATCHES,
          args: [this.as(node.value, 'text'), { op: 'literal', type: 'text', value: node.pattern }],
        }
      }
      case 'call':
        return this.#call(node, want)
      case 'null':
        return { op: 'literal', type: want, value: null }
    }
  }

  /** Arithmetic nests without the finite guard: it is enough, and means the same, once outside. */
  #calculation(node: Node): Typed {
    if (node.kind === 'negative') return { op: 'call', type: 'number', operation: NEGATIVE, args: [this.#calculation(node.value)] }
    if (node.kind !== 'arithmetic') return this.#operand(node)
    return {
      op: 'call',
      type: 'number',
      operation: ARITHMETIC[node.op],
      args: [this.#calculation(node.left), this.#calculation(node.right)],
    }
  }

  #operand(node: Node): Typed {
    if (this.kind(node) === 'date')
      throw new ExpressionError(
        node.at,
        '日期不能直接加减，请用 datediff 或 dateadd',
        'dates are not added or subtracted directly; use datediff or dateadd',
      )
    return this.as(node, 'number')
  }

  #call(node: Node & { kind: 'call' }, want: ValueType): Typed {
    const name = node.name.toLowerCase()
    const { args } = node
    const wrongCount = (zh: string, en: string): ExpressionError =>
      new ExpressionError(node.at, `${name} 需要 ${zh} 个参数，现有 ${args.length} 个`, `${name} takes ${en}, not ${args.length}`)
    if (name === 'today' || name === 'now') {
      if (args.length > 0) throw wrongCount('0', 'no arguments')
      const now = dateIn(this.#names.now.slice(0, 19))
      return {
        op: 'literal',
        type: 'date',
        value: name === 'now' || now === null ? now : now - (((now % 86_400_000) + 86_400_000) % 86_400_000),
      }
    }
    if (name === 'if') {
      if (args.length !== 3) throw wrongCount('3', 'three arguments (condition, then, else)')
      const choices = this.#choices(args)
      if (choices.length === 1) return this.as(choices[0]!, want)
      return { op: 'if', type: want, args: [this.as(args[0]!, 'boolean'), this.as(args[1]!, want), this.as(args[2]!, want)] }
    }
    if (name === 'coalesce') {
      if (args.length === 0) throw wrongCount('至少 1', 'at least one argument')
      return { op: 'first', type: want, args: args.map((arg) => this.as(arg, want)) }
    }
    if (name === 'isblank' || name === 'isnumber' || name === 'isdate') {
      if (args.length !== 1) throw wrongCount('1', 'one argument')
      if (name === 'isblank') return { op: 'not', type: 'boolean', args: [this.#comparer.isKnown(args[0]!)] }
      const type = name === 'isnumber' ? 'number' : 'date'
      const read: Node = this.kind(args[0]!) === 'text' ? { kind: 'call', name: type, args, at: node.at } : args[0]!
      return this.#comparer.knownAs(read, type)
    }
    if (name === 'exists') return { op: 'literal', type: 'boolean', value: settled(node, this.#names.columns) ?? false }
    if (name === 'lookup')
      return {
        op: 'lookup',
        type: want as 'number' | 'text' | 'date',
        ...readLookup(node, this.#names.columns, this.#names.tables ?? new Map()),
      }
    if (name === 'count' || name === 'any' || name === 'all') {
      const { condition, keys } = readGroup(node, this.#names.columns)
      return { op: 'group', type: name === 'count' ? 'number' : 'boolean', name, keys, args: [this.as(condition, 'boolean')] }
    }
    const definition = this.#function(node)
    const least = definition.args.length - (definition.optional ?? 0)
    if (args.length < least || (args.length > definition.args.length && !definition.repeats)) {
      throw wrongCount(
        `${least}${definition.args.length > least ? `–${definition.args.length}` : ''}`,
        `${least}${definition.args.length > least ? ` to ${definition.args.length}` : ''} argument${definition.args.length > 1 ? 's' : ''}`,
      )
    }
    const written: string[] = []
    const values: Typed[] = []
    for (const [index, arg] of args.entries()) {
      const type = definition.args[Math.min(index, definition.args.length - 1)]!
      if (type === 'unit') written.push(unitOf(arg))
      else if (type === 'digits') written.push(digitsOf(arg))
      else values.push(this.as(arg, type))
    }
    return { op: 'call', type: definition.returns, operation: definition.operation(args.length, written), args: values }
  }
}
