import { QcInputError, parseDictionary, translateLogic } from '#qc/language.ts'
import type { DictionaryField, FieldType } from '#qc/language.ts'
import type { Words } from '#kernel'
import { problem } from './problem.ts'
import type { Problem } from './problem.ts'
import { blankVariable } from './variable.ts'
import type { Codelist, Content, Variable, VariableType } from './variable.ts'

const TYPES: Readonly<Record<FieldType, VariableType>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  date: 'date',
  datetime: 'dateTime',
  time: 'time',
  email: 'text',
  phone: 'text',
  choice: 'choice',
  boxes: 'choices',
  yesno: 'yesNo',
  calculated: 'number',
}
const RANGED: ReadonlySet<VariableType> = new Set(['integer', 'number', 'date', 'dateTime'])
const hasHan = (label: string): boolean => /\p{Script=Han}/u.test(label)

type Reading = { content: Content; notes: Problem[] }

const listOf = ({ name, choices = [] }: DictionaryField): Codelist => ({
  code: name,
  name,
  items: choices.map(({ code, label }) => ({ code, label: hasHan(label) ? label : '', labelEn: hasHan(label) ? '' : label })),
})

/** Lists with the same items are one, called after the first variable that has it. */
const listsOf = (fields: readonly DictionaryField[]) => {
  const lists = new Map<string, Codelist>()
  const names = new Map<string, string>()
  for (const field of fields) {
    if (!field.choices?.length) continue
    const { items } = listOf(field)
    const key = JSON.stringify(items)
    if (!lists.has(key)) lists.set(key, listOf(field))
    names.set(field.name, lists.get(key)!.code)
  }
  return { lists: [...lists.values()], names }
}

/** What cannot be translated is told with the words of its source, and left out: a wrong condition would hide the wrong fields. */
const translator = (fields: readonly DictionaryField[], isRedcap: boolean, notes: Problem[]) => {
  const columns = new Set(fields.map(({ name }) => name))
  return (field: DictionaryField, cell: 'branching' | 'formula'): string => {
    const source = field[cell] ?? ''
    if (source === '' || !isRedcap) return source
    const result = translateLogic(source, columns, cell === 'branching' ? 'boolean' : 'number')
    if ('expression' in result) return result.expression
    notes.push({
      ...problem(field.form, field.name, cell, `未能翻译：${source}（${result.reason}）`, `Not translated: ${source} (${result.reason})`),
      isNotice: true,
    })
    return ''
  }
}

/** A dictionary as other systems write it, REDCap's or a plain table in either language. Forms without a name are called after the file. */
export const readDictionary = (text: string, file: string, form = 'form'): Reading => {
  const { fields, dialect } = parseDictionary(text, file)
  const notes: Problem[] = []
  const named = fields.map((field) => ({ ...field, form: field.form || form }))
  const { lists, names } = listsOf(named)
  const translated = translator(named, dialect === 'redcap', notes)
  let section = { form: '', title: '' }
  const variables = named.map((field): Variable => {
    // A heading stands once, over the first of its fields.
    if (field.section || field.form !== section.form) section = { form: field.form, title: field.section ?? '' }
    const type = TYPES[field.type]
    const isRanged = RANGED.has(type)
    return {
      ...blankVariable(field.form, field.name),
      ...(hasHan(field.label) ? { label: field.label } : { labelEn: field.label }),
      section: section.title,
      type,
      unit: field.unit ?? '',
      normal: field.normal ?? '',
      codelist: type === 'choice' || type === 'choices' ? (names.get(field.name) ?? '') : '',
      min: isRanged ? (field.min ?? '') : '',
      max: isRanged ? (field.max ?? '') : '',
      required: field.required,
      branching: translated(field, 'branching'),
      formula: translated(field, 'formula'),
      sensitivity: field.identifier ? 3 : 0,
    }
  })
  const forms = [...new Set(named.map((field) => field.form))].map((code) => ({
    code,
    name: code,
    nameEn: code,
    repeats: false,
    doubleEntry: false,
  }))
  return { content: { forms, codelists: lists, variables }, notes }
}

/** Why a text is no dictionary, in words; null for any other mishap. */
export const refusalOf = (error: unknown): Words | null =>
  error instanceof QcInputError ? { 'zh-cn': error.text.zh, en: error.text.en } : null
