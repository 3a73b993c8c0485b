import { readUnits } from '#kernel'
import type { Common, Field, FormRow, FormSection, Language, Locale, LocaleText, OtherUnit, Resource, Words } from '#kernel'
import { codelistOf } from '../dictionary/variable.ts'
import type { Codelist, FormHead, SlottedVariable, Variable } from '../dictionary/variable.ts'
import { slotName } from './table.ts'

/** A form as a version of the dictionary has it. */
export type FormContent = { form: FormHead; variables: readonly SlottedVariable[]; codelists: readonly Codelist[] }

const limit = (text: string): number | undefined => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined)
const limits = ({ min, max }: Variable) => {
  const [low, high] = [limit(min), limit(max)]
  return { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
}

/** How a variable is entered, stored and asked: always the very text that was entered. */
export const fieldOf = (variable: Variable, lists: readonly Codelist[]): Field => {
  const options = codelistOf(variable, lists)?.items.map(({ code }) => code) ?? []
  const common: Common & { unit?: string; units?: readonly OtherUnit[] } = {
    entered: true,
    ...(variable.indexed ? { indexed: true } : {}),
    ...(variable.unit ? { unit: variable.unit } : {}),
    ...(variable.units && !variable.formula ? { units: readUnits(variable.units) ?? [] } : {}),
    ...(variable.sensitivity > 0 ? { sensitive: true } : {}),
    ...(variable.formula ? { readonly: true } : {}),
  }
  const half: typeof common = { ...common, width: 'half' }
  switch (variable.type) {
    case 'text':
      return { ...half, kind: 'string', ...(variable.sensitivity > 0 ? {} : { search: true }) }
    case 'longText':
      return { ...common, kind: 'textarea' }
    case 'integer':
    case 'number':
      return { ...half, kind: variable.type, ...limits(variable) }
    case 'date':
    case 'dateTime':
      return { ...half, kind: variable.type }
    case 'time':
      return { ...half, kind: 'string' }
    case 'choice':
      return { ...half, kind: 'select', options }
    case 'yesNo':
      return { ...half, kind: 'radio', options }
    case 'choices':
      return { ...common, kind: 'checkbox', options }
  }
}

/** The states of a record. An edit takes `verified` and `signed` away again. People read `signed` as final: what is signed with a password is a sheet. */
export const RECORD_STATES = ['draft', 'submitted', 'verified', 'signed'] as const
const MOVES = {
  submitted: { from: ['draft'], rule: 'submit', gate: true },
  verified: { from: ['submitted'], rule: 'verify', gate: true },
  signed: { from: ['verified'], rule: 'sign' },
} as const

/** What a form is asked beside its variables: whose answer stands in other tables. */
const ASKS = {
  hasFinding: { kind: 'switch', asked: ['='] },
  hasQuery: { kind: 'switch', asked: ['='] },
  changedSince: { kind: 'dateTime', asked: ['>='] },
} as const satisfies Record<string, Field>

const sectionsOf = (variables: readonly SlottedVariable[]): (FormRow | FormSection)[] => {
  const groups = Map.groupBy(variables, ({ section }) => section)
  return [...groups].map(([section, own], at) => ({ section: section ? `s${at}` : 'values', rows: own.map(({ slot }) => slotName(slot)) }))
}

const WORDS: Record<
  Language,
  Pick<LocaleText, 'fields' | 'moves'> & {
    asks: Record<keyof typeof ASKS, string>
    states: Record<string, string>
    values: string
    head: string
    none: (form: string) => string
  }
> = {
  'zh-cn': {
    fields: {
      subject: '受试者',
      visit: '访视',
      instance: '序号',
      department: '科室',
      state: '状态',
    },
    asks: { hasFinding: '有未决问题', hasQuery: '有未决质疑', changedSince: '数据变动' },
    states: { draft: '草稿', submitted: '已提交', verified: '已核对', signed: '已定稿' },
    moves: { submitted: '提交', verified: '核对', signed: '定稿' },
    values: '数据',
    head: '记录',
    none: (form) => `“${form}”还没有记录`,
  },
  en: {
    fields: {
      subject: 'Subject',
      visit: 'Visit',
      instance: 'Number',
      department: 'Department',
      state: 'State',
    },
    asks: { hasFinding: 'Open findings', hasQuery: 'Open queries', changedSince: 'Data changed' },
    states: { draft: 'Draft', submitted: 'Submitted', verified: 'Verified', signed: 'Final' },
    moves: { submitted: 'Submit', verified: 'Verify', signed: 'Make final' },
    values: 'Data',
    head: 'Record',
    none: (form) => `No records of “${form}” yet`,
  },
}
const isEnglish = (language: Language): boolean => language === 'en'
/** In the reader's language, or in the one that there is. */
export const wordIn = (language: Language, own: string, english: string, code: string): string =>
  (isEnglish(language) ? english || own : own || english) || code

/** What every record has beside its variables. */
export const commonName = (language: Language, code: string): string | undefined => WORDS[language].fields[code]

const textOf = (language: Language, { form, variables, codelists }: FormContent): LocaleText => {
  const { fields, asks, states, moves, values, head, none } = WORDS[language]
  const title = wordIn(language, form.name, form.nameEn, form.code)
  const labels = variables.map((v) => [slotName(v.slot), wordIn(language, v.label, v.labelEn, v.code)] as const)
  const options = variables.flatMap((v) => {
    const list = codelistOf(v, codelists)
    return list
      ? [[slotName(v.slot), Object.fromEntries(list.items.map((i) => [i.code, wordIn(language, i.label, i.labelEn, i.code)]))] as const]
      : []
  })
  const titles = [...Map.groupBy(variables, ({ section }) => section).keys()].map((title, at) => [
    title ? `s${at}` : 'values',
    title || values,
  ])
  return {
    title,
    none: none(title),
    remark: '',
    fields: { ...fields, ...asks, ...Object.fromEntries(labels) },
    help: Object.fromEntries(variables.map((v) => [slotName(v.slot), v.code])),
    options: { state: states, ...Object.fromEntries(options) },
    sections: { head, ...(Object.fromEntries(titles) as Record<string, string>) },
    ...(moves ? { moves } : {}),
  }
}

const MOST_ASKED = 5
/** Filters that stand ready beside a form; the others are behind "more filters", or a long form would begin with a screen of them. */
const oftenAsked = (variables: readonly SlottedVariable[]): string[] =>
  variables
    .filter(({ indexed, critical }) => indexed || critical)
    .slice(0, MOST_ASKED)
    .map(({ slot }) => slotName(slot))

/** What the engine needs to know of a form: its own columns, then a column for each variable. */
export const formDefinition = (
  content: FormContent,
  reasons: readonly Words[] = [],
): { resource: Omit<Resource, 'name' | 'base'>; locale: Locale } => {
  const { form, variables, codelists } = content
  const names = variables.map(({ slot }) => slotName(slot))
  const own = ['subject', 'visit', ...(form.repeats ? ['instance'] : [])]
  return {
    resource: {
      label: 'subject',
      fields: {
        subject: { kind: 'ref', to: 'study.subject', label: 'code', required: true, immutable: true, width: 'half' },
        visit: { kind: 'ref', to: 'study.visit', label: 'name', immutable: true, width: 'half' },
        instance: { kind: 'integer', min: 1, max: 10_000, default: 1, immutable: true, width: 'half' },
        department: { kind: 'ref', to: 'department', label: 'name', readonly: true },
        state: { kind: 'select', options: RECORD_STATES, default: 'draft' },
        ...Object.fromEntries(variables.map((variable) => [slotName(variable.slot), fieldOf(variable, codelists)])),
      },
      asks: ASKS,
      traits: ['timestamps', 'recyclable', 'audited', 'exportable'],
      actions: {},
      moves: MOVES,
      reason: 'afterSubmit',
      ...(reasons.length ? { reasons } : {}),
      scopedBy: 'subject',
      unique: [['instance', 'visit', 'subject']],
      list: {
        columns: [...own, 'state', ...names, 'updatedAt'],
        sort: '-id',
        filters: ['subject', 'visit', 'state', ...Object.keys(ASKS), ...oftenAsked(variables)],
        window: true,
      },
      form: [{ section: 'head', rows: [own] }, ...sectionsOf(variables)],
    },
    locale: { 'zh-cn': textOf('zh-cn', content), en: textOf('en', content) },
  }
}
