import { useQuery } from '@tanstack/react-query'
import { readRow } from '../../api/resource.ts'
import { useLanguage } from '../../i18n/index.ts'

/** A record as its page shows it. Labels of references come in the language of the request: until they are there it stands in the other one, with what is typed in it. */
export const useRecord = (name: string, id: number) => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['row', name, id, 'page', lang],
    queryFn: async ({ signal }) => ({ ...(await readRow(name, id, signal)), lang }),
    staleTime: 0,
    retry: false,
    placeholderData: (old, query) => (query?.queryKey[1] === name && query.queryKey[2] === id ? old : undefined),
  })
}
