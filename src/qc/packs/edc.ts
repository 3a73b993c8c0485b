import type { Parameter, Severity } from '../parameter.ts'
import { text, type Text } from '../text.ts'
import type { Dictionary, DictionaryField, FieldType } from './dictionary.ts'
import { reader, rowsOf, type Layout } from './edc-rows.ts'
import { translateLogic } from './redcap-logic.ts'

export type EdcOptions = Layout & {
  table?: string
  keyFields?: readonly string[]
  missingCodes?: readonly string[]
  /** Rules of the project's own: true means wrong. */
  customRules?: readonly { name: string; logic: string }[]
}
export type Untranslated = { field: string; rule: 'A' | 'C' | 'D' | 'E' | 'F' | 'H' | 'J'; source: string; reason: string }
export type EdcPack = { parameters: Parameter[]; untranslated: Untranslated[] }

/** The nine rules data managers of EDC systems know by letter. */
const RULES = {
  A: text('空值', 'Blank value'),
  B: text('必填项为空', 'Required field blank'),
  C: text('类型错误', 'Wrong type'),
  D: text('超出范围', 'Out of range'),
  E: text('离群（>2 SD）', 'Outlier (> 2 SD)'),
  F: text('隐藏而有值', 'Hidden but filled'),
  G: text('无效选项', 'Invalid choice'),
  H: text('计算值错误', 'Wrong calculation'),
  I: text('使用缺失代码', 'Missing code used'),
} satisfies Record<string, Text>
type Rule = keyof typeof RULES

type Draft = {
  rule: Rule
  field: DictionaryField
  columns: readonly string[]
  body: Pick<Parameter, 'check'> & Partial<Parameter>
  severity: Severity
}

export function edcPack(dictionary: Dictionary, options: EdcOptions = {}): EdcPack {
  const columns = new Set(dictionary.fields.flatMap(columnsOf))
  const untranslated: Untranslated[] = []
  const logic = (field: DictionaryField, rule: Untranslated['rule'], source: string | undefined): string | undefined => {
    if (source === undefined) return undefined
    const result = translateLogic(source, columns, rule === 'H' ? 'number' : 'boolean', reader(field.form, dictionary, options))
    if ('expression' in result) return result.expression
    untranslated.push({ field: field.name, rule, source, reason: result.reason })
    return undefined
  }
  const drafts = dictionary.fields.flatMap((field) => {
    const shown = logic(field, 'F', field.branching)
    for (const source of [field.min, field.max])
      if (source !== undefined && source.trim() !== '' && !isLimit(field, source))
        untranslated.push({ field: field.name, rule: 'D', source, reason: 'this limit cannot be read' })
    if (field.unknown)
      untranslated.push({ field: field.name, rule: 'C', source: field.unknown, reason: 'this validation type is not known' })
    if (field.comma)
      untranslated.push({ field: field.name, rule: 'E', source: field.name, reason: 'outliers are not looked for among decimal commas' })
    // Without its condition a blank cannot be told from a hidden field: rules A and B say nothing then.
    const unknownCondition = field.branching !== undefined && shown === undefined
    return [
      ...(unknownCondition ? [] : blankRules(field, shown)),
      ...typeRules(field),
      ...rangeRules(field),
      ...(shown === undefined ? [] : [draft('F', field, { check: 'blank_when_hidden', params: { condition: shown } }, 'major')]),
      ...choiceRules(field),
      ...calculationRules(field, logic(field, 'H', field.formula)),
      ...((options.missingCodes?.length ?? 0) > 0 && field.type !== 'boxes'
        ? [draft('I', field, { check: 'missing_code_used', params: { codes: options.missingCodes } }, 'info')]
        : []),
    ]
  })
  const own = (options.customRules ?? []).flatMap(({ name, logic: source }, index): Parameter[] => {
    const result = translateLogic(source, columns, 'boolean', reader('', dictionary, options))
    if ('expression' in result) return [customRule(`J.${index + 1}`, name, result.expression, options)]
    untranslated.push({ field: name, rule: 'J', source, reason: result.reason })
    return []
  })
  return { parameters: [...drafts.map((item) => finish(item, options)), ...own], untranslated }
}

const columnsOf = (field: DictionaryField): string[] =>
  field.type === 'boxes' ? (field.choices ?? []).map((choice) => `${field.name}___${choice.code.toLowerCase()}`) : [field.name]

const draft = (rule: Rule, field: DictionaryField, body: Draft['body'], severity: Severity): Draft => ({
  rule,
  field,
  columns: columnsOf(field),
  body,
  severity,
})

const isNumber = (field: DictionaryField): boolean => field.type === 'integer' || field.type === 'number' || field.type === 'calculated'

function blankRules(field: DictionaryField, shown: string | undefined): Draft[] {
  if (field.type === 'boxes') return []
  if (field.required) {
    return [draft('B', field, shown ? { check: 'required_when', params: { condition: shown } } : { check: 'not_null' }, 'major')]
  }
  const listed = { warn: { metric: 'count', op: '>', value: 0 }, fail: { metric: 'ratio', op: '>=', value: 1 } } as const
  return [draft('A', field, { check: 'not_null', ...(shown ? { filter: shown } : {}), ...listed }, 'info')]
}

