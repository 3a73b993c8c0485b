import { longDigits } from '../exact.ts'
import { partnerValue } from '../partner.ts'
import type { TableScope } from '../scope.ts'
import type { Dialect, SqlType } from '../dialect/dialect.ts'
import { literal, Sql } from '../sql.ts'
import { elaborate } from './elaborate.ts'
import { parse } from './parse.ts'
import type { GroupFunction, Typed, ValueType } from './typed.ts'

export type CompileTarget = { scope: TableScope; now: string; others?: ReadonlyMap<string, TableScope> }

/** A user's expression as SQL over the aliases of the scope. Only checked columns and escaped literals reach the database. */
export function compileExpression(source: string, { scope, now, others = new Map() }: CompileTarget, type: ValueType): Sql {
  const known = new Map([['this', scope], ...others])
  const tables = new Map([...known].map(([name, other]) => [name, other.table.columns]))
  return new Compiler(scope, known).sql(elaborate(parse(source), type, { columns: scope.table.columns, now, tables }))
}

class Compiler {
  readonly #scope: TableScope
  readonly #others: ReadonlyMap<string, TableScope>
  readonly #done = new Map<Typed, Sql>()

  constructor(scope: TableScope, others: ReadonlyMap<string, TableScope>) {
    this.#scope = scope
    this.#others = others
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
    return longDigits(this.#scope.dialect, this.#operand(text), this.#operand(number))
  }

  #build(node: Typed): Sql {
    switch (node.op) {
      case 'literal':
        return literalSql(this.#scope.dialect, node)
      case 'column':
        return cellSql(this.#scope, node.name, node.type)
      case 'lookup': {
        const other = this.#others.get(node.table)!
        return partnerValue(
          this.#scope,
          other,
          node.pairs,
          other.dialect.aggregates.first(cellSql(other, node.column, node.type), other.row),
        )
      }
      case 'group': {
        const pairs = node.keys.map((key) => ({ mine: key, theirs: key }))
        return partnerValue(this.#scope, this.#scope, pairs, GROUP[node.name](this.#operand(node.args[0]), this.#scope.dialect))
      }
      case 'digits':
        return this.#digits(node)
      case 'call':
        return node.operation.sql(this.#scope.dialect, ...node.args.map((arg) => this.#operand(arg)))
      case 'and':
      case 'or':
        return Sql`(${this.sql(node.args[0])} ${node.op === 'and' ? Sql`AND` : Sql`OR`} ${this.sql(node.args[1])})`
      case 'not':
        return Sql`(NOT ${this.sql(node.args[0])})`
      case 'known':
        return Sql`(${this.#operand(node.args[0])} IS NOT NULL)`
      case 'if':
        return Sql`(CASE WHEN ${this.#operand(node.args[0])} THEN ${this.sql(node.args[1])} ELSE ${this.sql(node.args[2])} END)`
      case 'first':
        return Sql`coalesce(${node.args.map((arg) => this.sql(arg))})`
      case 'in': {
        const texts = node.args.slice(1).flatMap((arg) => (arg.op === 'literal' && typeof arg.value === 'string' ? [arg.value] : []))
        if (texts.length === node.args.length - 1) return this.#scope.dialect.values.oneOf(this.#operand(node.args[0]!), texts)
        const [value, ...items] = node.args.map((arg) => this.#operand(arg))
        return Sql`(${value!} IN (${items}))`
      }
    }
  }
}

const cellSql = (scope: TableScope, column: string, type: 'number' | 'text' | 'date'): Sql =>
  type === 'number' ? scope.number(column) : type === 'date' ? scope.date(column) : scope.value(column)

const GROUP: Record<GroupFunction, (condition: Sql, dialect: Dialect) => Sql> = {
  count: (condition, { values }) => values.cast(Sql`count_if(coalesce(${condition}, false))`, 'DOUBLE'),
  any: (condition) => Sql`coalesce(bool_or(${condition}), false)`,
  all: (condition) => Sql`coalesce(bool_and(${condition}), true)`,
}

const TYPES: Record<ValueType, SqlType> = { number: 'DOUBLE', text: 'VARCHAR', date: 'TIMESTAMP', boolean: 'BOOLEAN' }

function literalSql({ values }: Dialect, { type, value }: Typed & { op: 'literal' }): Sql {
  if (value === null) return values.cast(Sql`NULL`, TYPES[type])
  if (typeof value === 'boolean') return Sql`${value}`
  if (typeof value === 'string') return literal(value)
  return type === 'date' ? Sql`TIMESTAMP ${literal(new Date(value).toISOString().slice(0, 23).replace('T', ' '))}` : values.number(value)
}
