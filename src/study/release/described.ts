import type { Content, Variable, VariableType } from '../dictionary/variable.ts'
import { blankVariable } from '../dictionary/variable.ts'
import { datasetsOf, type Dataset, type DatasetColumn } from '../exchange/dataset/dataset.ts'
import { giveStudy, odmFile, OID } from '../exchange/odm/give.ts'
import { writeOdm } from '../exchange/odm/write.ts'
import type { Released } from './apply.ts'
import type { TreatmentKind } from './plan.ts'

type Column = Released['columns'][number]
const TEXTS: ReadonlySet<TreatmentKind> = new Set(['pseudonym', 'band', 'mask'])
const DATES: ReadonlySet<TreatmentKind> = new Set(['year', 'month'])
/** What a variable is once it was treated: a band is no number any more, and a year no moment. */
const typeAfter = ({ chosen: { treatment }, offered: { type } }: Column): VariableType =>
  TEXTS.has(treatment.kind) ? 'text' : DATES.has(treatment.kind) ? 'date' : type

const listName = ({ formCode, code }: Column['offered']): string => `${formCode}.${code}`
const variableOf = (column: Column): Variable => {
  const { formCode, code, label, labelEn, unit, missingCodes, items } = column.offered
  const codelist = items.length > 0 ? listName(column.offered) : ''
  return { ...blankVariable(formCode, code), type: typeAfter(column), label, labelEn, unit, missingCodes, codelist }
}
/** A dictionary of what leaves and of nothing else: conditions and formulas would name what was left out. */
const contentOf = (released: readonly Released[]): Content => {
  const columns = released.flatMap((one) => one.columns)
  return {
    forms: released.map(({ code }) => ({ code, name: code, nameEn: code, repeats: true, doubleEntry: false })),
    codelists: columns.flatMap(({ offered }) =>
      offered.items.length > 0 ? [{ code: listName(offered), name: offered.labelEn || offered.code, items: offered.items }] : [],
    ),
    variables: columns.map(variableOf),
  }
}

export const dictionaryOdm = (released: readonly Released[], about: { study: string; dictionary: number; madeAt: string }) => {
  const named = { code: about.study, title: about.study }
  const content = contentOf(released)
  const study = { ...named, titleEn: '', remark: '', number: about.dictionary, visits: [], content }
  return writeOdm(odmFile(named, about.madeAt), giveStudy(study), [])
}

const SITE = { name: 'SITE', label: 'Site', kind: 'text', variable: null, list: null } as const
/** The table of a released form as formats of tables hold it, with labels in English: what is not ASCII has no place in them. */
export const datasetOf = (one: Released, hasSite: boolean): Dataset | null => {
  const content = contentOf([one])
  const [dataset] = datasetsOf({ ...content, variables: content.variables.map((variable) => ({ ...variable, label: '' })) })
  if (!dataset) return null
  const site: DatasetColumn[] = hasSite ? [{ ...SITE, oid: OID.item(one.code, SITE.name) }] : []
  return { ...dataset, columns: [...dataset.columns.slice(0, 3), ...site, ...dataset.columns.slice(3)] }
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const DICTIONARY = ['form', 'variable', 'label', 'label_en', 'type', 'unit', 'codes', 'treatment', 'quasi']
export const dictionaryCsv = (released: readonly Released[]): string => {
  const rows = released.flatMap(({ code: form, columns }) =>
    columns.map(({ chosen, offered: { code, label, labelEn, type, unit, items } }) =>
      [form, code, label, labelEn, type, unit, items.map((item) => `${item.code}=${item.labelEn || item.label}`).join('; ')].concat([
        JSON.stringify(chosen.treatment),
        chosen.quasi ? '1' : '0',
      ]),
    ),
  )
  return `\uFEFF${[DICTIONARY, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
