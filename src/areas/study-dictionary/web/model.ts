import { blankVariable, SENSITIVITIES, VARIABLE_TYPES } from '#study/dictionary/variable.ts'
import type { Codelist, Content, Variable, VariableType } from '#study/dictionary/variable.ts'

export type { Codelist, Content, FormHead, Variable } from '#study/dictionary/variable.ts'
export type Problem = { form: string; variable: string; field: string; words: Record<string, string>; at?: number; isNotice?: true }

/** The columns of the grid, in their order: also that of a block pasted from a sheet. */
export const COLUMNS = [
  'code',
  'label',
  'labelEn',
  'type',
  'unit',
  'codelist',
  'min',
  'max',
  'required',
  'branching',
  'formula',
  'missingCodes',
  'section',
  'sensitivity',
  'critical',
  'units',
  'indexed',
  'normal',
] as const
export type ColumnName = (typeof COLUMNS)[number]

let lastNew = 0
/** A variable that was never saved has a number of this page, below zero: it stays the same row whatever moves or is saved around it. */
export const numbered = (variable: Variable): Variable => (variable.slot === null ? { ...variable, slot: --lastNew } : variable)
export const blank = (form: string): Variable => numbered(blankVariable(form, ''))

type Slots = ReadonlyMap<number, number>
/** As the server knows them: a variable that it has not seen has no slot yet. */
export const withStoredSlots = (variables: readonly Variable[], slots: Slots): Variable[] =>
  variables.map((variable) =>
    variable.slot !== null && variable.slot < 0 ? { ...variable, slot: slots.get(variable.slot) ?? null } : variable,
  )
/** The slots that the server gave to what was sent, which it answers in the same order. */
export const slotsGiven = (sent: Content, answered: Content, slots: Slots): Slots =>
  new Map([
    ...slots,
    ...sent.variables.flatMap(({ slot }, i) => {
      const given = answered.variables[i]?.slot
      return slot !== null && slot < 0 && given ? [[slot, given] as const] : []
    }),
  ])

/** The columns that are ticked. */
export const isTick = (column: ColumnName): column is 'required' | 'critical' | 'indexed' =>
  column === 'required' || column === 'critical' || column === 'indexed'

/** A cell as text, the way it is copied to a sheet. */
export const cellText = (variable: Variable, column: ColumnName): string => {
  const value = variable[column]
  return Array.isArray(value) ? value.join(' ') : typeof value === 'boolean' ? (value ? '1' : '') : String(value)
}

/** What a sheet may call a type and a tick, beside the names that the system itself has for them. */
export type SheetWords = { types: ReadonlyMap<string, VariableType>; yes: ReadonlySet<string> }
const PLAIN_YES = new Set(['1', 'y', 'yes', 'true'])
const isYes = (text: string, { yes }: SheetWords): boolean => PLAIN_YES.has(text.toLowerCase()) || yes.has(text)
const typeIn = (text: string, { types }: SheetWords): VariableType | undefined =>
  VARIABLE_TYPES.find((type) => type.toLowerCase() === text.toLowerCase()) ?? types.get(text)

const NO_WORDS: SheetWords = { types: new Map(), yes: new Set() }
/** A variable with a cell set from text. What a cell cannot be stays as it was. */
export const withCell = (variable: Variable, column: ColumnName, given: string, words: SheetWords = NO_WORDS): Variable => {
  const text = given.trim()
  switch (column) {
    case 'type':
      return { ...variable, type: typeIn(text, words) ?? variable.type }
    case 'required':
    case 'critical':
    case 'indexed':
      return { ...variable, [column]: isYes(text, words) }
    case 'missingCodes':
      return { ...variable, missingCodes: text.split(/[\s,;\uff0c\uff1b]/).filter(Boolean) }
    case 'sensitivity':
      return { ...variable, sensitivity: SENSITIVITIES.find((level) => String(level) === text) ?? variable.sensitivity }
    default:
      return { ...variable, [column]: text }
  }
}

/** The variables with those of one form replaced, at their place. */
export const withForm = (all: readonly Variable[], form: string, own: readonly Variable[]): Variable[] => {
  const at = all.findIndex((v) => v.form === form)
  const others = all.filter((v) => v.form !== form)
  const before = at === -1 ? others.length : all.slice(0, at).filter((v) => v.form !== form).length
  return [...others.slice(0, before), ...own, ...others.slice(before)]
}

