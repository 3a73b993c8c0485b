import type { Field, Words } from '#kernel'
import type { ParamField, ParamShape } from '#qc/param-shape.ts'
import type { Text } from '#qc/text.ts'

/** One line of the form of a parameter: where its value stands in the body, and the kernel's field that asks for it. */
export type Setting = {
  path: readonly string[]
  label: Words
  help?: Words
  field: Field
  /** Words of a choice. */
  options?: Readonly<Record<string, Words>>
  /** Several texts, one in a line. */
  many?: true
  /** Written in the language of expressions: its words are offered as it is typed. */
  expression?: true
  /** Names tables or columns of the study: picked from its dictionary. */
  names?: 'table' | 'column'
  /** The setting that says in which table they are; without it, in those that the rule is about. */
  of?: readonly string[]
  /** What the check takes where nothing is said. */
  initial?: string | number | boolean | readonly string[]
}

export const wordsOf = ({ zh, en }: Text): Words => ({ 'zh-cn': zh, en })

type Kind = ParamField['kind']
type Of<K extends Kind> = Extract<ParamField, { kind: K }>
type Shown = Pick<Setting, 'field' | 'options' | 'many' | 'expression' | 'names'>
type Given = { required?: true }

const words = (options: Readonly<Record<string, Text>>): Record<string, Words> =>
  Object.fromEntries(Object.entries(options).map(([key, label]) => [key, wordsOf(label)]))
const line = (given: Given): Shown => ({ field: { kind: 'string', ...given } })
const lines = (given: Given): Shown => ({ field: { kind: 'textarea', ...given }, many: true })
const numeric =
  (kind: 'float' | 'integer') =>
  (given: Given, { min, max }: { min?: number; max?: number }): Shown => ({
    field: { kind, ...given, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  })

/** Every kind of a check's settings as a field of ours: a kind without a line does not compile. */
const SHOWN: { [K in Kind]: (given: Given, field: Of<K>) => Shown } = {
  text: line,
  pattern: line,
  column: (given) => ({ ...line(given), names: 'column' }),
  table: (given) => ({ ...line(given), names: 'table' }),
  expression: (given) => ({ field: { kind: 'code', language: 'text', ...given }, expression: true }),
  number: numeric('float'),
  integer: numeric('integer'),
  boolean: (given) => ({ field: { kind: 'switch', ...given } }),
  choice: (given, { options }) => ({ field: { kind: 'select', options: Object.keys(options), ...given }, options: words(options) }),
  choices: (given, { options }) => ({ field: { kind: 'checkbox', options: Object.keys(options), ...given }, options: words(options) }),
  texts: lines,
  columns: (given) => ({ ...lines(given), names: 'column' }),
  rows: (given) => ({ field: { kind: 'json', ...given } }),
}

const shownAs = <K extends Kind>(kind: K, given: Given, field: Of<K>): Shown => SHOWN[kind](given, field)
const isOf = <K extends Kind>(field: ParamField, kind: K): field is Of<K> => field.kind === kind

const shown = (field: ParamField): Shown => {
  const given: Given = field.required && !('default' in field && field.default !== undefined) ? { required: true } : {}
  const { kind } = field
  return isOf(field, kind) ? shownAs(kind, given, field) : line(given)
}

export const settingsOf = (shape: ParamShape): Setting[] =>
  Object.entries(shape).map(([name, field]) => ({
    path: ['params', name],
    label: wordsOf(field.label),
    ...(field.help ? { help: wordsOf(field.help) } : {}),
    ...shown(field),
    ...(field.of ? { of: ['params', field.of] } : {}),
    ...('default' in field && field.default !== undefined ? { initial: field.default } : {}),
  }))
