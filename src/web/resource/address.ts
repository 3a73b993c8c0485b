import { askedOf, OPERATORS, type Operator, PAGE_SIZES, printQuery, type Resource, type SearchItem } from '#kernel'
import type { GridSort } from '../grid/sort.ts'
import type { ListParams } from '../api/resource.ts'
import { inReadersDay } from './day.ts'

export type Filter = SearchItem
/** What an address says about a list, so that a link, a reload and the back button show the same rows. */
export type ListState = {
  page: number
  limit: number
  sort: GridSort
  quickSearch: string
  filters: readonly Filter[]
  /** The recycle bin of the list. */
  bin: boolean
  /** The record shown in the detail drawer. */
  view: number | null
  /** The saved view that it was opened with. */
  saved: number | null
}

const DEFAULT_LIMIT: number = PAGE_SIZES[0]
/** A list as it first opens. */
export const freshList: ListState = {
  page: 1,
  limit: DEFAULT_LIMIT,
  sort: [],
  quickSearch: '',
  filters: [],
  bin: false,
  view: null,
  saved: null,
}
const whole = (text: string | null): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** `category:IN:clinical,data`; the value may hold colons of its own. */
const readFilter = (text: string): Filter[] => {
  const [, field = '', operator = '', val = ''] = /^([^:]+):([^:]+):?([\s\S]*)$/.exec(text) ?? []
  return field && (OPERATORS as readonly string[]).includes(operator) ? [{ field, operator: operator as Operator, val }] : []
}

/** `category,asc;name,desc` */
const readSort = (text: string): GridSort =>
  text.split(';').flatMap((part) => {
    const [id = '', way] = part.split(',')
    return id ? [{ id, descending: way === 'desc' }] : []
  })
const printSort = (sort: GridSort): string => sort.map(({ id, descending }) => `${id},${descending ? 'desc' : 'asc'}`).join(';')

/** `at` tells the lists of one page apart: `people.page=2`. */
export const readAddress = (query: URLSearchParams, at = ''): ListState => {
  const get = (key: string) => query.get(at + key)
  const limit = whole(get('limit'))
  return {
    page: whole(get('page')) ?? 1,
    limit: limit && (PAGE_SIZES as readonly number[]).includes(limit) ? limit : DEFAULT_LIMIT,
    sort: readSort(get('order') ?? ''),
    quickSearch: get('q') ?? '',
    filters: query.getAll(`${at}filter`).flatMap(readFilter),
    bin: get('bin') === '1',
    view: whole(get('view')),
    saved: whole(get('saved')),
  }
}

/** Only what differs from a fresh list, so that a plain list has a plain address. Keys of others stay. */
export const writeAddress = (state: ListState, base = new URLSearchParams(), at = ''): URLSearchParams => {
  const query = new URLSearchParams(base)
  const set = (key: string, value: string | number) => query.set(at + key, String(value))
  for (const key of ['page', 'limit', 'order', 'q', 'filter', 'bin', 'view', 'saved']) query.delete(at + key)
  if (state.quickSearch) set('q', state.quickSearch)
  for (const { field, operator, val } of state.filters) query.append(`${at}filter`, `${field}:${operator}${val === '' ? '' : `:${val}`}`)
  if (state.sort.length) set('order', printSort(state.sort))
  if (state.bin) set('bin', 1)
  if (state.limit !== DEFAULT_LIMIT) set('limit', state.limit)
  if (state.page > 1) set('page', state.page)
  if (state.view) set('view', state.view)
  if (state.saved) set('saved', state.saved)
  return query
}

/** The same state as the list call wants it. */
export const listParams = ({ page, limit, sort, quickSearch, filters }: ListState, resource: Resource): ListParams => {
  const asked = askedOf(resource)
  return printQuery({
    page,
    limit,
    sort: sort.map(({ id, descending }) => ({ field: id, descending })),
    quickSearch,
    search: filters.map((filter) => inReadersDay(filter, asked[filter.field])),
  })
}
