import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Option, printQuery } from '#kernel'
import { useLanguage } from '../i18n/index.ts'
import { fetchOptions } from '../api/resource.ts'

const LIMIT = 20

/** Options of another resource, page by page. */
export const useOptions = (to: string, quickSearch: string, enabled = true) => {
  const lang = useLanguage()
  const query = useInfiniteQuery({
    queryKey: ['options', to, quickSearch, lang],
    queryFn: ({ pageParam, signal }) => fetchOptions(to, printQuery({ quickSearch, page: pageParam, limit: LIMIT }), signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, p) => sum + p.options.length, 0)
      return last.options.length > 0 && (last.capped || seen < last.total) ? pages.length + 1 : undefined
    },
    enabled,
  })
  const options: Option[] = query.data?.pages.flatMap((p) => p.options) ?? []
  return { ...query, options }
}

const EVERY = 1000

/** Labels for ids that were chosen earlier, whatever page they are on. Until they are there nobody reads a number in their place. */
export const useLabels = (to: string, ids: readonly (string | number)[]): Record<string, string> => {
  const initValue = [...new Set(ids.map(String))].toSorted().join(',')
  const lang = useLanguage()
  const { data, isLoading } = useQuery({
    queryKey: ['labels', to, initValue, lang],
    queryFn: ({ signal }) => fetchOptions(to, { initKey: 'id', initValue, limit: EVERY }, signal),
    enabled: to !== '' && initValue !== '',
    staleTime: 60_000,
  })
  if (isLoading) return Object.fromEntries(ids.map((id) => [String(id), '…']))
  return Object.fromEntries((data?.options ?? []).map((o) => [String(o.value), o.label]))
}
