import { fail } from './error.ts'
import type { Field, Kind } from './field.ts'
import type { Operator, SearchItem, Sort } from './operator.ts'
import { hasExactDigits, isStorable, readJson } from './input.ts'
import { fieldSchema } from './schema.ts'
import { askedOf, columnsOf } from './resource.ts'
import type { Resource } from './resource.ts'

/** Spellings that later clients of BuildAdmin send. */
const ALIASES: Record<string, Operator> = { eq: '=', ne: '<>', gt: '>', egt: '>=', lt: '<', elt: '<=' }

const ORDERED: readonly Operator[] = ['=', '<>', '>', '>=', '<', '<=', 'IN', 'NOT IN', 'RANGE', 'NOT RANGE', 'NULL', 'NOT NULL']
const ENTERED: readonly Operator[] = [...ORDERED, 'LIKE', 'NOT LIKE']
const TEXT: readonly Operator[] = ['=', '<>', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN', 'NULL', 'NOT NULL']
const EXACT: readonly Operator[] = ['=', '<>', 'IN', 'NOT IN', 'NULL', 'NOT NULL']
const SET: readonly Operator[] = ['FIND_IN_SET', 'NULL', 'NOT NULL']
const PRESENCE: readonly Operator[] = ['NULL', 'NOT NULL']
/** What a column of a kind can be asked. A password answers nothing: a filter on it would be an oracle. */
const OPERATORS_OF: Record<Kind, readonly Operator[]> = {
  string: TEXT,
  textarea: TEXT,
  richText: ['LIKE', 'NOT LIKE', 'NULL', 'NOT NULL'],
  code: TEXT,
  password: [],
  number: ORDERED,
  float: ORDERED,
  integer: ORDERED,
  year: ORDERED,
  date: ORDERED,
  time: ORDERED,
  dateTime: ORDERED,
  switch: ['='],
  array: PRESENCE,
  file: PRESENCE,
  image: PRESENCE,
  images: PRESENCE,
  select: EXACT,
  radio: EXACT,
  checkbox: SET,
  remoteSelect: EXACT,
  city: SET,
  icon: EXACT,
  color: EXACT,
  json: PRESENCE,
  ref: EXACT,
  refs: SET,
}

/** What a field can be asked. People also look for `<0.5` among the numbers that were entered. */
export const operatorsOf = ({ kind, entered, asked }: Pick<Field, 'kind' | 'entered' | 'asked'>): readonly Operator[] =>
  asked ?? (entered && OPERATORS_OF[kind] === ORDERED ? ENTERED : OPERATORS_OF[kind])

export type Condition = { field: string; operator: Operator; value: unknown }
export type ListQuery = {
  page: number
  limit: number
  /** The first counts most; none: the order of the definition. */
  sort: readonly Sort[]
  quickSearch: string
  conditions: Condition[]
  select: boolean
  initKey: string
  initValue: (string | number)[]
  /** Counted as far as anything is done to all of it at once. */
  isWhole?: boolean
}
export const PAGE_SIZES = [10, 15, 20, 50, 100] as const
const MAX_PAGE_SIZE = 1000
/** Beyond this many rows the total is said to be "more than". */
export const TOTAL_CAP = 10_000
/** So many records are changed at once; their numbers are kept with a task. */
export const MOST_IN_BULK = 100_000

type Raw = Record<string, unknown>
const MAX_PAGE = 1_000_000
/** For calls that have no list to fall back on: a page that is none is refused. */
export const readPage = (raw: unknown): number => {
  const page = raw === undefined ? 1 : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN
  if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE) throw fail('input.badPage', { limit: MAX_PAGE })
  return page
}
const whole = (v: unknown, fallback: number, low: number, high: number) => {
  const n = typeof v === 'string' || typeof v === 'number' ? Math.trunc(Number(v)) : Number.NaN
  return Number.isFinite(n) ? Math.min(Math.max(n, low), high) : fallback
}

const isDecimal = ({ kind }: Field): boolean => kind === 'number' || kind === 'float'
const single = (name: string, field: Field, raw: unknown): unknown => {
  const text = String(raw)
  const bad = () => fail('input.badValue', { field: name, value: text.slice(0, 100) })
  // A dropped condition would show more rows than were asked for: refuse instead.
  if (typeof raw === 'object' || !isStorable(text)) throw bad()
  switch (field.kind) {
    case 'number':
    case 'float':
    case 'integer':
    case 'year':
    case 'ref': {
      const n = Number(text)
      if (text.trim() === '' || !Number.isFinite(n) || (!isDecimal(field) && !Number.isSafeInteger(n))) throw bad()
      // A neighbour of what was asked for would find other rows: what JavaScript cannot hold is left to the database to read.
      return isDecimal(field) && !hasExactDigits(text) ? text : n
    }
    case 'refs': {
      const n = Number(text)
      if (!Number.isSafeInteger(n)) throw bad()
      return n
    }
    case 'switch':
      if (!['1', '0', 'true', 'false'].includes(text)) throw bad()
      return text === '1' || text === 'true'
    case 'date':
    case 'time':
    case 'dateTime': {
      const value =
        field.kind === 'dateTime' && /^\d{10,13}$/.test(text)
          ? new Date(text.length === 10 ? Number(text) * 1000 : Number(text)).toISOString()
          : text
      const isDay = field.kind === 'dateTime' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      if (!fieldSchema({ kind: isDay ? 'date' : field.kind }).safeParse(value).success) throw bad()
      return value
    }
    default:
      return text
  }
}

