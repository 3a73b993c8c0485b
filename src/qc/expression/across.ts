import { matchColumn } from '../match-column.ts'
import { nearest } from '../nearest.ts'
import type { Pair } from '../partner.ts'
import type { Node } from './ast.ts'
import { ExpressionError } from './error.ts'

type Call = Node & { kind: 'call' }

/** The column a name means in a table, also by a pattern such as --STAT. */
export function columnIn(node: Node & { kind: 'column' }, columns: readonly string[], table?: string): string {
  const found = matchColumn(node.name, columns)
  if (found !== undefined) return found
  const like = nearest(node.name, columns)
  const [zh, en] = table === undefined ? ['没有列', 'there is no column'] : [`表“${table}”没有列`, `table "${table}" has no column`]
  throw new ExpressionError(
    node.at,
    `${zh}“${node.name}”${like ? `，是否指“${like}”` : ''}`,
    `${en} "${node.name}"${like ? `; did you mean "${like}"?` : ''}`,
    'column_missing',
  )
}

function nameOf(node: Node | undefined, at: number, zh: string, en: string): Node & { kind: 'column' } {
  if (node?.kind === 'column') return node
  if (node?.kind === 'text') return { kind: 'column', at: node.at, name: node.value }
  throw new ExpressionError(node?.at ?? at, `此处应为${zh}`, `expected ${en}`)
}

/** lookup(table, key, column): the key is a column of both tables, or `mine = theirs`, or `'text' = theirs`; several stand one behind the other. */
export function readLookup(
  { args, at }: Call,
  columns: readonly string[],
  tables: ReadonlyMap<string, readonly string[]>,
): { table: string; pairs: Pair[]; column: string } {
  if (args.length < 3) throw new ExpressionError(at, 'lookup 写作 lookup(表, 键, 列)', 'lookup is written lookup(table, key, column)')
  const { name: table, at: place } = nameOf(args[0], at, '表名', 'the name of a table')
  const theirs = tables.get(table)
  if (!theirs) {
    const like = nearest(table, [...tables.keys()])
    throw new ExpressionError(
      place,
      `没有表“${table}”${like ? `，是否指“${like}”` : ''}`,
      `there is no table "${table}"${like ? `; did you mean "${like}"?` : ''}`,
      'table_missing',
    )
  }
  const pairs = args.slice(1, -1).map((key): Pair => {
    const equal = key.kind === 'comparison' && key.op === '='
    const [mine, other] = equal ? [key.left, key.right] : [key, key]
    const name = (node: Node) => nameOf(node, at, '键列', 'a key column')
    if (equal && mine.kind === 'text') return { mine: mine.value, theirs: columnIn(name(other), theirs, table), constant: true }
    return { mine: columnIn(name(mine), columns), theirs: columnIn(name(other), theirs, table) }
  })
  return { table, pairs, column: columnIn(nameOf(args.at(-1), at, '列名', 'the name of a column'), theirs, table) }
}

/** count(condition, key …), any(…), all(…): the columns that make a group. */
export function readGroup({ args, at, name }: Call, columns: readonly string[]): { condition: Node; keys: string[] } {
  const [condition, ...keys] = args
  if (!condition || keys.length === 0)
    throw new ExpressionError(at, `${name} 写作 ${name}(条件, 分组列)`, `${name} is written ${name}(condition, column of the group)`)
  return { condition, keys: keys.map((key) => columnIn(nameOf(key, at, '分组列', 'a column'), columns)) }
}

/** Whether a condition is settled by which columns there are; undefined where the rows decide. What it rules out need not exist. */
export function settled(node: Node, columns: readonly string[]): boolean | undefined {
  if (node.kind === 'boolean') return node.value
  if (node.kind === 'not') {
    const inner = settled(node.value, columns)
    return inner === undefined ? undefined : !inner
  }
  if (node.kind === 'and' || node.kind === 'or') {
    const decisive = node.kind === 'or'
    const [left, right] = [settled(node.left, columns), settled(node.right, columns)]
    if (left === decisive || right === decisive) return decisive
    return left === undefined || right === undefined ? undefined : !decisive
  }
  if (node.kind !== 'call' || node.name.toLowerCase() !== 'exists') return undefined
  if (node.args.length !== 1) throw new ExpressionError(node.at, 'exists 写作 exists(列)', 'exists is written exists(column)')
  return matchColumn(nameOf(node.args[0], node.at, '列名', 'the name of a column').name, columns) !== undefined
}
