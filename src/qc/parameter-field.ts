import { METRICS, OPERATORS, SEVERITIES, type Parameter, type Threshold } from './parameter.ts'
import { text, type Text } from './text.ts'

type Field = (value: unknown) => Text | undefined

const absent = (value: unknown): boolean => value === undefined || value === null

const aText: Field = (value) => (typeof value === 'string' || absent(value) ? undefined : text('应为文本', 'must be a text'))

const listLike =
  (example: string): Field =>
  (value) =>
    absent(value) || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
      ? undefined
      : text(`应为带引号的文本列表，如 ${example}`, `must be a list of quoted texts, such as ${example}`)

const eachList = (value: object): Text | undefined => Object.values(value).map(listLike('{ "age": ["-9"] }')).find(Boolean)

const oneOf =
  (words: readonly string[]): Field =>
  (value) =>
    absent(value) || words.includes(value as string)
      ? undefined
      : text(`应为 ${words.join('、')}，而不是“${String(value)}”`, `must be one of ${words.join(', ')}, not "${String(value)}"`)

/**
 * What is wrong with each field of a parameter by itself. A field that is not here is misspelt: passing over it, and over its codes or
 * groups, would make the counts wrong without a word.
 */
export const FIELDS: Readonly<Record<keyof Parameter, Field>> = {
  id: aText,
  check: aText,
  name: () => undefined,
  message: (value) =>
    absent(value) || (typeof value === 'object' && value !== null && 'zh' in value && 'en' in value)
      ? undefined
      : text('应写成 { "zh": …, "en": … }', 'is written { "zh": …, "en": … }'),
  table: aText,
  columns: listLike('["age"]'),
  params: (value) =>
    absent(value) || (typeof value === 'object' && !Array.isArray(value))
      ? undefined
      : text('应为对象，如 { "min": 0 }', 'must be an object, such as { "min": 0 }'),
  filter: aText,
  groupBy: listLike('["site"]'),
  missingCodes: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? eachList(value) : listLike('["-9"]')(value),
  severity: oneOf(SEVERITIES),
  keyFields: listLike('["subject_id"]'),
  minDenominator: (value) =>
    absent(value) || (Number.isInteger(value) && (value as number) >= 0)
      ? undefined
      : text('应为不小于 0 的整数', 'must be a whole number, 0 or more'),
  enabled: (value) => (typeof value === 'boolean' || absent(value) ? undefined : text('应为 true 或 false', 'must be true or false')),
  whenAbsent: oneOf(['error', 'not_applicable']),
  warn: wrongThreshold,
  fail: wrongThreshold,
}

function wrongThreshold(value: unknown): Text | undefined {
  if (absent(value)) return undefined
  if (typeof value !== 'object') return text('阈值应为对象', 'a threshold must be an object')
  const { metric, op, min, max, value: limit } = value as Partial<Threshold>
  if (!METRICS.includes(metric as Threshold['metric']))
    return text(`metric 应为 ${METRICS.join('、')}`, `metric must be one of ${METRICS.join(', ')}`)
  if (!OPERATORS.includes(op as Threshold['op'])) return text(`op 应为 ${OPERATORS.join(' ')}`, `op must be one of ${OPERATORS.join(' ')}`)
  const between = op === 'outside' || op === 'inside'
  const limits = between ? [min, max].filter((item) => item !== undefined) : [limit]
  if (limits.length === 0 || !limits.every((item) => typeof item === 'number' && Number.isFinite(item)))
    return between ? text('须给出数值 min 或 max', 'give a number as min or max') : text('须给出数值 value', 'give a number as value')
  if (metric === 'ratio' && !limits.every((item) => item! >= 0 && item! <= 1))
    return text('ratio 介于 0 与 1 之间：5% 写成 0.05', 'a ratio lies between 0 and 1: write 5 % as 0.05')
  return between && min !== undefined && max !== undefined && min > max ? text('min 大于 max', 'min is above max') : undefined
}
