import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ensureText, type RowData, useResource, useText } from '#web'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Left } from './left.tsx'
import { useMarkSheet } from './mark-sheet.tsx'
import { PlanCard } from './plan-card.tsx'
import { fetchProgress, type Progress as Found, type Site } from './verification-api.ts'
import '#web/ui/panel-card.css'
import './overview.css'
import './verification.css'

await ensureText('study', 'list')

const leftAt = ({ planned, verified }: Site): number => planned - verified
const sum = (sites: readonly Site[], of: (site: Site) => number): number => sites.reduce((all, site) => all + of(site), 0)

/** How many are left, as the door to them. */
const Door = ({ site, count }: { site: string; count: number }) => {
  const t = useText('study')
  const { lang } = useResource().words
  const { pathname } = useLocation()
  const text = formatNumber(count, lang)
  return count === 0 ? (
    text
  ) : (
    <Link to={`${pathname}?tab=marks&left=${site}`} aria-label={t('left.door', { count: text })}>
      {text}
    </Link>
  )
}

const Progress = ({ plan, sites }: Found) => {
  const t = useText('study')
  const { lang } = useResource().words
  const figure = (value: number) => <td>{formatNumber(value, lang)}</td>
  const share = ({ planned, verified, records, source }: Site) =>
    plan ? (100 * verified) / Math.max(1, planned) : (100 * source) / Math.max(1, records)
  return (
    <div className="study-table">
      <table>
        <thead>
          <tr>
            <th>{t('site')}</th>
            {plan && ['expected', 'done', 'left'].map((key) => <th key={key}>{t(`verified.${key}`)}</th>)}
            {['records', 'source', 'review'].map((key) => (
              <th key={key}>{t(`verified.${key}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <tr key={site.id}>
              <th>
                {site.name}
                <i className="study-bar" aria-hidden>
                  <b style={{ inlineSize: `${share(site)}%` }} />
                </i>
              </th>
              {plan && figure(site.planned)}
              {plan && figure(site.verified)}
              {plan && (
                <td>
                  <Door site={String(site.id)} count={leftAt(site)} />
                </td>
              )}
              {figure(site.records)}
              {figure(site.source)}
              {figure(site.review)}
            </tr>
          ))}
        </tbody>
        {plan && sites.length > 1 && (
          <tfoot>
            <tr>
              <th>{t('verified.all')}</th>
              {figure(sum(sites, ({ planned }) => planned))}
              {figure(sum(sites, ({ verified }) => verified))}
              <td>
                <Door site="all" count={sum(sites, leftAt)} />
              </td>
              {figure(sum(sites, ({ records }) => records))}
              {figure(sum(sites, ({ source }) => source))}
              {figure(sum(sites, ({ review }) => review))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** What is to be verified, how far each site is, what is left, and by whom what was looked at: printed, it is the list of what was verified. */
export const Verification = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const [address] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'study.mark', 'progress', row.id],
    queryFn: ({ signal }) => fetchProgress(row.id, signal),
    staleTime: 0,
  })
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  const left = address.get('left')
  const paper = useMarkSheet(row.id)
  const site = data?.sites.find(({ id }) => String(id) === left)
  return (
    <div className="study-overview">
      {data && <PlanCard study={row.id} plan={data.plan} />}
      <section className="panel-card">
        <h2>
          {t('verified.title')}
          <small className="no-print">{paper.button}</small>
        </h2>
        {error && !data ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={2} />
        ) : data.sites.length === 0 ? (
          <p className="panel-note">{t('verified.none')}</p>
        ) : (
          <Progress {...data} />
        )}
      </section>
      {data?.plan && left && (
        <Left study={row.id} site={site ? left : 'all'} name={site?.name ?? null} count={site ? leftAt(site) : sum(data.sites, leftAt)} />
      )}
      {paper.sheet}
      <div className="no-print">
        <ListOf resource="study.mark" where={where} preset={{}} at="marks" title={t('verified.list')} />
      </div>
    </div>
  )
}
