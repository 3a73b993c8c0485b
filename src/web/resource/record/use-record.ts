import { useQuery } from '@tanstack/react-query'
import { inOtherLanguage } from '../../api/other-language.ts'
import { readRow } from '../../api/resource.ts'
import { useLanguage } from '../../i18n/index.ts'

/** A record as its page shows it. Labels of references come in the language of the request. */
export const useRecord = (name: string, id: number) => {
  const lang = useLanguage()
  const queryKey = ['row', name, id, 'page', lang]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({ ...(await readRow(name, id, signal)), lang }),
    staleTime: 0,
    retry: false,
    placeholderData: inOtherLanguage(queryKey),
  })
}
