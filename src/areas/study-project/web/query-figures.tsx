import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useText } from '#web'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import { QueryWeeks, type Week } from './query-weeks.tsx'
import './overview.css'
import './query-figures.css'

await ensureText('study')

type Figures = {
  /** None: of no department. */
  id: number | null
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
type Found = { ages: Age[]; weeks: Week[]; sites: Figures[]; parameters: Figures[] }
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
type Column = (typeof COLUMNS)[number]
type Median = 'age' | 'firstAnswer' | 'close'
const isMedian = (name: Column): name is Median => name === 'age' || name === 'firstAnswer' || name === 'close'
const KEPT = 'filter=state:IN:open,answered,closed'
/** The queries that a figure counts, as the list filters them; what was cancelled is in none. */
const COUNTED: Partial<Record<Column, string>> = {
  open: 'filter=state:IN:open',
  answered: 'filter=state:IN:answered',
  closed: 'filter=state:IN:closed',
  age: 'filter=state:IN:open,answered',
  close: 'filter=state:IN:closed',
  sentBack: `filter=sentBack:>:0&${KEPT}`,
  reopened: `filter=reopened:>:0&${KEPT}`,
}
type TableProps = { head: string; rows: readonly Figures[]; doorOf(id: number | null, column?: Column): string | null }
const Table = ({ head, rows, doorOf }: TableProps) => {
  const t = useText('study')
  const lang = useLanguage()
  const most = (name: Median) => Math.max(0.1, ...rows.map((row) => row[name] ?? 0))
  return (
    <div className="study-table query-table">
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
            <tr key={row.id ?? 'none'}>
              <th>
                <Door to={doorOf(row.id) ?? ''}>{row.name}</Door>
              </th>
              {COLUMNS.map((name) => {
                const value = row[name]
                const door = value ? doorOf(row.id, name) : null
                const said = value === null ? '–' : formatNumber(value, lang, isMedian(name) ? 1 : 0)
                return (
                  <td key={name}>
                    {door ? <Door to={door}>{said}</Door> : said}
                    {isMedian(name) && (
                      <i className="query-bar" aria-hidden>
                        <b style={{ inlineSize: `${(100 * (value ?? 0)) / most(name)}%` }} />
                      </i>
                    )}
                  </td>
                )
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
        <h2>{t('queries.weeks')}</h2>
        <QueryWeeks study={row.id} weeks={data.weeks} />
      </section>
      <section className="panel-card">
        <h2>
          {t('queries.sites')}
          <small>{t('queries.median')}</small>
        </h2>
        <Table
          head={t('site')}
          rows={data.sites}
          doorOf={(id, column) => {
            const counted = column ? COUNTED[column] : ''
            const site = id === null ? 'filter=department:NULL' : `filter=department:IN:${id}`
            return counted === undefined ? null : `/admin/query?${[of, site, counted].filter(Boolean).join('&')}`
          }}
        />
      </section>
      {data.parameters.length > 0 && (
        <section className="panel-card">
          <h2>{t('queries.parameters')}</h2>
          <Table
            head={t('queries.parameter')}
            rows={data.parameters}
            doorOf={(id, column) => (column ? null : `/admin/finding?${of}&filter=parameter:IN:${id}&filter=query:NOT NULL`)}
          />
        </section>
      )}
    </div>
  )
}
