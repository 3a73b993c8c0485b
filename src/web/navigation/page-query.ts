import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'
import { useTabs } from '../state/tabs.ts'
import { router } from './held-router.ts'

/** The query of the page that is shown, as last asked for: React may still be drawing an older one. */
const newest = (): URLSearchParams => {
  const { location, navigation } = router().state
  const next = navigation.location?.pathname === location.pathname ? navigation.location : location
  return new URLSearchParams(next.search)
}

type Change = (now: URLSearchParams) => URLSearchParams

/** What the address of a page says beside its path, and how it is changed. */
export const usePageQuery = (): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] => {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const set = (change: Change, options?: NavigateOptions) => {
    // Not the query of this render: of two changes in one moment the second would undo the first.
    const next = change(newest())
    setQuery(next, { preventScrollReset: true, ...options })
    // Whoever leaves the page in this moment overtakes the change of its address, and finds it when coming back.
    useTabs.getState().follow(pathname, next.size ? `?${next}` : '')
  }
  return [query, set]
}

/** The query with these values; one that says nothing is not in it. */
export const withValues = (query: URLSearchParams, values: Readonly<Record<string, string | number | null>>): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const [key, value] of Object.entries(values))
    if (value === null || value === '') next.delete(key)
    else next.set(key, String(value))
  return next
}
