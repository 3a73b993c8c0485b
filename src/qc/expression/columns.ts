import type { Node } from './ast.ts'
import { parse } from './parse.ts'

/** The columns an expression names, each once, in order. */
export function columnsOf(source: string): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node
      if (node.kind === 'column') found.add(node.name)
      Object.values(value).forEach(visit)
    }
  }
  visit(parse(source))
  return [...found]
}
