import { useQuery } from '@tanstack/react-query'
import type { Row } from '#kernel'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import type { qcRun } from '../index.ts'

export type Run = Row<typeof qcRun>
type Params = Record<string, string | number>
/** One figure of a run's page, asked for when it is shown. */
export const useInsight = <T>(what: string, params: Params, isAsked = true) => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['qc.run', what, params, lang],
    queryFn: ({ signal }) =>
      request<T>({ url: `/admin/qc.run/${what}`, params, signal, showError: false, cancelDuplicate: false }).then(({ data }) => data),
    enabled: isAsked,
    retry: false,
  })
}

export type Rule = { parameter: number; form: number | null; code: string; name: string }
/** Of a study or of a file, in words of the list of findings. */
export const findingsOf = (run: Pick<Run, 'study' | 'datafile'>, filters: Readonly<Record<string, number>>): string => {
  const own = run.datafile === null ? { study: run.study ?? 0 } : { datafile: run.datafile }
  const query = Object.entries({ ...own, ...filters }).map(([field, id]) => `filter=${field}:IN:${id}`)
  return `/admin/finding?${query.join('&')}`
}
