import type { Node } from './ast.ts'
import { UNITS } from './date-functions.ts'
import { ExpressionError } from './error.ts'

export function likePattern(pattern: string, at: number): string {
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern))
    throw new ExpressionError(at, '模式不能以单个 \\ 结尾', 'the pattern must not end with a single \\')
  return pattern
}

export function unitOf(node: Node): string {
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

export function digitsOf(node: Node): string {
  if (node.kind === 'number' && Number.isInteger(node.value) && node.value <= 10) return String(node.value)
  throw new ExpressionError(node.at, '小数位数应为 0 到 10 的整数', 'the number of decimals must be a whole number from 0 to 10')
}
