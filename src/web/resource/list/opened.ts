import type { Resource } from '#kernel'
import type { ListState } from '../address.ts'

const EVERYTHING = [{ id: 'id', descending: true }]
const isPlain = ({ filters, quickSearch, sort, bin, saved }: ListState): boolean =>
  filters.length === 0 && quickSearch === '' && sort.length === 0 && !bin && saved === null

/** What a plain address shows where the list of a resource opens with what waits. */
export const openedAs = ({ list: { opens } }: Pick<Resource, 'list'>, state: ListState): ListState =>
  opens && isPlain(state)
    ? { ...state, filters: opens.where, sort: opens.sort.map(({ field, descending }) => ({ id: field, descending })) }
    : state

/** A change to what is shown, as the address is to keep it: what was cleared is everything, not what waits again. */
export const changeOpened = (resource: Pick<Resource, 'list'>, state: ListState, part: Partial<ListState>): Partial<ListState> => {
  if (!resource.list.opens) return part
  const { filters, sort } = openedAs(resource, state)
  const next = isPlain(state) ? { filters, sort, ...part } : part
  return isPlain({ ...state, ...next }) ? { ...next, sort: EVERYTHING } : next
}
