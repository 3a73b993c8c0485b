import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import bell from 'virtual:icon/bell'
import { ensureText, type RowData, useResource, useText } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { Due } from '#web/field/cell/due.tsx'
import { dayOf } from '#web/state/working-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Fields } from '#web/resource/record/fields.tsx'
import { exactTime, formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import { type Counts, type Site, amountOf, fetchReceived, percentOf, shareOf } from './received.ts'
import { Weeks } from './weeks.tsx'
import './received.css'

await ensureText('delivery')

const sumOf = (sites: readonly Site[]): Counts => ({
  records: sites.reduce((sum, { records }) => sum + records, 0),
  subjects: sites.reduce((sum, { subjects }) => sum + subjects, 0),
})

type Line = Counts & { key: string; name: string; last: string | null; due?: ReactNode }
type LinesProps = { lines: readonly Line[]; row: RowData; target: number | null; isDue: boolean }
const Lines = ({ lines, row, target, isDue }: LinesProps) => {
  const t = useText('delivery')
  const { lang } = useResource().words
  const most = Math.max(1, target ?? 0, ...lines.map((line) => amountOf(line, row['targetOf'])))
  return lines.map((line) => {
    const count = amountOf(line, row['targetOf'])
    const share = shareOf(count, target)
    return (
      <tr key={line.key}>
        <th scope="row">
          {line.name}
          <i className="gather-bar" aria-hidden>
            <b style={{ inlineSize: `${Math.min(100, (100 * count) / most)}%` }} />
          </i>
        </th>
        <td>{formatNumber(line.records, lang)}</td>
        <td>{formatNumber(line.subjects, lang)}</td>
        {target !== null && <td>{share === null ? '–' : `${percentOf(share)} %`}</td>}
        <td>{line.last ? exactTime(new Date(line.last)) : t('received.silent')}</td>
        {isDue && <td>{line.due}</td>}
      </tr>
    )
  })
}

/** What a department owes, and one click to remind whoever hands it over. */
const SiteDue = ({ row, site }: { row: RowData; site: Site }) => {
  const { may, words } = useResource()
  const [busy, setBusy] = useState(false)
  const [today] = useState(() => dayOf(new Date()))
  const remind = async () => {
    setBusy(true)
    try {
      await runAction('gather.project', 'remind', [row.id], { department: site.department }, uuid(), { showSuccess: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="gather-due">
      <Due value={site.due} />
      {site.due !== null && site.due < today && may('remind') && (
        <Button icon={bell} busy={busy} aria-label={`${words.action('remind')} ${site.name}`} onClick={() => void remind()}>
          {words.action('remind')}
        </Button>
      )}
    </span>
  )
}

/** How much has come in against what is wanted: in all, by department, week by week; as far as the reader sees it. */
const Received = ({ row }: { row: RowData }) => {
  const t = useText('delivery')
  const { words } = useResource()
  const { data, error, refetch } = useQuery({
    queryKey: ['gather', 'received', row.id, row.version],
    queryFn: ({ signal }) => fetchReceived(row.id, signal),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  const whole = typeof row['targetN'] === 'number' ? row['targetN'] : null
  const target = data.isAll ? whole : null
  const all = sumOf(data.sites)
  const count = amountOf(all, row['targetOf'])
  const share = shareOf(count, target)
  const amount = (n: number) => formatNumber(n, words.lang)
  const isDue = data.sites.some(({ due }) => due !== null)
  const title = t(data.isAll ? 'received.title' : 'received.titlePart')
  const key = row['targetOf'] === 'subjects' ? 'subjects' : 'records'
  return (
    <section className="panel-card gather-received" aria-label={title}>
      <h2>
        {title}
        <small>
          {t(`received.${key}`)}{' '}
          {share === null
            ? [amount(count), whole === null && t('received.noTarget')].filter(Boolean).join(' · ')
            : t('received.of', { count: amount(count), target: amount(target ?? 0), percent: percentOf(share) })}
        </small>
      </h2>
      {count === 0 && data.sites.length === 0 ? (
        <p className="panel-note">{t('received.nothing')}</p>
      ) : (
        <div className="gather-pair">
          <div className="gather-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('received.site')}</th>
                  <th scope="col">{t('received.records')}</th>
                  <th scope="col">{t('received.subjects')}</th>
                  {target !== null && <th scope="col">{t('received.share')}</th>}
                  <th scope="col">{t('received.last')}</th>
                  {isDue && <th scope="col">{t('received.due')}</th>}
                </tr>
              </thead>
              <tbody>
                <Lines
                  lines={data.sites.map((site) => ({ ...site, key: String(site.department), due: <SiteDue row={row} site={site} /> }))}
                  row={row}
                  target={target}
                  isDue={isDue}
                />
              </tbody>
              {data.sites.length > 1 && (
                <tfoot>
                  <Lines
                    lines={[{ ...all, key: 'all', name: t('received.all'), last: lastOf(data.sites) }]}
                    row={row}
                    target={target}
                    isDue={isDue}
                  />
                </tfoot>
              )}
            </table>
          </div>
          {data.weeks.length > 0 && <Weeks weeks={data.weeks} target={target} of={key} />}
        </div>
      )}
    </section>
  )
}
const lastOf = (sites: readonly Site[]): string | null =>
  sites
    .flatMap(({ last }) => last ?? [])
    .toSorted()
    .at(-1) ?? null

export const Overview = ({ row }: { row: RowData }) => (
  <div className="gather-overview">
    <Received row={row} />
    <div className="record-card">
      <Fields row={row} />
    </div>
  </div>
)