/** A block from a sheet, laid over the grid from a cell on; rows that are not there yet are added. */
export const paste = (
  own: readonly Variable[],
  form: string,
  row: number,
  column: ColumnName,
  text: string,
  words: SheetWords = NO_WORDS,
): Variable[] => {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const next = [...own]
  const from = COLUMNS.indexOf(column)
  for (const [i, line] of lines.entries()) {
    let variable = next[row + i] ?? blank(form)
    for (const [k, cell] of line.split('\t').entries()) {
      const name = COLUMNS[from + k]
      if (name) variable = withCell(variable, name, cell, words)
    }
    next[row + i] = variable
  }
  return next
}

/** The list with one of its items at another place; beyond either end it stays at the end. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, i) => i !== from)
  return from in list ? rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, list[from]!) : [...list]
}

/** A list as people type it: `1 = code | meaning`, one code per line. */
export const listText = ({ items }: Codelist): string =>
  items.map(({ code, label, labelEn }) => `${code} = ${label}${labelEn ? ` | ${labelEn}` : ''}`).join('\n')
export const listItems = (text: string): Codelist['items'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=')
      const [code, words] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
      const [label = '', labelEn = ''] = words.split('|')
      return { code: code.trim(), label: label.trim(), labelEn: labelEn.trim() }
    })

/** What was read from a file beside what is there: same codes are replaced and keep their slot, the rest is added. */
export const joined = (now: Content, read: Content): Content => {
  const key = ({ form, code }: Variable) => `${form} ${code.toLowerCase()}`
  const fresh = new Map(read.variables.map((v) => [key(v), v]))
  const kept = now.variables.map((v) => {
    const given = fresh.get(key(v))
    fresh.delete(key(v))
    return given ? { ...given, slot: v.slot } : v
  })
  const known = new Set(now.forms.map(({ code }) => code))
  const lists = new Map([...now.codelists, ...read.codelists].map((list) => [list.code, list]))
  return {
    forms: [...now.forms, ...read.forms.filter(({ code }) => !known.has(code))],
    codelists: [...lists.values()],
    variables: [...kept, ...fresh.values()].map(numbered),
  }
}

/** A name that nothing has yet: the wanted one, or with a number. */
const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  let n = 1
  let name = wanted
  while (taken.has(name.toLowerCase())) name = `${wanted}_${++n}`
  return name
}
const namesOf = (list: readonly { code: string }[]): Set<string> => new Set(list.map(({ code }) => code.toLowerCase()))

/** Forms of another dictionary beside what is there. Nothing that is there changes: what is called the same and is not the same gets another name. */
export const withForms = (now: Content, read: Content, wanted: readonly string[]): Content => {
  const forms = new Map<string, string>()
  const taken = namesOf(now.forms)
  for (const { code } of read.forms.filter((form) => wanted.includes(form.code))) {
    forms.set(code, freeName(code, taken))
    taken.add(forms.get(code)!.toLowerCase())
  }
  const own = read.variables.filter(({ form }) => forms.has(form))
  const used = new Set(own.map(({ codelist }) => codelist))
  const known = new Map(now.codelists.map((list) => [list.code, list]))
  const lists = new Map<string, Codelist>()
  const listNames = namesOf(now.codelists)
  for (const list of read.codelists.filter(({ code }) => used.has(code))) {
    const there = known.get(list.code)
    const isSame = there !== undefined && listText(there) === listText(list)
    lists.set(list.code, isSame ? there : { ...list, code: freeName(list.code, listNames) })
  }
  return {
    forms: [
      ...now.forms,
      ...read.forms.flatMap((form) => {
        const code = forms.get(form.code)
        const { name, nameEn, repeats, doubleEntry } = form
        return code === undefined ? [] : [{ code, name, nameEn, repeats, doubleEntry }]
      }),
    ],
    codelists: [...now.codelists, ...[...lists.values()].filter((list) => !now.codelists.includes(list))],
    variables: [
      ...now.variables,
      ...own.map((variable) =>
        numbered({
          ...variable,
          slot: null,
          form: forms.get(variable.form) ?? variable.form,
          codelist: lists.get(variable.codelist)?.code ?? variable.codelist,
        }),
      ),
    ],
  }
}
