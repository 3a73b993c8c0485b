import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Option, printQuery } from '#kernel'
import { useLanguage } from '../i18n/index.ts'
import { fetchOptions, type ListParams } from '../api/resource.ts'

const LIMIT = 20

/** Whose field it is that is filled in or asked about: it decides who may choose. */
export type Choosing = { of?: string | undefined; name: string; chosen?: string }
const forField = ({ of, name, chosen }: Choosing): ListParams => (of ? { of, field: name, ...(chosen ? { chosen } : {}) } : {})
/** What is chosen beside it in the form, as the server reads it: of a study's forms only those of the chosen one are offered. */
export const chosenIn = (values: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(values ?? {})
    .flatMap(([name, value]) => (Number.isSafeInteger(value) ? [`${name}:${String(value)}`] : []))
    .join()

/** Options of another resource, page by page. */
export const useOptions = (to: string, by: Choosing, quickSearch: string, enabled = true) => {
  const lang = useLanguage()
  const query = useInfiniteQuery({
    queryKey: ['options', to, by.of, by.name, by.chosen, quickSearch, lang],
    queryFn: ({ pageParam, signal }) =>
      fetchOptions(to, { ...printQuery({ quickSearch, page: pageParam, limit: LIMIT }), ...forField(by) }, signal),
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
export const useLabels = (to: string, by: Choosing, ids: readonly (string | number)[]): Record<string, string> => {
  const initValue = [...new Set(ids.map(String))].toSorted().join(',')
  const lang = useLanguage()
  const { data, isLoading } = useQuery({
    queryKey: ['labels', to, by.of, by.name, initValue, lang],
    queryFn: ({ signal }) => fetchOptions(to, { initKey: 'id', initValue, limit: EVERY, ...forField(by) }, signal),
    enabled: to !== '' && initValue !== '',
    staleTime: 60_000,
  })
  if (isLoading) return Object.fromEntries(ids.map((id) => [String(id), '…']))
  return Object.fromEntries((data?.options ?? []).map((o) => [String(o.value), o.label]))
}
