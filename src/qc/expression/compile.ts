import { longDigits } from '../exact.ts'
import type { TableScope } from '../scope.ts'
import { literal, numberLiteral, oneOf, type Sql } from '../sql.ts'
import { elaborate } from './elaborate.ts'
import { parse } from './parse.ts'
import type { Typed, ValueType } from './typed.ts'

export type CompileTarget = { scope: TableScope; now: string }

/** A user's expression as SQL over the aliases of the scope. Only checked columns and escaped literals reach the database. */
export function compileExpression(source: string, { scope, now }: CompileTarget, type: ValueType): Sql {
  return new Compiler(scope).sql(elaborate(parse(source), type, { columns: scope.table.columns, now }))
}

class Compiler {
  readonly #scope: TableScope
  readonly #done = new Map<Typed, Sql>()

  constructor(scope: TableScope) {
    this.#scope = scope
  }

  sql(node: Typed): Sql {
    const done = this.#done.get(node) ?? this.#build(node)
    this.#done.set(node, done)
    return done
  }

  /** Operations repeat their operands in SQL; a named one keeps nested expressions from growing exponentially. */
  #operand(node: Typed): Sql {
    return node.op === 'literal' || node.op === 'column' || node.op === 'digits' ? this.sql(node) : this.#scope.share(this.sql(node))
  }

  /** Not shared: a projection would look for digits in every row, while the comparison asks for them in almost none. */
  #digits({ args: [number, text] }: Typed & { op: 'digits' }): Sql {
    if (text.op === 'column') return this.#scope.digits(text.name)
    return longDigits(this.#operand(text), this.#operand(number))
  }

  #build(node: Typed): Sql {
    switch (node.op) {
      case 'literal':
        return literalSql(node)
      case 'column':
        return node.type === 'number'
          ? this.#scope.number(node.name)
          : node.type === 'date'
            ? this.#scope.date(node.name)
            : this.#scope.value(node.name)
      case 'digits':
        return this.#digits(node)
      case 'call':
        return node.operation.sql(...node.args.map((arg) => this.#operand(arg)))
      case 'and':
      case 'or':
        return `(${this.sql(node.args[0])} ${node.op.toUpperCase()} ${this.sql(node.args[1])})`
      case 'not':
        return `(NOT ${this.sql(node.args[0])})`
      case 'known':
        return `(${this.#operand(node.args[0])} IS NOT NULL)`
      case 'if':
        return `(CASE WHEN ${this.#operand(node.args[0])} THEN ${this.sql(node.args[1])} ELSE ${this.sql(node.args[2])} END)`
      case 'first':
        return `coalesce(${node.args.map((arg) => this.sql(arg)).join(', ')})`
      case 'in': {
        const texts = node.args.slice(1).flatMap((arg) => (arg.op === 'literal' && typeof arg.value === 'string' ? [arg.value] : []))
        if (texts.length === node.args.length - 1) return oneOf(this.#operand(node.args[0]!), texts)
        const [value, ...items] = node.args.map((arg) => this.#operand(arg))
        return `(${value} IN (${items.join(', ')}))`
      }
    }
  }
}

const NULLS: Record<ValueType, Sql> = { number: 'NULL::DOUBLE', text: 'NULL::VARCHAR', date: 'NULL::TIMESTAMP', boolean: 'NULL::BOOLEAN' }

function literalSql({ type, value }: Typed & { op: 'literal' }): Sql {
  if (value === null) return NULLS[type]
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return literal(value)
  return type === 'date' ? `TIMESTAMP ${literal(new Date(value).toISOString().slice(0, 23).replace('T', ' '))}` : numberLiteral(value)
}
