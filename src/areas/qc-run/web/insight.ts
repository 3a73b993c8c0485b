import { useQuery } from '@tanstack/react-query'
import type { Row } from '#kernel'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import type { qcRun } from '../index.ts'

export { findingsOf } from './doors.ts'

export type Run = Row<typeof qcRun>
type Params = Record<string, string | number>
/** One figure of a run's page, asked for when it is shown. */
export const useInsight = <T>(what: string, params: Params, { isAsked = true, everyMs }: { isAsked?: boolean; everyMs?: number } = {}) => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['qc.run', what, params, lang],
    queryFn: ({ signal }) =>
      request<T>({ url: `/admin/qc.run/${what}`, params, signal, showError: false, cancelDuplicate: false }).then(({ data }) => data),
    enabled: isAsked,
    retry: false,
    ...(everyMs ? { refetchInterval: everyMs } : {}),
  })
}

export type Rule = { parameter: number; form: number | null; code: string; name: string }
