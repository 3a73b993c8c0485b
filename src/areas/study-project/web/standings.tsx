import { useQuery } from '@tanstack/react-query'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { usePageQuery, withValues } from '#web/navigation/page-query.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { COUNTED, type Counted, type Standings as Found, type StandingVisit, fetchStandings } from './standings-api.ts'
import { TabLink } from './tab-link.tsx'

/** Of a visit outside the plan nothing is expected, so nothing is late or missed. */
const isAsked = (visit: StandingVisit, what: Counted): boolean => visit.isPlanned !== (what === 'extra')
const countOf = ({ counts }: Found, visit: number, site: number | null, what: Counted): number =>
  counts.reduce((sum, one) => (one.visit === visit && (site === null || one.site === site) ? sum + one[what] : sum), 0)

type FigureProps = { visit: StandingVisit; what: Counted; site: number | null; count: number }
/** How many, as the door to them. */
const Figure = ({ visit, what, site, count }: FigureProps) => {
  const t = useText('study')
  const text = formatNumber(count, useLanguage())
  if (!isAsked(visit, what)) return '–'
  if (count === 0) return text
  const filter = [`${what}At:IN:${visit.id}`, ...(site === null ? [] : [`department:IN:${site}`])]
  return (
    <TabLink tab="subjects" filter={filter} label={t('standings.door', { visit: visit.name, what: t(`standings.${what}`), count: text })}>
      {text}
    </TabLink>
  )
}

const Table = ({ found, site }: { found: Found; site: number | null }) => {
  const t = useText('study')
  const shown = COUNTED.filter((what) => what !== 'extra' || found.visits.some(({ isPlanned }) => !isPlanned))
  return (
    <div className="study-table study-standings">
      <table>
        <thead>
          <tr>
            <th>{t('standings.visit')}</th>
            {shown.map((what) => (
              <th key={what}>{t(`standings.${what}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.visits.map((visit) => (
            <tr key={visit.id}>
              <th>{visit.name}</th>
              {shown.map((what) => {
                const count = countOf(found, visit.id, site, what)
                return (
                  <td key={what} data-what={count > 0 ? what : undefined}>
                    <Figure visit={visit} what={what} site={site} count={count} />
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

const SITE = 'visits.site'
/** Visit by visit how many subjects are expected, were there and were not: of all sites, or of the one in the address. */
export const Standings = ({ study }: { study: number }) => {
  const t = useText('study')
  const lang = useLanguage()
  const [query, setQuery] = usePageQuery()
  const { data, error, refetch } = useQuery({
    // With the key of the list: a visit that is moved is counted anew.
    queryKey: ['list', 'study.visit', 'standings', study, lang],
    queryFn: ({ signal }) => fetchStandings(study, signal),
    staleTime: 0,
  })
  const site = data?.sites.find(({ id }) => String(id) === query.get(SITE))?.id ?? null
  return (
    <section className="panel-card study-standings-card" aria-label={t('standings.title')}>
      <h2>
        {t('standings.title')}
        {data && data.sites.length > 1 && (
          <select
            className="input"
            aria-label={t('standings.site')}
            value={site ?? ''}
            onChange={({ target }) => setQuery((now) => withValues(now, { [SITE]: target.value }), { replace: true })}
          >
            <option value="">{t('standings.all')}</option>
            {data.sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </h2>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.counts.length === 0 ? (
        <p className="panel-note">{t('standings.none')}</p>
      ) : (
        <>
          <Table found={data} site={site} />
          <p className="panel-note">{t('standings.hint')}</p>
        </>
      )}
    </section>
  )
}
