import { ExchangeError } from '../error.ts'
import { MAX_VARIABLES } from '../../dictionary/variable.ts'
import type { FormHead, Variable } from '../../dictionary/variable.ts'
import type { Item, ItemRef, OdmForm, OdmStudy } from './model.ts'
import { choicesIn, codeFrom, freeCode, plainText } from './name.ts'
import { variableOf } from './take-item.ts'
import { Lists } from './take-list.ts'
import { armsOf, repeatingForms, visitsOf } from './take-plan.ts'
import { Notes } from './taken.ts'
import type { Taken } from './taken.ts'

const formCode = ({ oid, extras }: OdmForm): string =>
  extras['dqc:Code'] ?? extras['redcap:FormName'] ?? codeFrom(oid.startsWith('Form.') ? oid.slice(5) : oid)

/** Boxes of REDCap are an item each, and one variable together. */
const nameOf = ({ name, oid, extras }: Item): string => extras['dqc:Code'] ?? extras['redcap:Variable'] ?? (name || oid)

const WHY: Readonly<Record<string, readonly [string, string]>> = {
  descriptive: ['说明文字不是变量', 'A text to read is no variable'],
  file: ['文件请作为数据文件上传', 'Files are uploaded as data files'],
}
/** Why an item becomes no variable; undefined where it does. */
const leftOut = (study: OdmStudy, form: OdmForm, item: Item): readonly [string, string] | undefined => {
  const name = nameOf(item)
  const why = WHY[item.extras['redcap:FieldType'] ?? '']
  if (why) return why
  if (item.extras['redcap:FieldType'] === undefined) return undefined
  if (name === study.version.extras['redcap:RecordIdField']) return ['即受试者编号', 'It is the number of the subject']
  return name === `${form.extras['redcap:FormName'] ?? ''}_complete` ? ['记录有自己的状态', 'A record has a state of its own'] : undefined
}

type Placed = { readonly item: Item; readonly ref: ItemRef; readonly section: string }
const placedIn = (study: OdmStudy, form: OdmForm): Placed[] => {
  const [groups, items] = [new Map(study.groups.map((one) => [one.oid, one])), new Map(study.items.map((one) => [one.oid, one]))]
  let section = ''
  return form.groups.flatMap((oid) => {
    const group = groups.get(oid)
    if (!group) throw new ExchangeError(`没有定义“${oid}”`, `“${oid}” is not defined`)
    return group.items.map((ref) => {
      const item = items.get(ref.item)
      if (!item) throw new ExchangeError(`没有定义“${ref.item}”`, `“${ref.item}” is not defined`)
      // A heading stands once, over the first of its fields.
      const isOwn = item.extras['dqc:Type'] !== undefined
      section = isOwn ? (item.extras['dqc:Section'] ?? '') : plainText(item.extras['redcap:SectionHeader'] ?? '') || section
      return { item, ref, section }
    })
  })
}

/** The codes that forms get here, in the order of the file. */
export const codedForms = ({ forms }: OdmStudy): { form: OdmForm; code: string }[] => {
  const taken = new Set<string>()
  return forms.map((form) => ({ form, code: freeCode(codeFrom(formCode(form)), taken) }))
}
/** The items of a form that become variables, the first of each name, with the codes that they get; `leave` hears of the others. */
const codedItems = (study: OdmStudy, form: OdmForm, leave: (name: string, why: readonly [string, string]) => void = () => undefined) => {
  const seen = new Set<string>()
  const placed = placedIn(study, form).filter(({ item }) => {
    const name = nameOf(item)
    if (seen.has(name)) return false
    seen.add(name)
    const why = leftOut(study, form, item)
    if (why) leave(name, why)
    return !why
  })
  const taken = new Set<string>()
  return placed.map((one) => ({ ...one, code: freeCode(codeFrom(nameOf(one.item)), taken) }))
}
/** Of every item of a form by its identifier: the code of the variable that its value goes to. */
export const codesByItem = (study: OdmStudy, form: OdmForm): ReadonlyMap<string, { code: string; item: Item }> => {
  const byName = new Map(codedItems(study, form).map(({ item, code }) => [nameOf(item), code]))
  return new Map(
    placedIn(study, form).flatMap(({ item }) => {
      const code = byName.get(nameOf(item))
      return code === undefined ? [] : [[item.oid, { code, item }] as const]
    }),
  )
}

const variablesOf = (study: OdmStudy, form: OdmForm, code: string, lists: Lists, missing: readonly string[], notes: Notes): Variable[] => {
  const coded = codedItems(study, form, (name, why) => notes.say(code, name, 'code', `未导入：${why[0]}`, `Not taken over: ${why[1]}`))
  for (const one of coded)
    if (one.code !== nameOf(one.item)) notes.say(code, one.code, 'code', `原名“${nameOf(one.item)}”`, `It was called “${nameOf(one.item)}”`)
  const codes = new Set(coded.map((one) => one.code))
  if (codes.size > MAX_VARIABLES)
    notes.say(
      code,
      '',
      'form',
      `超过 ${MAX_VARIABLES} 个变量，发布前须拆分`,
      `More than ${MAX_VARIABLES} variables: to be divided before publication`,
    )
  return coded.map(({ item, ref, section, code: own }) => {
    const variable = variableOf(study, { item, ref, form: code, code: own, codes, missingCodes: missing }, notes)
    const chooses = variable.type === 'choice' || variable.type === 'choices'
    return { ...variable, section: notes.fit(section, 200, code, own, 'section'), codelist: chooses ? lists.of(item, code, own) : '' }
  })
}

/** What REDCap has and we do not: told once each, by its own name. */
const noteVendor = ({ vendor }: OdmStudy, notes: Notes): void => {
  for (const { name, children } of vendor)
    if (name.endsWith('Group') && children.length > 0)
      notes.say('', name, 'study', `${name}（${children.length} 项）未导入`, `${name} (${children.length}) is not taken over`)
}

/** The study in our words, with a note for everything that is not carried over. */
export const takeStudy = (study: OdmStudy): Taken => {
  const notes = new Notes()
  const lists = new Lists(study, notes)
  const text = study.vendor.find(({ name }) => name === 'redcap:MissingDataCodes')?.text ?? ''
  const missing = choicesIn(text)
    .map(({ code }) => code)
    .filter((code) => !code.includes(' ') && code.length <= 40)
    .slice(0, 20)
  const repeating = repeatingForms(study)
  const variables: Variable[] = []
  const forms = codedForms(study).map(({ form, code }): FormHead => {
    variables.push(...variablesOf(study, form, code, lists, missing, notes))
    const name = notes.fit(plainText(form.name) || code, 100, code, '', 'form')
    return {
      code,
      name,
      nameEn: notes.fit(form.extras['dqc:NameEn'] ?? name, 100, code, '', 'form'),
      repeats: repeating.has(form.oid),
      doubleEntry: form.extras['dqc:DoubleEntry'] === 'Yes',
    }
  })
  noteVendor(study, notes)
  return {
    title: notes.fit(plainText(study.name || study.protocol || study.oid), 120, '', '', 'study'),
    remark: notes.fit(plainText(study.description), 2000, '', '', 'study'),
    visits: visitsOf(study, notes),
    arms: armsOf(study, notes),
    content: { forms, codelists: lists.all(), variables },
    notes: notes.list,
  }
}
