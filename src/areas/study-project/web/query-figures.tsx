import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useText } from '#web'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import './overview.css'
import './query-figures.css'

await ensureText('study')

type Figures = {
  id: number
  name: string
  open: number
  answered: number
  closed: number
  age: number | null
  firstAnswer: number | null
  close: number | null
  sentBack: number
  reopened: number
}
type Age = { from: number; to: number | null; count: number; first: string; last: string }
type Found = { ages: Age[]; sites: Figures[]; parameters: Figures[] }
const fetchFigures = (study: number, signal: AbortSignal) =>
  request<Found>({ url: '/admin/query/figures', params: { study }, signal, showError: false, cancelDuplicate: false }).then(
    ({ data }) => data,
  )

const Door = ({ to, label, children }: { to: string; label?: string; children: string }) => (
  <a href={to} onClick={(event) => followInside(event, to)} {...(label ? { 'aria-label': label } : {})}>
    {children}
  </a>
)

/** How long what is open has been open: each bar is the door to its queries. */
const Ages = ({ study, ages }: { study: number; ages: readonly Age[] }) => {
  const t = useText('study')
  const lang = useLanguage()
  const most = Math.max(1, ...ages.map(({ count }) => count))
  return (
    <ul className="query-ages">
      {ages.map(({ from, to, count, first, last }) => {
        const name = to === null ? t('queries.older', { from }) : t('queries.days', { from, to })
        const door = `/admin/query?filter=study:IN:${study}&filter=state:IN:open,answered&filter=createdAt:RANGE:${first},${last}`
        return (
          <li key={from}>
            <span>{name}</span>
            <i aria-hidden>
              <b style={{ inlineSize: `${(100 * count) / most}%` }} />
            </i>
            <Door to={door} label={`${name}: ${count}`}>
              {formatNumber(count, lang)}
            </Door>
          </li>
        )
      })}
    </ul>
  )
}

const COLUMNS = ['open', 'answered', 'closed', 'age', 'firstAnswer', 'close', 'sentBack', 'reopened'] as const
const Table = ({ head, rows, doorOf }: { head: string; rows: readonly Figures[]; doorOf(id: number): string }) => {
  const t = useText('study')
  const lang = useLanguage()
  return (
    <div className="study-table">
      <table>
        <thead>
          <tr>
            <th>{head}</th>
            {COLUMNS.map((name) => (
              <th key={name}>{t(`queries.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th>
                <Door to={doorOf(row.id)}>{row.name}</Door>
              </th>
              {COLUMNS.map((name) => {
                const value = row[name]
                const isMedian = name === 'age' || name === 'firstAnswer' || name === 'close'
                return <td key={name}>{value === null ? '–' : formatNumber(value, lang, isMedian ? 1 : 0)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How the sites deal with queries, and which rules make the work. */
export const QueryFigures = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'query', 'figures', row.id, lang],
    queryFn: ({ signal }) => fetchFigures(row.id, signal),
    staleTime: 0,
  })
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />
  const of = `filter=study:IN:${row.id}`
  if (data.sites.length === 0 && data.parameters.length === 0)
    return (
      <section className="panel-card">
        <p className="panel-note">{t('queries.none')}</p>
      </section>
    )
  return (
    <div className="study-overview">
      <section className="panel-card">
        <h2>{t('queries.ages')}</h2>
        <Ages study={row.id} ages={data.ages} />
      </section>
      <section className="panel-card">
        <h2>
          {t('queries.sites')}
          <small>{t('queries.median')}</small>
        </h2>
        <Table head={t('site')} rows={data.sites} doorOf={(id) => `/admin/query?${of}&filter=department:IN:${id}`} />
      </section>
      {data.parameters.length > 0 && (
        <section className="panel-card">
          <h2>{t('queries.parameters')}</h2>
          <Table
            head={t('queries.parameter')}
            rows={data.parameters}
            doorOf={(id) => `/admin/finding?${of}&filter=parameter:IN:${id}&filter=query:NOT NULL`}
          />
        </section>
      )}
    </div>
  )
}
