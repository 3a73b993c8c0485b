import { useQuery } from '@tanstack/react-query'
import { readRow } from '../api/resource.ts'
import type { Lang } from '../languages.ts'

/** The study of a rule: that of the rule which is there, or the one chosen for a new one. */
export const useStudyOf = (of: { parameter: number } | { study: number | null }, lang: Lang): number | null => {
  const parameter = 'parameter' in of ? of.parameter : null
  const { data } = useQuery({
    queryKey: ['row', 'control.parameter', parameter, 'try', lang],
    queryFn: ({ signal }) => readRow('control.parameter', parameter ?? 0, signal),
    enabled: parameter !== null,
    retry: false,
  })
  if ('study' in of) return of.study
  return typeof data?.row['study'] === 'number' ? data.row['study'] : null
}