function typeRules(field: DictionaryField): Draft[] {
  if (field.pattern) return [draft('C', field, { check: 'regex', params: { pattern: field.pattern } }, 'major')]
  if (isNumber(field))
    return [draft('C', field, { check: 'type_castable', params: { type: field.type === 'integer' ? 'integer' : 'number' } }, 'major')]
  if (field.type === 'date' || field.type === 'datetime')
    return [draft('C', field, { check: 'type_castable', params: { type: 'date' } }, 'major')]
  if (field.type === 'time') return [draft('C', field, { check: 'type_castable', params: { type: 'time' } }, 'major')]
  if (field.type === 'email' || field.type === 'phone')
    return [draft('C', field, { check: 'named_format', params: { format: field.type } }, 'major')]
  return []
}

function numberLimit({ comma }: DictionaryField, value: string | undefined): number | undefined {
  const plain = (comma ? value?.replace(',', '.') : value)?.trim() ?? ''
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : undefined
}

function dateLimit(value = ''): string | undefined {
  if (/^(?:today|now)$/i.test(value)) return `${value.toLowerCase()}()`
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? `date('${value}')` : undefined
}

const clockLimit = (value = ''): string | undefined => (/^\d{1,2}:\d{2}$/.test(value) ? `'${value.padStart(5, '0')}'` : undefined)

/** What a limit says in an expression, and what is compared with it; numbers have a check of their own. */
const COMPARED: Partial<Record<FieldType, { limit: (value?: string) => string | undefined; cell: (name: string) => string }>> = {
  date: { limit: dateLimit, cell: (name) => `date([${name}])` },
  datetime: { limit: dateLimit, cell: (name) => `date([${name}])` },
  time: { limit: clockLimit, cell: (name) => `right(concat('0', text([${name}])), 5)` },
}

/** Whether a limit becomes a rule: one that is lost in silence would look like a field without any. */
const isLimit = (field: DictionaryField, value: string): boolean =>
  (isNumber(field) ? numberLimit(field, value) : COMPARED[field.type]?.limit(value)) !== undefined

function rangeRules(field: DictionaryField): Draft[] {
  if (isNumber(field)) {
    const [min, max] = [numberLimit(field, field.min), numberLimit(field, field.max)]
    if (field.comma) {
      const number = `number(replace([${field.name}], ',', '.'))`
      const wrong = [...(min === undefined ? [] : [`${number} < ${min}`]), ...(max === undefined ? [] : [`${number} > ${max}`])]
      return wrong.length === 0
        ? []
        : [{ ...draft('D', field, { check: 'row_expression', params: { never: wrong.join(' or ') } }, 'major'), columns: [] }]
    }
    const range =
      min === undefined && max === undefined
        ? []
        : [
            draft(
              'D',
              field,
              { check: 'range', params: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) } },
              'major',
            ),
          ]
    return [...range, draft('E', field, { check: 'outlier_sd', params: { k: 2 } }, 'info')]
  }
  const compared = COMPARED[field.type]
  if (!compared) return []
  const [cell, from, to] = [compared.cell(field.name), compared.limit(field.min), compared.limit(field.max)]
  const wrong = [from ? `${cell} < ${from}` : '', to ? `${cell} > ${to}` : ''].filter(Boolean)
  return wrong.length === 0
    ? []
    : [{ ...draft('D', field, { check: 'row_expression', params: { never: wrong.join(' or ') } }, 'major'), columns: [] }]
}

function choiceRules(field: DictionaryField): Draft[] {
  if (field.type === 'yesno' || field.type === 'boxes')
    return [draft('G', field, { check: 'in_set', params: { values: ['0', '1'] } }, 'major')]
  const codes = field.type === 'choice' ? (field.choices ?? []).map((choice) => choice.code) : []
  return codes.length > 0 ? [draft('G', field, { check: 'in_set', params: { values: codes } }, 'major')] : []
}

const calculationRules = (field: DictionaryField, formula: string | undefined): Draft[] =>
  formula === undefined ? [] : [draft('H', field, { check: 'calculated_equals_stored', params: { formula, tolerance: 0.01 } }, 'major')]

/** Rules that speak of blanks, or of what hides a field, hold only in the rows where its form is expected. */
const JUDGES_BLANKS: ReadonlySet<Rule> = new Set(['A', 'B', 'F', 'H'])

const customRule = (id: string, name: string, expression: string, options: EdcOptions): Parameter => ({
  id,
  name: { zh: name, en: name },
  check: 'row_expression',
  ...(options.table ? { table: options.table } : {}),
  params: { never: expression },
  ...(options.missingCodes?.length ? { missingCodes: options.missingCodes } : {}),
  ...(options.keyFields?.length ? { keyFields: options.keyFields } : {}),
  whenAbsent: 'not_applicable',
})

function finish({ rule, field, columns, body, severity }: Draft, options: EdcOptions): Parameter {
  const label = field.label || field.name
  const codes = rule === 'I' ? undefined : options.missingCodes
  return {
    id: `${rule}.${field.name}`,
    name: { zh: `${RULES[rule].zh}：${label}`, en: `${RULES[rule].en}: ${label}` },
    ...(options.table ? { table: options.table } : {}),
    ...(columns.length > 0 ? { columns } : {}),
    severity,
    ...(codes?.length ? { missingCodes: codes } : {}),
    ...(options.keyFields?.length ? { keyFields: options.keyFields } : {}),
    whenAbsent: 'not_applicable',
    ...body,
    ...(JUDGES_BLANKS.has(rule)
      ? {
          filter: [rowsOf(field.form, options), body.filter]
            .filter(Boolean)
            .map((part) => `(${part})`)
            .join(' and '),
        }
      : {}),
  }
}
