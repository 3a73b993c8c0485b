import { numberIn } from '#kernel'
import { codelistOf } from '../../dictionary/variable.ts'
import type { Codelist, Content, Variable, VariableType } from '../../dictionary/variable.ts'
import { OID } from '../odm/give.ts'

/** How a column of a form is held by formats of tables: numbers that can be read as such, or texts. */
export type DatasetColumn = {
  readonly oid: string
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'integer' | 'number'
  readonly variable: Variable | null
  readonly list: Codelist | null
  /** Place among what identifies a row, from one. */
  readonly key?: number
}
/** The records of a form as one table. */
export type Dataset = {
  readonly oid: string
  readonly name: string
  readonly label: string
  readonly repeats: boolean
  readonly columns: readonly DatasetColumn[]
}
/** Of one record, in the order of the columns; null where nothing was entered. */
export type Row = readonly (string | null)[]

const KINDS: Partial<Record<VariableType, DatasetColumn['kind']>> = { integer: 'integer', number: 'number' }
const HEAD = [
  { name: 'SUBJECT', label: 'Subject', kind: 'text' },
  { name: 'VISIT', label: 'Visit', kind: 'text' },
  { name: 'INSTANCE', label: 'Number in the visit', kind: 'integer' },
] as const

/** A dataset for each form that has a variable, in the order of the dictionary. */
export const datasetsOf = ({ forms, variables, codelists }: Content): Dataset[] =>
  forms.flatMap((form): Dataset[] => {
    const own = variables.filter((variable) => variable.form === form.code)
    if (own.length === 0) return []
    const head = HEAD.map((column, i): DatasetColumn => ({
      ...column,
      oid: OID.item(form.code, column.name),
      variable: null,
      list: null,
      key: i + 1,
    }))
    const columns = own.map((variable): DatasetColumn => ({
      oid: OID.item(form.code, variable.code),
      name: variable.code,
      label: variable.labelEn || variable.label || variable.code,
      kind: KINDS[variable.type] ?? 'text',
      variable,
      list: codelistOf(variable, codelists) ?? null,
    }))
    return [
      {
        oid: OID.group(form.code),
        name: form.code,
        label: form.nameEn || form.name,
        repeats: form.repeats,
        columns: [...head, ...columns],
      },
    ]
  })

/** A value as a number; null where it is none that a computer holds as it was written: `<0.5`, or more digits than fit. */
export const exactNumber = (text: string): number | null => {
  const value = numberIn(text)
  if (value === null || !Number.isFinite(value)) return null
  return text.replaceAll(/\D/g, '').replace(/^0+/, '').length <= 15 ? value : null
}
