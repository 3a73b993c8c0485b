import { YES_NO } from '../../dictionary/variable.ts'
import type { Codelist, Content, FormHead, Variable, VariableType } from '../../dictionary/variable.ts'
import { NO_VISIT, OWN_NAMESPACE, OWN_PREFIX } from '../own.ts'
import type { Extras, Item, List, OdmEvent, OdmFile, OdmStudy, Range, Texts } from './model.ts'

export type GivenVisit = {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly isPlanned: boolean
  readonly day: number | null
  readonly before: number
  readonly after: number
}
export type GivenStudy = {
  readonly code: string
  readonly title: string
  readonly titleEn: string
  readonly remark: string
  /** Number of the version of the dictionary. */
  readonly number: number
  readonly visits: readonly GivenVisit[]
  readonly content: Content
}

const DATA_TYPES: Readonly<Record<VariableType, string>> = {
  text: 'text',
  longText: 'text',
  integer: 'integer',
  number: 'float',
  date: 'partialDate',
  dateTime: 'partialDatetime',
  time: 'partialTime',
  choice: 'text',
  choices: 'text',
  yesNo: 'text',
}
export const OID = {
  study: ({ code }: Pick<GivenStudy, 'code'>) => `ST.${code}`,
  version: ({ code, number }: Pick<GivenStudy, 'code' | 'number'>) => `MDV.${code}.${number}`,
  event: (code: string | null) => (code === null ? NO_VISIT : `SE.${code}`),
  form: (code: string) => `F.${code}`,
  group: (code: string) => `IG.${code}`,
  item: (form: string, code: string) => `I.${form}.${code}`,
  list: (code: string) => `CL.${code}`,
  unit: (unit: string) => `MU.${unit}`,
} as const
const textsOf = (zh: string, en: string): Texts => ({ ...(zh === '' ? {} : { 'zh-CN': zh }), ...(en === '' ? {} : { en }) })
const own = (values: Readonly<Record<string, string | undefined>>): Extras =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[`${OWN_PREFIX}:${name}`, value]] : [])))
const yes = (is: boolean): string | undefined => (is ? 'Yes' : undefined)

const rangesOf = ({ min, max }: Variable): Range[] => [
  ...(min === '' ? [] : [{ comparator: 'GE', value: min, isHard: false, message: {} }]),
  ...(max === '' ? [] : [{ comparator: 'LE', value: max, isHard: false, message: {} }]),
]
const itemOf = (variable: Variable): Item => {
  const { form, code, type, label, labelEn, unit, codelist, sensitivity, missingCodes } = variable
  return {
    oid: OID.item(form, code),
    name: code,
    dataType: DATA_TYPES[type],
    length: '',
    digits: '',
    extras: own({
      Type: type,
      Code: code,
      Section: variable.section,
      Branching: variable.branching,
      Formula: variable.formula,
      MissingCodes: missingCodes.join(' '),
      Sensitivity: sensitivity > 0 ? String(sensitivity) : undefined,
      Critical: yes(variable.critical),
      FilteredOften: yes(variable.indexed),
      NormalRange: variable.normal,
    }),
    question: textsOf(label, labelEn),
    description: {},
    units: unit === '' ? [] : [OID.unit(unit)],
    ranges: rangesOf(variable),
    codelist: type === 'yesNo' ? OID.list(YES_NO.code) : codelist === '' ? '' : OID.list(codelist),
    aliases: [],
  }
}
const listOf = ({ code, name, items }: Codelist): List => ({
  oid: OID.list(code),
  name: name || code,
  dataType: 'text',
  extras: own({ Code: code }),
  items: items.map((item) => ({ code: item.code, label: textsOf(item.label, item.labelEn), extras: {} })),
})
const eventOf = ({ code, name, nameEn, isPlanned, day, before, after }: GivenVisit, forms: readonly FormHead[]): OdmEvent => ({
  oid: OID.event(code === NO_VISIT ? null : code),
  name,
  repeating: false,
  type: isPlanned ? 'Scheduled' : 'Unscheduled',
  extras: {
    ...own({ Name: name, NameEn: nameEn }),
    'redcap:UniqueEventName': code,
    ...(isPlanned ? { 'redcap:DayOffset': String(day ?? 0), 'redcap:OffsetMin': String(before), 'redcap:OffsetMax': String(after) } : {}),
  },
  forms: forms.map((form) => ({ form: OID.form(form.code), mandatory: false, extras: {} })),
})
const OUTSIDE: GivenVisit = { code: NO_VISIT, name: '无访视', nameEn: 'No visit', isPlanned: false, day: null, before: 0, after: 0 }

/** A study of ours as the standard describes one. What the standard has no word for stands in attributes of our own. */
export const giveStudy = (study: GivenStudy): OdmStudy => {
  const { forms, codelists, variables } = study.content
  const lists = variables.some(({ type }) => type === 'yesNo') ? [...codelists, YES_NO] : codelists
  const units = [...new Set(variables.map(({ unit }) => unit).filter((unit) => unit !== ''))]
  return {
    oid: OID.study(study),
    name: study.title,
    description: study.remark,
    protocol: study.code,
    vendor: [],
    units: units.map((unit) => ({ oid: OID.unit(unit), name: unit, symbol: { en: unit } })),
    version: { oid: OID.version(study), name: `${study.code} v${study.number}`, extras: {} },
    events: [...study.visits, OUTSIDE].map((visit) => eventOf(visit, forms)),
    forms: forms.map(({ code, name, nameEn, repeats, doubleEntry }) => ({
      oid: OID.form(code),
      name,
      description: {},
      repeating: repeats,
      extras: own({ Code: code, NameEn: nameEn, DoubleEntry: yes(doubleEntry) }),
      groups: [OID.group(code)],
    })),
    groups: forms.map(({ code, name }) => ({
      oid: OID.group(code),
      name,
      repeating: false,
      extras: {},
      items: variables
        .filter(({ form }) => form === code)
        .map((variable) => ({ item: OID.item(code, variable.code), mandatory: variable.required, condition: '', method: '', extras: {} })),
    })),
    items: variables.map(itemOf),
    lists: lists.map(listOf),
    expressions: [],
  }
}

export const odmFile = (study: Pick<GivenStudy, 'code' | 'title'>, at: string): OdmFile => ({
  attributes: {
    FileType: 'Snapshot',
    FileOID: `${study.code}.${at}`,
    CreationDateTime: at,
    AsOfDateTime: at,
    Description: study.title,
    SourceSystem: 'Data Management & Quality Control System',
    ODMVersion: '1.3.2',
  },
  namespaces: { [OWN_PREFIX]: OWN_NAMESPACE },
})
