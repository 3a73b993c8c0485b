import type { Language } from '#kernel'
import { fits, tablesNamed, type Table } from '../expression/suggest.ts'
import { readSetting, type Body } from './body.ts'
import type { CheckType, Setting } from './catalogue.ts'

/** What the dictionary of the rule's study has; `null` where there is none to look into: names are typed then. */
export type Named = { tables: readonly Table[]; isLoading: boolean; isFailed: boolean; retry(): void }
type Words = Table['label']
export type Name = { value: string; label: Words; type?: string; table?: Words }

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
/** Two hyphens in front stand for the letters of a domain. */
const patternOf = (name: string): string => (name.startsWith('--') ? `*${name.slice(2)}` : name).toLowerCase()

/** The tables in which the columns of a setting are: the one that another setting names, or those that the rule is about. */
export const tablesFor = ({ of }: Setting, body: Body, tables: readonly Table[]): readonly Table[] => {
  const other = of && readSetting(body, of)
  return tablesNamed(tables, typeof other === 'string' && other !== '' ? other : body['table'])
}

/** What can be picked: each name once, with its table where there are several. */
export const namesFor = (setting: Setting, body: Body, tables: readonly Table[]): Name[] => {
  if (setting.names === 'table') return tables.map(({ code, label }) => ({ value: code, label }))
  const own = tablesFor(setting, body, tables)
  const all = new Map<string, Name>()
  for (const { label: table, columns } of own)
    for (const { name, ...column } of columns) {
      const one = { value: name, ...column, ...(own.length > 1 ? { table } : {}) }
      if (!all.has(name.toLowerCase())) all.set(name.toLowerCase(), one)
    }
  return [...all.values()]
}

export type Odd = { name: string; is: 'unknown' | 'former'; now?: string }
/** What is written and not (or no longer) called so. Where the table itself is unknown its columns are not judged. */
export const oddIn = (setting: Setting, body: Body, tables: readonly Table[], value: unknown): Odd[] => {
  const own = setting.names === 'table' ? [] : tablesFor(setting, body, tables)
  if (setting.names === 'column' && own.length === 0) return []
  return listOf(value).flatMap((name): Odd[] => {
    const isThere =
      setting.names === 'table'
        ? tablesNamed(tables, name).length > 0
        : own.some(({ columns }) => columns.some((column) => fits(patternOf(name), column.name.toLowerCase())))
    if (isThere || name === '') return []
    const former = own.flatMap((table) => Object.entries(table.former ?? {})).find(([old]) => isSame(old, name))
    return [former ? { name, is: 'former', now: former[1] } : { name, is: 'unknown' }]
  })
}

const called = (label: string, code: string): string => (label === code ? code : `${label} (${code})`)
/** What the study calls what a rule names, with the code it is written by. */
export const calledIn = (tables: readonly Table[], body: Body, language: Language) => {
  const own = tablesNamed(tables, body['table'])
  const [table] = typeof body['table'] === 'string' ? own : []
  return {
    table: table && own.length === 1 ? called(table.label[language], table.code) : undefined,
    columns: new Map(own.flatMap(({ columns }) => columns.map(({ name, label }) => [name, called(label[language], name)] as const))),
  }
}

export const isFound = ({ value, label }: Name, sought: string): boolean =>
  [value, ...Object.values(label)].some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()))

const saidBy = (body: Body, { path }: Setting): string => {
  const value = readSetting(body, path)
  return Array.isArray(value)
    ? value.map(String).toSorted().join('\n').toLowerCase()
    : String(value ?? '')
        .trim()
        .toLowerCase()
}
/** Whether two rules of one check judge the same: the same tables and columns under the same conditions, whatever limits and thresholds they have. */
export const judgesSame = ({ settings: { target, params, common } }: CheckType, one: Body, other: Body): boolean =>
  target.every((setting) => !setting.field.required || saidBy(one, setting) !== '') &&
  [...target, ...params, ...common.filter(({ path }) => path[0] === 'filter')]
    .filter(({ names, expression }) => names !== undefined || expression === true)
    .every((setting) => saidBy(one, setting) === saidBy(other, setting))
