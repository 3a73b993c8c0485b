import { useQuery } from '@tanstack/react-query'
import { printQuery } from '#kernel'
import { useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { useMay } from '#web/state/ability.tsx'
import { exactTime, momentOf } from '#web/ui/format.ts'
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
  if (!data || data.list.length === 0) return null
  return (
    <section className="signature-waivers" aria-label={t('waiver.title')}>
      <h3>{t('waiver.title')}</h3>
      <ul>
        {data.list.map((row) => {
          const at = momentOf(String(row['grantedAt'] ?? ''))
          return (
            <li key={row.id}>
              <b>{String((lang === 'en' && row['titleEn']) || row['title'])}</b>
              <span>{String(row['reason'])}</span>
              <small>
                {t('waiver.by', { by: String(row._labels?.['by'] ?? ''), second: String(row._labels?.['grantedBy'] ?? '') })}
                {at && <time dateTime={String(row['grantedAt'])}> · {exactTime(at)}</time>}
              </small>
            </li>
          )
        })}
      </ul>
      {data.total > data.list.length && <p role="alert">{t('signature.more', { count: data.total - data.list.length })}</p>}
    </section>
  )
}
