import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { newestSearch } from '../../navigation/newest-search.ts'
import { useTabs } from '../../state/tabs.ts'
import { freshList, type ListState, readAddress, writeAddress } from '../address.ts'

/** What a list shows, and how it is changed. `replace` keeps typing out of the browser's history. */
export type HeldList = { state: ListState; change(part: Partial<ListState>, replace?: boolean): void }

/** Changing what is asked for leads back to page 1. */
const changed = (state: ListState, part: Partial<ListState>): ListState => {
  const asksAnew = 'quick' in part || 'filters' in part || 'limit' in part || 'bin' in part || 'sort' in part
  return { ...state, ...(asksAnew ? { page: 1 } : {}), ...part }
}

/** Held by the address; `at` tells the lists of one page apart. */
export const useListState = (at = ''): HeldList => {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const state = readAddress(query, at)
  const change: HeldList['change'] = (part, replace = false) => {
    // Not the query of this render: of two changes in one moment the second would undo the first.
    const now = newestSearch()
    const next = writeAddress(changed(readAddress(now, at), part), now, at)
    setQuery(next, { replace, preventScrollReset: true })
    // Whoever leaves the page in this moment overtakes the change of its address, and finds it when coming back.
    useTabs.getState().follow(pathname, next.size ? `?${next}` : '')
  }
  return { state, change }
}

/** Held by the page itself, where the address has other things to say. */
export const useOwnListState = (): HeldList => {
  const [state, setState] = useState(freshList)
  return { state, change: (part) => setState((now) => changed(now, part)) }
}
