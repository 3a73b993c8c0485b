import { useQuery } from '@tanstack/react-query'
import { inOtherLanguage } from '#web/api/other-language.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { fetchForms } from './api.ts'

export const useForms = (study: number) => {
  const lang = useLanguage()
  const queryKey = ['clinical', 'forms', study, lang]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchForms(study, signal),
    staleTime: 0,
    placeholderData: inOtherLanguage(queryKey),
  })
}
