import type { Parameter } from '#qc/parameter.ts'
import type { DictionaryField, FieldType } from '#qc/packs/dictionary.ts'
import { edcPack } from '#qc/packs/edc.ts'
import { codelistOf, type Codelist, type Variable, type VariableType } from '../dictionary/variable.ts'

const TYPES: Readonly<Record<VariableType, FieldType>> = {
  text: 'text',
  longText: 'text',
  integer: 'integer',
  number: 'number',
  date: 'date',
  dateTime: 'datetime',
  time: 'time',
  choice: 'choice',
  // Several choices stand in one cell: no list of single values holds them.
  choices: 'text',
  yesNo: 'choice',
}
/** Types, ranges, outliers and choices. What speaks of blanks and formulas is said in the dictionary's own expressions, below. */
const TAKEN = /^[CDEG]\./

const fieldOf = (variable: Variable, lists: readonly Codelist[], label: string): DictionaryField => {
  const choices = codelistOf(variable, lists)?.items.map((item) => ({ code: item.code, label: item.label }))
  return {
    name: variable.code,
    label,
    form: variable.form,
    type: TYPES[variable.type],
    required: false,
    identifier: variable.sensitivity > 0,
    ...(variable.min ? { min: variable.min } : {}),
    ...(variable.max ? { max: variable.max } : {}),
    ...(choices ? { choices } : {}),
  }
}

type Rule = Pick<Parameter, 'check'> & Partial<Parameter> & { letter: string; zh: string; en: string }
/** Required, shown only where, computed: as the dictionary says it, which is the language of rules too. */
const ownRules = ({ required, branching, formula }: Variable): Rule[] => [
  ...(required && branching
    ? [{ letter: 'B', zh: '必填项为空', en: 'Required field blank', check: 'required_when', params: { condition: branching } }]
    : []),
  ...(required && !branching ? [{ letter: 'B', zh: '必填项为空', en: 'Required field blank', check: 'not_null' }] : []),
  ...(branching
    ? [{ letter: 'F', zh: '隐藏而有值', en: 'Hidden but filled', check: 'blank_when_hidden', params: { condition: branching } }]
    : []),
  ...(formula
    ? [{ letter: 'H', zh: '计算值错误', en: 'Wrong calculation', check: 'calculated_equals_stored', params: { formula, tolerance: 0.01 } }]
    : []),
]

/** The rules of data managers of EDC systems, from what a form's dictionary says of its variables. */
export const dictionaryPack = (table: string, variables: readonly Variable[], lists: readonly Codelist[]): Parameter[] => {
  const packed = (label: (variable: Variable) => string) =>
    edcPack({ fields: variables.map((variable) => fieldOf(variable, lists, label(variable))), dialect: 'plain' }, { table }).parameters
  const english = new Map(packed(({ code, labelEn, label }) => labelEn || label || code).map(({ id, name }) => [id, name?.en ?? '']))
  const common = packed(({ code, label }) => label || code).flatMap((parameter) =>
    TAKEN.test(parameter.id)
      ? [{ ...parameter, name: { zh: parameter.name?.zh ?? parameter.id, en: english.get(parameter.id) ?? parameter.id } }]
      : [],
  )
  const own = variables.flatMap((variable) =>
    ownRules(variable).map(({ letter, zh, en, ...rule }): Parameter => {
      const { code, label, labelEn } = variable
      const name = { zh: `${zh}：${label || code}`, en: `${en}: ${labelEn || label || code}` }
      return { id: `${letter}.${code}`, name, table, columns: [code], severity: 'major', ...rule }
    }),
  )
  return [...own, ...common]
}