const valueOf = (name: string, field: Field, operator: Operator, raw: unknown): unknown => {
  const parts = () => (Array.isArray(raw) ? raw : String(raw ?? '').split(',')).map((p) => (typeof p === 'string' ? p.trim() : p))
  switch (operator) {
    case 'NULL':
    case 'NOT NULL':
      return null
    case 'IN':
    case 'NOT IN':
    case 'FIND_IN_SET':
      return parts()
        .filter((p) => p !== '')
        .slice(0, 1000)
        .map((p) => single(name, field, p))
    case 'LIKE':
    case 'NOT LIKE':
      return single(name, { kind: 'string' }, raw ?? '')
    case 'RANGE':
    case 'NOT RANGE': {
      const [from, to] = parts()
      const end = (p: unknown, last: boolean) => {
        if (p === undefined || p === '' || p === null) return null
        const v = single(name, field, p)
        // "to the 31st" means to its end, not to its midnight.
        return last && field.kind === 'dateTime' && typeof v === 'string' && v.length === 10 ? `${v}T23:59:59.999999` : v
      }
      return [end(from, false), end(to, true)]
    }
    default:
      return single(name, field, raw ?? '')
  }
}

const conditionsOf = (columns: Record<string, Field>, search: unknown): Condition[] => {
  if (search === undefined || search === '') return []
  const items: unknown = typeof search === 'string' ? readJson(search) : search
  if (!Array.isArray(items) || items.length > 50) throw fail('input.badValue', { field: 'search', value: String(search).slice(0, 100) })
  return items.map((item: unknown) => {
    const { field: name, val, operator } = (item ?? {}) as Raw
    const field = typeof name === 'string' && Object.hasOwn(columns, name) ? columns[name] : undefined
    if (!field) throw fail('input.unknownField', { field: String(name).slice(0, 100) })
    const asked = String(operator ?? '=')
    const known = (ALIASES[asked.toLowerCase()] ?? asked.toUpperCase()) as Operator
    if (!operatorsOf(field).includes(known)) throw fail('input.badOperator', { field: name as string, operator: asked.slice(0, 30) })
    return { field: name as string, operator: known, value: valueOf(name as string, field, known, val) }
  })
}

const MAX_SORTS = 5
/** `category,asc;name,desc`: one column as the specification has it, or several. */
const sortOf = (columns: Record<string, Field>, order: unknown): Sort[] => {
  if (typeof order !== 'string' || order === '') return []
  const wanted = order.split(';').map((part): Sort => {
    const [name = '', way = 'asc'] = part.split(',')
    const field = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (!field || field.kind === 'password' || field.kind === 'json') throw fail('input.unknownField', { field: name.slice(0, 100) })
    return { field: name, descending: way.toLowerCase() === 'desc' }
  })
  if (wanted.length > MAX_SORTS || new Set(wanted.map((s) => s.field)).size !== wanted.length)
    throw fail('input.badValue', { field: 'order', value: order.slice(0, 100) })
  return wanted
}

/** Reads the parameters of index, recycle and exportExcel. Unknown fields and operators are refused. */
export const readQuery = (r: Resource, raw: Raw): ListQuery => {
  const columns = columnsOf(r)
  const init = raw['initValue'] ?? raw['initValue[]']
  return {
    page: whole(raw['page'], 1, 1, MAX_PAGE),
    limit: whole(raw['limit'], PAGE_SIZES[0], 1, MAX_PAGE_SIZE),
    sort: sortOf(columns, raw['order']),
    quickSearch: String(raw['quick_search'] ?? raw['quickSearch'] ?? '').slice(0, 200),
    conditions: conditionsOf(askedOf(r), raw['search']),
    select: raw['select'] === 'true' || raw['select'] === '1' || raw['select'] === true,
    isWhole: raw['whole'] === 'true',
    initKey: String(raw['initKey'] ?? 'id'),
    initValue:
      init === undefined || init === ''
        ? []
        : ((Array.isArray(init) ? init : String(init).split(',')).slice(0, 1000) as (string | number)[]),
  }
}

/** What a page asks of a list, before it travels. */
export type ListWish = {
  page?: number
  limit?: number
  sort?: readonly Sort[]
  quickSearch?: string
  search?: readonly SearchItem[]
}
/** The parameters that `readQuery` reads back as the same wish; what is not wished is not sent. */
export const printQuery = ({ page, limit, sort, quickSearch, search }: ListWish): Record<string, string | number> => ({
  ...(page === undefined ? {} : { page }),
  ...(limit === undefined ? {} : { limit }),
  ...(sort?.length ? { order: sort.map(({ field, descending }) => `${field},${descending ? 'desc' : 'asc'}`).join(';') } : {}),
  ...(quickSearch ? { quick_search: quickSearch } : {}),
  ...(search?.length ? { search: JSON.stringify(search) } : {}),
})
