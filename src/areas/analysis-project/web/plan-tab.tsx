import { useQuery } from '@tanstack/react-query'
import chart from 'virtual:icon/chart-column'
import { ensureText, type RowData, useText } from '#web'
import { inOtherLanguage } from '#web/api/other-language.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchOffer } from './api.ts'
import { Arrangement } from './arrangement.tsx'

await ensureText('analysis')

/** Whom, which variables, and what becomes of each; below it what that would do. */
export const PlanTab = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const queryKey = ['analysis', row.id, 'offer', row.version, lang]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchOffer(row.id, signal),
    placeholderData: inOtherLanguage(queryKey),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  if (data.variables.length === 0) return <Empty icon={chart} title={t('noDictionary')} />
  return <Arrangement key={row.version} row={row} offer={data} reload={reload} />
}
