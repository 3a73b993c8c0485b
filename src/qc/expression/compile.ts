import type { TableScope } from '../scope.ts'
import { literal, numberLiteral, type Sql } from '../sql.ts'
import { elaborate } from './elaborate.ts'
import { parse } from './parse.ts'
import type { Typed, ValueType } from './typed.ts'

export type CompileTarget = { scope: TableScope; now: string }

/** A user's expression as SQL over the aliases of the scope. Only checked columns and escaped literals reach the database. */
export function compileExpression(source: string, { scope, now }: CompileTarget, type: ValueType): Sql {
  return toSql(elaborate(parse(source), type, { columns: scope.table.columns, now }), scope)
}

function toSql(node: Typed, scope: TableScope): Sql {
  switch (node.op) {
    case 'literal':
      return literalSql(node)
    case 'column':
      return node.type === 'number' ? scope.number(node.name) : node.type === 'date' ? scope.date(node.name) : scope.value(node.name)
    case 'call':
      return node.operation.sql(...node.args.map((arg) => toSql(arg, scope)))
    case 'and':
    case 'or':
      return `(${toSql(node.args[0], scope)} ${node.op.toUpperCase()} ${toSql(node.args[1], scope)})`
    case 'not':
      return `(NOT ${toSql(node.args[0], scope)})`
    case 'known':
      return `(${toSql(node.args[0], scope)} IS NOT NULL)`
    case 'if': {
      const [condition, then, otherwise] = node.args.map((arg) => toSql(arg, scope))
      return `(CASE WHEN ${condition} THEN ${then} ELSE ${otherwise} END)`
    }
    case 'first':
      return `coalesce(${node.args.map((arg) => toSql(arg, scope)).join(', ')})`
    case 'in': {
      const [value, ...items] = node.args.map((arg) => toSql(arg, scope))
      return `(${value} IN (${items.join(', ')}))`
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
