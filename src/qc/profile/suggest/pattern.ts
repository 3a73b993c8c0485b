import { shapeOf } from '../sample.ts'
import type { Shape } from './suggestion.ts'

/** A99-999 → [A-Z]+[0-9]{2}-[0-9]{3}; a run of digits of any length is written 9*. */
export const patternOf = (shape: string): string =>
  shape.replaceAll(/9\*|9+|A|a|[^9Aa]/g, (run) => {
    if (run === '9*') return '[0-9]+'
    if (run[0] === '9') return `[0-9]{${run.length}}`
    if (run === 'A') return '[A-Z]+'
    if (run === 'a') return '[a-z]+'
    return /[.^$*+?()[\]{}|\\]/.test(run) ? `\\${run}` : run
  })

/** A star of the data's own would be read as ours. */
const loosened = (shape: string): string => (shape.includes('*') ? shape : shape.replaceAll(/9+/g, '9*'))

export function commonestShapes(texts: readonly string[]): { tight?: Shape; loose?: Shape } {
  if (texts.length === 0) return {}
  const shapes = texts.map(shapeOf)
  return { tight: commonest(shapes), loose: commonest(shapes.map(loosened)) }
}

function commonest(shapes: readonly string[]): Shape {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  const [pattern, count] = [...counts].reduce((best, item) => (item[1] > best[1] ? item : best))
  return { pattern, share: count / shapes.length }
}
