import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import download from 'virtual:icon/download'
import { ensureText, type RowData, useResource, useText } from '#web'
import { useWatched } from '#web/live/watched.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { exactTime, formatNumber, formatSize } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Downloads } from '#web/study/analysis/downloads.tsx'
import { namesIn } from '#web/study/analysis/label.ts'
import { LeftOut } from '#web/study/analysis/left-out.tsx'
import { Looks } from '#web/study/analysis/looks.tsx'
import type { Delivered } from '#web/study/analysis/plan.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { destroyKey, fetchDelivered, fetchOffer, release, savePackage } from './api.ts'
import '#web/ui/panel-card.css'
import '#web/study/analysis/analysis.css'

await ensureText('analysis')
const POLL_MS = 2000
const WAIT_MS = 20_000
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Each leads to where it is settled. */
const Blockers = ({ blockers }: Pick<Delivered, 'blockers'>) => (
  <ul className="analysis-held">
    {blockers.map(({ text, address }) => (
      <li key={text}>
        {address ? (
          <a href={address} onClick={(event) => followInside(event, address)}>
            {text}
          </a>
        ) : (
          text
        )}
      </li>
    ))}
  </ul>
)

/** The package: made, taken, and what is in it at a glance. */
export const ReleaseTab = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('analysis')
  const { words, may } = useResource()
  const { askWhy, dialog } = useConfirm()
  const [busy, setBusy] = useState(false)
  // A download is written down when its first byte leaves, which no page is told of.
  const [expected, setExpected] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', row.id, 'delivered', row.version, words.lang],
    queryFn: ({ signal }) => fetchDelivered(row.id, signal),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data: seen } }) => (seen && seen.downloads.length < expected ? POLL_MS / 2 : false),
  })
  const { data: offer } = useQuery({
    queryKey: ['analysis', row.id, 'offer', row.version, words.lang],
    queryFn: ({ signal }) => fetchOffer(row.id, signal),
    enabled: Boolean(row['releasedAt']),
    retry: false,
  })
  const atWork = data?.atWork === true
  useWatched(typeof row['task'] === 'number' ? row['task'] : null)
  useEffect(() => {
    if (!atWork) return undefined
    const timer = setInterval(() => {
      reload()
      void refetch()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [atWork, reload, refetch])
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      reload()
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  const destroy = async () => {
    const why = await askWhy({
      title: words.action('destroyKey'),
      detail: t('destroyNote'),
      why: t('why'),
      yes: words.action('destroyKey'),
      danger: true,
    })
    if (why) await run(() => destroyKey(row.id, why))
  }
  const take = async () => {
    await run(() => savePackage(row.id))
    setExpected(data.downloads.length + 1)
    setTimeout(() => setExpected(0), WAIT_MS)
  }
  const state = textOf(row['state'])
  const held = data.blockers.length > 0
  return (
    <div className="analysis">
      {dialog}
      <section className="panel-card">
        <h2>{t('package')}</h2>
        {atWork && <p role="status">{t('making')}</p>}
        {data.error && !atWork && (
          <p className="form-trouble" role="alert">
            {data.error}
          </p>
        )}
        {row['releasedAt'] ? (
          <dl className="analysis-facts">
            <dt>{words.field('releasedAt')}</dt>
            <dd>{exactTime(new Date(textOf(row['releasedAt'])))}</dd>
            <dt>{words.field('subjects')}</dt>
            <dd>{formatNumber(numberOf(row['subjects']), words.lang)}</dd>
            <dt>{words.field('rows')}</dt>
            <dd>{formatNumber(numberOf(row['rows']), words.lang)}</dd>
            <dt>{words.field('size')}</dt>
            <dd>{formatSize(numberOf(row['size']), words.lang)}</dd>
            <dt>SHA-256</dt>
            <dd>
              <code>{textOf(row['sha256'])}</code>
            </dd>
            <dt>{words.field('validUntil')}</dt>
            <dd>{textOf(row['validUntil'])}</dd>
            {row['keyDestroyedAt'] ? (
              <>
                <dt>{words.field('keyDestroyedAt')}</dt>
                <dd>{exactTime(new Date(textOf(row['keyDestroyedAt'])))}</dd>
              </>
            ) : null}
          </dl>
        ) : (
          !atWork && (
            <p className="panel-note">
              {state !== 'approved' ? t('notYet') : held ? t('held', { count: data.blockers.length }) : t('readyToMake')}
            </p>
          )
        )}
        {held && !atWork && <Blockers blockers={data.blockers} />}
        <LeftOut leftOut={data.leftOut} />
        <p className="analysis-tools">
          {state === 'approved' && may('release') && !atWork && (
            <Button look={held ? 'plain' : 'primary'} busy={busy} disabled={held} onClick={() => void run(() => release(row.id))}>
              {words.action('release')}
            </Button>
          )}
          {state === 'released' && data.isMine && may('download') && (
            <Button look="primary" icon={download} busy={busy} onClick={() => void take()}>
              {t('download')}
            </Button>
          )}
          {state === 'released' && !row['keyDestroyedAt'] && may('destroyKey') && (
            <Button look="danger" busy={busy} onClick={() => void destroy()}>
              {words.action('destroyKey')}
            </Button>
          )}
        </p>
        {state === 'released' && <p className="panel-note">{t('cannotCallBack')}</p>}
      </section>
      {row['releasedAt'] ? (
        <section className="panel-card">
          <h2>{t('downloads')}</h2>
          <Downloads downloads={data.downloads} />
        </section>
      ) : null}
      {offer && <Looks look={row['look']} names={namesIn(offer, words.lang)} />}
    </div>
  )
}
