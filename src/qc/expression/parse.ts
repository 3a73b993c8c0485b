import type { Arithmetic, Comparison, Node } from './ast.ts'
import { ExpressionError } from './error.ts'
import { tokens, type Token } from './token.ts'

const COMPARISONS: Record<string, Comparison> = { '=': '=', '==': '=', '!=': '!=', '<>': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }
const DEEPEST = 200
const LONGEST = 20_000

export function parse(source: string): Node {
  if (source.length > LONGEST)
    throw new ExpressionError(LONGEST, `表达式超过 ${LONGEST} 个字符`, `the expression is longer than ${LONGEST} characters`)
  const parser = new Parser(tokens(source))
  const node = parser.or()
  const left = parser.peek()
  if (left.kind !== 'end')
    throw new ExpressionError(
      left.at,
      `此处应结束或跟运算符，却是“${left.value}”`,
      `expected an operator or the end, found "${left.value}"`,
    )
  return node
}

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(list: readonly Token[]) {
    this.#tokens = list
  }

  peek(): Token {
    return this.#tokens[this.#next]!
  }

  #take(kind: Token['kind'], ...values: readonly string[]): Token | undefined {
    const token = this.peek()
    if (token.kind !== kind || (values.length > 0 && !values.includes(token.value))) return undefined
    this.#next += 1
    return token
  }

  #expect(kind: Token['kind'], value: string): Token {
    const token = this.#take(kind, value)
    if (token) return token
    const found = this.peek()
    const seen = found.kind === 'end' ? ['结尾', 'the end'] : [`“${found.value}”`, `"${found.value}"`]
    throw new ExpressionError(found.at, `此处应为“${value}”，却是${seen[0]}`, `expected "${value}", found ${seen[1]}`)
  }

  or(): Node {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ExpressionError(this.peek().at, '嵌套过深', 'too deeply nested')
    let node = this.#and()
    for (let token = this.#take('word', 'or'); token; token = this.#take('word', 'or'))
      node = { kind: 'or', at: token.at, left: node, right: this.#and() }
    this.#depth -= 1
    return node
  }

  #and(): Node {
    let node = this.#not()
    for (let token = this.#take('word', 'and'); token; token = this.#take('word', 'and'))
      node = { kind: 'and', at: token.at, left: node, right: this.#not() }
    return node
  }

  #not(): Node {
    const token = this.#take('word', 'not')
    if (!token) return this.#comparison()
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ExpressionError(token.at, '嵌套过深', 'too deeply nested')
    const value = this.#not()
    this.#depth -= 1
    return { kind: 'not', at: token.at, value }
  }

  #comparison(): Node {
    const left = this.#sum()
    const sign = this.#take('sign', ...Object.keys(COMPARISONS))
    if (sign) return { kind: 'comparison', at: sign.at, op: COMPARISONS[sign.value]!, left, right: this.#sum() }
    const differs = this.#differs()
    if (differs) return { kind: 'differs', at: differs.at, left, right: this.#sum() }
    const is = this.#take('word', 'is')
    if (is) {
      const negated = this.#take('word', 'not')
      this.#expect('word', 'null')
      return this.#negate(negated, { kind: 'null?', at: is.at, value: left })
    }
    const negated = this.#take('word', 'not')
    const word = this.#take('word', 'in', 'between', 'like', 'matches')
    if (!word) {
      if (negated)
        throw new ExpressionError(
          this.peek().at,
          '“not”之后应为 in、between、like 或 matches',
          'expected in, between, like or matches after "not"',
        )
      return left
    }
    if (word.value === 'in') return this.#negate(negated, { kind: 'in', at: word.at, value: left, items: this.#items() })
    if (word.value === 'between') {
      const low = this.#sum()
      this.#expect('word', 'and')
      return this.#negate(negated, { kind: 'between', at: word.at, value: left, low, high: this.#sum() })
    }
    const pattern = this.#take('text')
    if (!pattern)
      throw new ExpressionError(this.peek().at, `“${word.value}”之后应为带引号的模式`, `expected a quoted pattern after "${word.value}"`)
    return this.#negate(negated, {
      kind: word.value === 'like' ? 'like' : 'matches',
      at: word.at,
      value: left,
      pattern: pattern.value,
      patternAt: pattern.at,
    })
  }

  /** No reserved words: a column may be called "from". */
  #differs(): Token | undefined {
    const [first, second] = [this.peek(), this.#tokens[this.#next + 1]]
    if (first.kind !== 'name' || first.value.toLowerCase() !== 'differs') return undefined
    if (second?.kind !== 'name' || second.value.toLowerCase() !== 'from') return undefined
    this.#next += 2
    return first
  }

  #negate(negated: Token | undefined, node: Node): Node {
    return negated ? { kind: 'not', at: negated.at, value: node } : node
  }

  #items(): Node[] {
    this.#expect('sign', '(')
    const items = [this.or()]
    while (this.#take('sign', ',')) items.push(this.or())
    this.#expect('sign', ')')
    return items
  }

  #sum(): Node {
    let node = this.#product()
    for (let token = this.#take('sign', '+', '-'); token; token = this.#take('sign', '+', '-')) {
      node = { kind: 'arithmetic', at: token.at, op: token.value as Arithmetic, left: node, right: this.#product() }
    }
    return node
  }

  #product(): Node {
    let node = this.#unary()
    for (let token = this.#take('sign', '*', '/', '%'); token; token = this.#take('sign', '*', '/', '%')) {
      node = { kind: 'arithmetic', at: token.at, op: token.value as Arithmetic, left: node, right: this.#unary() }
    }
    return node
  }

  #unary(): Node {
    const token = this.#take('sign', '-')
    if (!token) return this.#power()
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ExpressionError(token.at, '嵌套过深', 'too deeply nested')
    const value = this.#unary()
    this.#depth -= 1
    return { kind: 'negative', at: token.at, value }
  }

  /** Binds tighter than a sign before it, and the rightmost first: -x^2 is -(x^2), 2^3^2 is 2^9. */
  #power(): Node {
    const base = this.#primary()
    const token = this.#take('sign', '^')
    if (!token) return base
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new ExpressionError(token.at, '嵌套过深', 'too deeply nested')
    const right = this.#unary()
    this.#depth -= 1
    return { kind: 'arithmetic', at: token.at, op: '^', left: base, right }
  }

  #primary(): Node {
    const token = this.peek()
    this.#next += 1
    if (token.kind === 'number') return { kind: 'number', at: token.at, value: Number(token.value), written: token.value }
    if (token.kind === 'text') return { kind: 'text', at: token.at, value: token.value }
    if (token.kind === 'column') return { kind: 'column', at: token.at, name: token.value }
    if (token.kind === 'word' && (token.value === 'true' || token.value === 'false'))
      return { kind: 'boolean', at: token.at, value: token.value === 'true' }
    if (token.kind === 'word' && token.value === 'null') return { kind: 'null', at: token.at }
    if (token.kind === 'name') {
      if (!this.#take('sign', '(')) return { kind: 'column', at: token.at, name: token.value }
      if (this.#take('sign', ')')) return { kind: 'call', at: token.at, name: token.value, args: [] }
      const args = [this.or()]
      while (this.#take('sign', ',')) args.push(this.or())
      this.#expect('sign', ')')
      return { kind: 'call', at: token.at, name: token.value, args }
    }
    if (token.kind === 'sign' && token.value === '(') {
      const node = this.or()
      this.#expect('sign', ')')
      return node
    }
    this.#next -= 1
    if (token.kind === 'end')
      throw new ExpressionError(token.at, '表达式到此中断，后面还应有值', 'the expression stops here; a value should follow')
    throw new ExpressionError(
      token.at,
      `此处应为值、列名或“(”，却是“${token.value}”`,
      `expected a value, a column or "(", found "${token.value}"`,
    )
  }
}
