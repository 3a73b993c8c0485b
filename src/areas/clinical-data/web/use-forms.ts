import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage } from '#web/i18n/index.ts'
import { fetchForms } from './api.ts'

export const useForms = (study: number) => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['clinical', 'forms', study, lang],
    queryFn: ({ signal }) => fetchForms(study, signal),
    staleTime: 0,
    // In the other language they come anew: the record below, and what is typed in it, must not go meanwhile.
    placeholderData: keepPreviousData,
  })
}
