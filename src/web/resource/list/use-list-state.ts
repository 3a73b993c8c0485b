import { useSearchParams } from 'react-router'
import { type ListState, readAddress, writeAddress } from '../address.ts'

/** Changing what is asked for leads back to page 1; `replace` keeps typing out of the browser's history. */
export const useListState = () => {
  const [query, setQuery] = useSearchParams()
  const state = readAddress(query)
  const change = (part: Partial<ListState>, replace = false) => {
    const asksAnew = 'quick' in part || 'filters' in part || 'limit' in part || 'bin' in part || 'sort' in part
    // The newest address counts: two changes in one moment must not undo each other.
    setQuery((now) => writeAddress({ ...readAddress(now), ...(asksAnew ? { page: 1 } : {}), ...part }, now), {
      replace,
      preventScrollReset: true,
    })
  }
  return { state, change }
}
