import { useQuery } from '@tanstack/react-query'
import { printQuery } from '#kernel'
import { useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { useMay } from '#web/state/ability.tsx'
import { WaivedList } from '#web/study/signature/waived.tsx'
import { Failure } from '#web/ui/states.tsx'

/** As many as one page of a list can be. */
const MOST = 1000
/** What was left open with the agreement of two: it stands beside what is signed, on paper too. */
export const Waivers = ({ study }: { study: number }) => {
  const t = useText('study')
  const lang = useLanguage()
  const may = useMay()
  const search = [
    { field: 'study', operator: '=' as const, val: String(study) },
    { field: 'state', operator: 'IN' as const, val: 'granted' },
  ]
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'study.waiver', 'of', study, lang],
    queryFn: ({ signal }) => fetchList('study.waiver', 'index', printQuery({ limit: MOST, search }), signal),
    enabled: may('study.waiver', 'index'),
    staleTime: 0,
  })
  if (!may('study.waiver', 'index')) return <p className="panel-note">{t('waiver.hidden')}</p>
  // What is printed and signed never lacks them without a word.
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const waived = data.list.map((row) => ({
    text: String((lang === 'en' && row['titleEn']) || row['title']),
    reason: String(row['reason']),
    by: String(row._labels?.['by'] ?? ''),
    second: String(row._labels?.['grantedBy'] ?? ''),
    at: typeof row['grantedAt'] === 'string' ? row['grantedAt'] : null,
  }))
  return <WaivedList waived={waived} more={data.total - data.list.length} />
}
