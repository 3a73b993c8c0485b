import { dateIn, isBlankText } from '../cast.ts'
import { longDigitsIn } from '../exact.ts'
import { nearest } from '../nearest.ts'
import { wrongPattern } from '../validate-value.ts'
import type { Comparison, Node } from './ast.ts'
import { UNITS } from './date-functions.ts'
import { ExpressionError } from './error.ts'
import { FUNCTIONS, SPECIAL, type Function } from './functions.ts'
import { ARITHMETIC, COMPARE, compareExactly, EQUAL_CELLS, FINITE, LIKE, MATCHES, NEGATIVE } from './operation.ts'
import type { Typed, ValueType } from './typed.ts'

/** `cell`: a column, or a choice among columns, that is read as whatever its place asks for. */
type Kind = ValueType | 'cell' | 'null'

export type Names = { columns: readonly string[]; now: string }

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

class Elaborator {
  readonly #columns: ReadonlySet<string>
  /** Comparing two columns looks at each side several times over; without memory, nesting would cost exponential time. */
  readonly #kinds = new Map<Node, Kind>()
  readonly #typed: Record<ValueType, Map<Node, Typed>> = { number: new Map(), text: new Map(), date: new Map(), boolean: new Map() }
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
    this.#columns = new Set(names.columns)
  }

  #kind(node: Node): Kind {
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
        this.#known(node)
        return 'cell'
      case 'call':
        return this.#kindOfCall(node)
      default:
        return 'boolean'
    }
  }

  #known(node: Node & { kind: 'column' }): void {
    if (this.#columns.has(node.name)) return
    const like = nearest(node.name, this.#columns)
    throw new ExpressionError(
      node.at,
      `没有列“${node.name}”${like ? `，是否指“${like}”` : ''}`,
      `there is no column "${node.name}"${like ? `; did you mean "${like}"?` : ''}`,
    )
  }

  #kindOfCall(node: Node & { kind: 'call' }): Kind {
    const name = node.name.toLowerCase()
    if (name === 'if' || name === 'coalesce') return this.#common(node, name === 'if' ? node.args.slice(1) : node.args)
    if (name === 'today' || name === 'now') return 'date'
    if (name.startsWith('is') && (SPECIAL as readonly string[]).includes(name)) return 'boolean'
    return this.#function(node).returns
  }

  #common(node: Node, choices: readonly Node[]): Kind {
    const kinds = new Set(choices.map((choice) => this.#kind(choice)))
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

  #function(node: Node & { kind: 'call' }): Function {
    const found = Object.hasOwn(FUNCTIONS, node.name.toLowerCase()) ? FUNCTIONS[node.name.toLowerCase()] : undefined
    if (found) return found
    const like = nearest(node.name, [...Object.keys(FUNCTIONS), ...SPECIAL])
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
    const kind = this.#kind(node)
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
        return { op: 'column', type: want as 'number' | 'text' | 'date', name: node.name }
      case 'negative':
      case 'arithmetic':
        return { op: 'call', type: 'number', operation: FINITE, args: [this.#calculation(node)] }
      case 'not':
        return { op: 'not', type: 'boolean', args: [this.as(node.value, 'boolean')] }
      case 'and':
      case 'or':
        return { op: node.kind, type: 'boolean', args: [this.as(node.left, 'boolean'), this.as(node.right, 'boolean')] }
      case 'comparison':
        return this.#compare(node.op, node.left, node.right, node.at)
      case 'differs':
        return this.#differs(node.left, node.right, node.at)
      case 'between':
        return {
          op: 'and',
          type: 'boolean',
          args: [this.#compare('>=', node.value, node.low, node.at), this.#compare('<=', node.value, node.high, node.at)],
        }
      case 'in':
        return this.#in(node)
      case 'null?':
        return { op: 'not', type: 'boolean', args: [this.#isKnown(node.value)] }
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
    if (this.#kind(node) === 'date')
      throw new ExpressionError(
        node.at,
        '日期不能直接加减，请用 datediff 或 dateadd',
        'dates are not added or subtracted directly; use datediff or dateadd',
      )
    return this.as(node, 'number')
  }

  #compare(op: Comparison, left: Node, right: Node, at: number): Typed {
    const call = (type: ValueType): Typed => ({
      op: 'call',
      type: 'boolean',
      operation: COMPARE[op],
      args: [this.as(left, type), this.as(right, type)],
    })
    const kinds = [this.#kind(left), this.#kind(right)]
    const type = this.#comparable(kinds, [left, right])
    if (type === 'number' && this.#hasDigits(left) && this.#hasDigits(right)) return this.#compareExactly(op, left, right)
    if (type !== undefined) return call(type)
    if (kinds.includes('null'))
      throw new ExpressionError(at, '与空值比较永远未知，请用 is null', 'comparing with null is never true; write "is null"')
    const both = (kind: 'number' | 'date'): Typed => ({
      op: 'and',
      type: 'boolean',
      args: [this.#knownAs(left, kind), this.#knownAs(right, kind)],
    })
    const text = call('text')
    return {
      op: 'if',
      type: 'boolean',
      args: [
        both('number'),
        this.#compareCells(op, left, right),
        {
          op: 'if',
          type: 'boolean',
          args: [both('date'), call('date'), op === '=' || op === '!=' ? text : this.#unlessMixed(left, right, text)],
        },
      ],
    }
  }

  /** Never unknown: a blank differs from every value and from no blank; what cannot be read as the other side is, differs from it. */
  #differs(left: Node, right: Node, at: number): Typed {
    const blank = (node: Node): Typed =>
      isBlankLiteral(node) ? { op: 'literal', type: 'boolean', value: true } : { op: 'not', type: 'boolean', args: [this.#isKnown(node)] }
    const unequal: Typed =
      isBlankLiteral(left) || isBlankLiteral(right)
        ? { op: 'literal', type: 'boolean', value: true }
        : { op: 'first', type: 'boolean', args: [this.#compare('!=', left, right, at), { op: 'literal', type: 'boolean', value: true }] }
    const otherwise: Typed = { op: 'if', type: 'boolean', args: [blank(right), { op: 'literal', type: 'boolean', value: true }, unequal] }
    return { op: 'if', type: 'boolean', args: [blank(left), { op: 'not', type: 'boolean', args: [blank(right)] }, otherwise] }
  }

  /** Cells keep the digits they were written with, and so do numbers too long for floating point; results of calculations have none. */
  #hasDigits(node: Node): boolean {
    return this.#kind(node) === 'cell' || isLong(node)
  }

  #digits(node: Node): Typed {
    if (node.kind === 'number') return { op: 'literal', type: 'text', value: longDigitsIn(node.written, node.value) }
    return { op: 'digits', type: 'text', args: [this.as(node, 'number'), this.as(node, 'text')] }
  }

  #compareExactly(op: Comparison, left: Node, right: Node): Typed {
    const numbers = [this.as(left, 'number'), this.as(right, 'number')]
    return { op: 'call', type: 'boolean', operation: compareExactly(op), args: [...numbers, this.#digits(left), this.#digits(right)] }
  }

  #compareCells(op: Comparison, left: Node, right: Node): Typed {
    if (op !== '=' && op !== '!=') return this.#compareExactly(op, left, right)
    const args = [
      this.as(left, 'number'),
      this.as(right, 'number'),
      this.#digits(left),
      this.#digits(right),
      this.as(left, 'text'),
      this.as(right, 'text'),
    ]
    const equal: Typed = { op: 'call', type: 'boolean', operation: EQUAL_CELLS, args }
    return op === '=' ? equal : { op: 'not', type: 'boolean', args: [equal] }
  }

  /** A number beside a word has no order: unknown, rather than an accident of spelling. */
  #unlessMixed(left: Node, right: Node, text: Typed): Typed {
    const known = [left, right].flatMap((side) => [this.#knownAs(side, 'number'), this.#knownAs(side, 'date')])
    const any = known.reduce((a, b) => ({ op: 'or', type: 'boolean', args: [a, b] }))
    return { op: 'if', type: 'boolean', args: [any, { op: 'literal', type: 'boolean', value: null }, text] }
  }

  #knownAs(node: Node, type: ValueType): Typed {
    return { op: 'known', type: 'boolean', args: [this.as(node, type)] }
  }

  /** As what two sides are compared; undefined when both are columns and each row decides. */
  #comparable(kinds: readonly Kind[], nodes: readonly Node[]): ValueType | undefined {
    if (kinds.includes('null')) return undefined
    for (const kind of ['number', 'date', 'boolean'] as const) if (kinds.includes(kind)) return kind
    if (!kinds.includes('text')) return undefined
    const dated =
      kinds.includes('cell') &&
      nodes.every((node, index) => kinds[index] === 'cell' || (node.kind === 'text' && dateIn(node.value) !== null))
    return dated ? 'date' : 'text'
  }

  #in(node: Node & { kind: 'in' }): Typed {
    const kinds = node.items.map((item) => this.#kind(item))
    const at = kinds.indexOf('null')
    if (at >= 0)
      throw new ExpressionError(node.items[at]!.at, '列表中不能有空值，请另写 is null', 'null cannot stand in a list; add "or … is null"')
    const type = this.#comparable([this.#kind(node.value), ...kinds], [node.value, ...node.items]) ?? 'text'
    if (type === 'number' && node.items.some(isLong))
      return node.items
        .map((item) => this.#compare('=', node.value, item, node.at))
        .reduce((a, b) => ({ op: 'or', type: 'boolean', args: [a, b] }))
    return { op: 'in', type: 'boolean', args: [node.value, ...node.items].map((item) => this.as(item, type)) }
  }

  #isKnown(node: Node): Typed {
    const kind = this.#kind(node)
    return this.#knownAs(node, kind === 'cell' || kind === 'null' ? 'text' : kind)
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
      return { op: 'if', type: want, args: [this.as(args[0]!, 'boolean'), this.as(args[1]!, want), this.as(args[2]!, want)] }
    }
    if (name === 'coalesce') {
      if (args.length === 0) throw wrongCount('至少 1', 'at least one argument')
      return { op: 'first', type: want, args: args.map((arg) => this.as(arg, want)) }
    }
    if (name === 'isblank' || name === 'isnumber' || name === 'isdate') {
      if (args.length !== 1) throw wrongCount('1', 'one argument')
      if (name === 'isblank') return { op: 'not', type: 'boolean', args: [this.#isKnown(args[0]!)] }
      const type = name === 'isnumber' ? 'number' : 'date'
      const read: Node = this.#kind(args[0]!) === 'text' ? { kind: 'call', name: type, args, at: node.at } : args[0]!
      return this.#knownAs(read, type)
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

const isBlankLiteral = (node: Node): boolean => node.kind === 'null' || (node.kind === 'text' && isBlankText(node.value))

const isLong = (node: Node): boolean => node.kind === 'number' && longDigitsIn(node.written, node.value) !== ''

function likePattern(pattern: string, at: number): string {
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern))
    throw new ExpressionError(at, '模式不能以单个 \\ 结尾', 'the pattern must not end with a single \\')
  return pattern
}

function unitOf(node: Node): string {
  if (node.kind === 'text' && Object.hasOwn(UNITS, node.value)) return node.value
  throw new ExpressionError(
    node.at,
    `单位应为 ${Object.keys(UNITS)
      .map((unit) => `'${unit}'`)
      .join('、')}`,
    `the unit must be one of ${Object.keys(UNITS)
      .map((unit) => `'${unit}'`)
      .join(', ')}`,
  )
}

function digitsOf(node: Node): string {
  if (node.kind === 'number' && Number.isInteger(node.value) && node.value <= 10) return String(node.value)
  throw new ExpressionError(node.at, '小数位数应为 0 到 10 的整数', 'the number of decimals must be a whole number from 0 to 10')
}
