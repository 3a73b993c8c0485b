import { useQuery } from '@tanstack/react-query'
import { request } from '../api/request.ts'
import { useLanguage } from '../i18n/index.ts'

export type Named = { name: string; title: string; isRecyclable: boolean; fields: { name: string; title: string; kind: string }[] }

/** The resources that the person may see, by their titles. */
export const useResources = (enabled = true): { list: readonly Named[]; isError: boolean } => {
  const lang = useLanguage()
  const { data, isError } = useQuery({
    queryKey: ['resources', lang],
    queryFn: ({ signal }) =>
      request<{ list: Named[] }>({ url: '/admin/ajax/resources', signal, showError: false, cancelDuplicate: false }).then(
        (a) => a.data.list,
      ),
    staleTime: 60_000,
    enabled,
  })
  return { list: data ?? [], isError }
}
