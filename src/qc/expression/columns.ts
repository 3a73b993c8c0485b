import type { Node } from './ast.ts'
import { parse } from './parse.ts'

/** The columns of its own table that an expression names, each once, in order. */
export function columnsOf(source: string): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node
      if (node.kind === 'column') found.add(node.name)
      if (node.kind === 'call' && node.name.toLowerCase() === 'lookup') visit(keysOf(node.args))
      else Object.values(value).forEach(visit)
    }
  }
  visit(parse(source))
  return [...found]
}

/** Of lookup(table, key, column) only the keys are columns here, and of `mine = theirs` only mine. */
const keysOf = (args: readonly Node[]): Node[] =>
  args.slice(1, -1).map((key) => (key.kind === 'comparison' && key.op === '=' ? key.left : key))
