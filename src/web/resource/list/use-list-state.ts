import { useState } from 'react'
import { usePageQuery } from '../../navigation/page-query.ts'
import { useResource } from '../context.ts'
import { changeOpened, openedAs } from './opened.ts'
import { freshList, type ListState, readAddress, writeAddress } from '../address.ts'

/** What a list shows, and how it is changed. `replace` keeps typing out of the browser's history. */
export type HeldList = { state: ListState; change(part: Partial<ListState>, replace?: boolean): void }

/** Changing what is asked for leads back to page 1. */
const changed = (state: ListState, part: Partial<ListState>): ListState => {
  const asksAnew = 'quickSearch' in part || 'filters' in part || 'limit' in part || 'bin' in part || 'sort' in part
  return { ...state, ...(asksAnew ? { page: 1 } : {}), ...part }
}

/** Held by the address; `at` tells the lists of one page apart. */
export const useListState = (at = ''): HeldList => {
  const [query, setQuery] = usePageQuery()
  return {
    state: readAddress(query, at),
    change: (part, replace = false) => setQuery((now) => writeAddress(changed(readAddress(now, at), part), now, at), { replace }),
  }
}

/** Held by the address, and as the resource opens where that says nothing. */
export const useOpenedState = (): HeldList => {
  const { resource } = useResource()
  const { state, change } = useListState()
  return { state: openedAs(resource, state), change: (part, replace) => change(changeOpened(resource, state, part), replace) }
}

/** Held by the page itself, where the address has other things to say. */
export const useOwnListState = (): HeldList => {
  const [state, setState] = useState(freshList)
  return { state, change: (part) => setState((now) => changed(now, part)) }
}
