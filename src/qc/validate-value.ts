import { LONG } from './exact.ts'
import type { ParamField } from './param-shape.ts'
import { faultOfPattern } from './pattern.ts'
import { text, type Text } from './text.ts'

/** What is wrong with one value of `params`, or undefined. */
export function readValue(field: Exclude<ParamField, { kind: 'rows' }>, value: unknown): Text | undefined {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return wrongNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : text('应为 true 或 false', 'must be true or false')
    case 'choice':
      return typeof value === 'string' && value in field.options ? undefined : notAnOption(field.options)
    case 'choices':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' && item in field.options)
        ? undefined
        : notAnOption(field.options)
    case 'texts':
    case 'columns':
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return text('应为文本列表', 'must be a list of texts')
      return field.required && value.length === 0 ? text('列表不能为空', 'the list must not be empty') : undefined
    case 'pattern':
      return typeof value === 'string' ? wrongPattern(value) : text('应为文本', 'must be a text')
    case 'text':
    case 'expression':
    case 'column':
    case 'table':
      return typeof value === 'string' && value !== '' ? undefined : text('应为非空文本', 'must be a text that is not empty')
  }
}

function wrongNumber(field: { kind: 'number' | 'integer'; min?: number; max?: number }, value: unknown): Text | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return text(`应为数值，而不是 ${JSON.stringify(value)}`, `must be a number, not ${JSON.stringify(value)}`)
  if (Number.isInteger(value) && Math.abs(value) >= LONG)
    return text(
      `超过 ${LONG - 1} 的数会丢失末位数字；请改用 row_expression，在表达式中写出全部数字`,
      `beyond ${LONG - 1} the last digits are lost; write the number in the expression of a row_expression instead`,
    )
  if (field.kind === 'integer' && !Number.isInteger(value)) return text('应为整数', 'must be a whole number')
  if (field.min !== undefined && value < field.min) return text(`不能小于 ${field.min}`, `must not be below ${field.min}`)
  if (field.max !== undefined && value > field.max) return text(`不能大于 ${field.max}`, `must not be above ${field.max}`)
  return undefined
}

const notAnOption = (options: Readonly<Record<string, Text>>): Text =>
  text(`应为 ${Object.keys(options).join('、')} 之一`, `must be one of ${Object.keys(options).join(', ')}`)

/** The database's regular expressions have no look-around and no back-references: said here, not in the middle of a run. */
export function wrongPattern(pattern: string): Text | undefined {
  if (/\(\?<?[=!]/.test(pattern))
    return text('正则表达式不支持环视（?=、?!、?<=、?<!）', 'the pattern uses look-around, which is not supported')
  if (/(^|[^\\])(\\\\)*\\[1-9]/.test(pattern))
    return text('正则表达式不支持反向引用', 'the pattern uses a back-reference, which is not supported')
  const plain = pattern.replaceAll(/\(\?[imsU]+\)/g, '').replaceAll('(?P<', '(?<')
  const fault = faultOfPattern(plain, 'v') === undefined ? undefined : faultOfPattern(pattern, 'u')
  return fault === undefined ? undefined : text(`正则表达式有误：${fault}`, `the pattern is not valid: ${fault}`)
}
