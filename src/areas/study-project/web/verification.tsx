import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useResource, useText } from '#web'
import { request } from '#web/api/request.ts'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import './overview.css'

await ensureText('study', 'list')

type Site = { id: number; name: string; records: number; source: number; review: number }
const fetchProgress = (study: number, signal: AbortSignal) =>
  request<{ sites: Site[] }>({
    url: '/admin/study.mark/progress',
    params: { study },
    signal,
    showError: false,
    cancelDuplicate: false,
  }).then(({ data }) => data.sites)

const Progress = ({ sites }: { sites: readonly Site[] }) => {
  const t = useText('study')
  const { lang } = useResource().words
  return (
    <div className="study-table">
      <table>
        <thead>
          <tr>
            <th>{t('site')}</th>
            <th>{t('verified.records')}</th>
            <th>{t('verified.source')}</th>
            <th>{t('verified.review')}</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ id, name, records, source, review }) => (
            <tr key={id}>
              <th>
                {name}
                <i className="study-bar" aria-hidden>
                  <b style={{ inlineSize: `${(100 * source) / Math.max(1, records)}%` }} />
                </i>
              </th>
              {[records, source, review].map((value, i) => (
                <td key={i}>{formatNumber(value, lang)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How far each site was looked at, and by whom what: printed, it is the list of what was verified. */
export const Verification = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'study.mark', 'progress', row.id],
    queryFn: ({ signal }) => fetchProgress(row.id, signal),
    staleTime: 0,
  })
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  return (
    <div className="study-overview">
      <section className="panel-card">
        <h2>{t('verified.title')}</h2>
        {error && !data ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={2} />
        ) : data.length === 0 ? (
          <p className="panel-note">{t('verified.none')}</p>
        ) : (
          <Progress sites={data} />
        )}
      </section>
      <ListOf resource="study.mark" where={where} preset={{}} at="marks" title={t('verified.list')} />
    </div>
  )
}
