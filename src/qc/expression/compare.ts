import { dateIn, isBlankText } from '../cast.ts'
import { longDigitsIn } from '../exact.ts'
import type { Comparison, Node } from './ast.ts'
import { ExpressionError } from './error.ts'
import { COMPARE, compareExactly, EQUAL_CELLS } from './operation.ts'
import type { Kind, Typed, ValueType } from './typed.ts'

/** What a part of an expression is, and the part read as a type. */
export type Reader = { kind(node: Node): Kind; as(node: Node, want: ValueType): Typed }

/** Comparisons of all kinds: which reading two sides have in common, and what happens where they have none. */
export class Comparer {
  readonly #reader: Reader

  constructor(reader: Reader) {
    this.#reader = reader
  }

  compare(op: Comparison, left: Node, right: Node, at: number): Typed {
    const call = (type: ValueType): Typed => ({
      op: 'call',
      type: 'boolean',
      operation: COMPARE[op],
      args: [this.#reader.as(left, type), this.#reader.as(right, type)],
    })
    const kinds = [this.#reader.kind(left), this.#reader.kind(right)]
    const type = this.#comparable(kinds, [left, right])
    if (type === 'number' && this.#hasDigits(left) && this.#hasDigits(right)) return this.#compareExactly(op, left, right)
    if (type !== undefined) return call(type)
    if (kinds.includes('null'))
      throw new ExpressionError(at, '与空值比较永远未知，请用 is null', 'comparing with null is never true; write "is null"')
    const both = (kind: 'number' | 'date'): Typed => ({
      op: 'and',
      type: 'boolean',
      args: [this.knownAs(left, kind), this.knownAs(right, kind)],
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
  differs(left: Node, right: Node, at: number): Typed {
    const blank = (node: Node): Typed =>
      isBlankLiteral(node) ? { op: 'literal', type: 'boolean', value: true } : { op: 'not', type: 'boolean', args: [this.isKnown(node)] }
    const unequal: Typed =
      isBlankLiteral(left) || isBlankLiteral(right)
        ? { op: 'literal', type: 'boolean', value: true }
        : { op: 'first', type: 'boolean', args: [this.compare('!=', left, right, at), { op: 'literal', type: 'boolean', value: true }] }
    const otherwise: Typed = { op: 'if', type: 'boolean', args: [blank(right), { op: 'literal', type: 'boolean', value: true }, unequal] }
    return { op: 'if', type: 'boolean', args: [blank(left), { op: 'not', type: 'boolean', args: [blank(right)] }, otherwise] }
  }

  /** Cells keep the digits they were written with, and so do numbers too long for floating point; results of calculations have none. */
  #hasDigits(node: Node): boolean {
    return this.#reader.kind(node) === 'cell' || isLong(node)
  }

  #digits(node: Node): Typed {
    if (node.kind === 'number') return { op: 'literal', type: 'text', value: longDigitsIn(node.written, node.value) }
    return { op: 'digits', type: 'text', args: [this.#reader.as(node, 'number'), this.#reader.as(node, 'text')] }
  }

  #compareExactly(op: Comparison, left: Node, right: Node): Typed {
    const numbers = [this.#reader.as(left, 'number'), this.#reader.as(right, 'number')]
    return { op: 'call', type: 'boolean', operation: compareExactly(op), args: [...numbers, this.#digits(left), this.#digits(right)] }
  }

  #compareCells(op: Comparison, left: Node, right: Node): Typed {
    if (op !== '=' && op !== '!=') return this.#compareExactly(op, left, right)
    const args = [
      this.#reader.as(left, 'number'),
      this.#reader.as(right, 'number'),
      this.#digits(left),
      this.#digits(right),
      this.#reader.as(left, 'text'),
      this.#reader.as(right, 'text'),
    ]
    const equal: Typed = { op: 'call', type: 'boolean', operation: EQUAL_CELLS, args }
    return op === '=' ? equal : { op: 'not', type: 'boolean', args: [equal] }
  }

  /** A number beside a word has no order: unknown, rather than an accident of spelling. */
  #unlessMixed(left: Node, right: Node, text: Typed): Typed {
    const known = [left, right].flatMap((side) => [this.knownAs(side, 'number'), this.knownAs(side, 'date')])
    const any = known.reduce((a, b) => ({ op: 'or', type: 'boolean', args: [a, b] }))
    return { op: 'if', type: 'boolean', args: [any, { op: 'literal', type: 'boolean', value: null }, text] }
  }

  knownAs(node: Node, type: ValueType): Typed {
    return { op: 'known', type: 'boolean', args: [this.#reader.as(node, type)] }
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

  in(node: Node & { kind: 'in' }): Typed {
    const kinds = node.items.map((item) => this.#reader.kind(item))
    const at = kinds.indexOf('null')
    if (at >= 0)
      throw new ExpressionError(node.items[at]!.at, '列表中不能有空值，请另写 is null', 'null cannot stand in a list; add "or … is null"')
    const type = this.#comparable([this.#reader.kind(node.value), ...kinds], [node.value, ...node.items]) ?? 'text'
    if (type === 'number' && node.items.some(isLong))
      return node.items
        .map((item) => this.compare('=', node.value, item, node.at))
        .reduce((a, b) => ({ op: 'or', type: 'boolean', args: [a, b] }))
    return { op: 'in', type: 'boolean', args: [node.value, ...node.items].map((item) => this.#reader.as(item, type)) }
  }

  isKnown(node: Node): Typed {
    const kind = this.#reader.kind(node)
    return this.knownAs(node, kind === 'cell' || kind === 'null' ? 'text' : kind)
  }
}

const isBlankLiteral = (node: Node): boolean => node.kind === 'null' || (node.kind === 'text' && isBlankText(node.value))

const isLong = (node: Node): boolean => node.kind === 'number' && longDigitsIn(node.written, node.value) !== ''
