import { PATTERNS, checkField, isChoice, parseProperties } from '#kernel'
import type { Field, FieldProblem, Kind, Language, Pattern } from '#kernel'

/** What an item says about its value. */
export type Shape = { name: string; kind: string; options: string | null; extend: string | null; rule: readonly string[] | null }

const NUMBERS = new Set(['min', 'max', 'scale', 'level', 'rows'])
export const EXTEND_KEYS: readonly string[] = [...NUMBERS, 'unit', 'accept', 'placeholder']
const CHOICES: ReadonlySet<string> = new Set(['select', 'radio', 'checkbox'])

/** `key=中文|English`: one label for both languages, or one for each. */
export const labelIn = (label: string, language: Language): string => {
  const [first = '', second = ''] = label.split('|')
  return language === 'en' && second ? second : first
}

const unreadable = (field: string, text: string): FieldProblem => ({ field, key: 'line', params: { text: text.slice(0, 40) } })

/** The lines that cannot be read, and extended properties that mean nothing. */
export const shapeProblems = ({ kind, options, extend }: Shape): FieldProblem[] => {
  const problems: FieldProblem[] = []
  const choices = parseProperties(options ?? '')
  if (choices.bad[0]) problems.push(unreadable('options', choices.bad[0].text))
  else if (CHOICES.has(kind) && Object.keys(choices.properties).length === 0) problems.push({ field: 'options', key: 'required' })
  const { properties, bad } = parseProperties(extend ?? '')
  const stranger = Object.keys(properties).find((key) => !EXTEND_KEYS.includes(key))
  const wordy = Object.keys(properties).find((key) => NUMBERS.has(key) && !Number.isFinite(Number(properties[key] || NaN)))
  if (bad[0]) problems.push(unreadable('extend', bad[0].text))
  else if (stranger) problems.push({ field: 'extend', key: 'property', params: { name: stranger, known: EXTEND_KEYS.join(' ') } })
  else if (wordy) problems.push({ field: 'extend', key: 'propertyNumber', params: { name: wordy } })
  return problems
}

/** The field that an item's value is: the same kinds, checked by the same code as every form. */
export const fieldOf = ({ kind, options, extend, rule }: Shape): Field => {
  const { properties } = parseProperties(extend ?? '')
  const given: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(properties)) {
    if (NUMBERS.has(key)) given[key] = Number(value)
    else if (key === 'accept') given[key] = value.split(',')
    else if (key === 'unit' || key === 'placeholder') given[key] = value
  }
  const pattern = rule?.find((r): r is Pattern => Object.hasOwn(PATTERNS, r))
  return {
    kind: kind as Kind,
    ...given,
    ...(CHOICES.has(kind) ? { options: Object.keys(parseProperties(options ?? '').properties) } : {}),
    ...(rule?.includes('required') ? { required: true } : {}),
    ...(pattern ? { pattern } : {}),
  } as Field
}

export const optionsOf = ({ options }: Pick<Shape, 'options'>, language: Language) =>
  Object.entries(parseProperties(options ?? '').properties).map(([value, label]) => ({ value, label: labelIn(label, language) }))

const patterned: ReadonlySet<string> = new Set(['string', 'textarea', 'code'])
/** Null when the value may be kept. */
export const valueProblem = (shape: Shape, value: unknown): FieldProblem | null => {
  const field = fieldOf(shape)
  if (field.pattern && !patterned.has(field.kind)) delete field.pattern
  if (isChoice(field) && field.options.length === 0) return { field: shape.name, key: 'option' }
  return checkField(shape.name, field, value)
}
