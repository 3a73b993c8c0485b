import { useInfiniteQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'
import { exactTime, joinNames, momentOf, relativeTime } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { type Activity, fetchActivity } from './api.ts'

await ensureText('dashboard')

const Entry = ({ entry }: { entry: Activity }) => {
  const t = useText('dashboard')
  const lang = useLanguage()
  const at = momentOf(entry.at)
  return (
    <li>
      <p>
        {entry.isRefused && <Tag tone="failed">{t('refused')}</Tag>}
        <b>{t(`action.${entry.action}`, { defaultValue: entry.action })}</b>
        <em>{entry.where}</em>
        {entry.label}
      </p>
      {entry.fields.length > 0 && <small>{joinNames(entry.fields)}</small>}
      {at && (
        <time dateTime={at.toISOString()} title={`${relativeTime(at, lang)}  ${entry.ip}`}>
          {exactTime(at)}
        </time>
      )}
    </li>
  )
}

/** Everything the trail says about me, newest first. */
export const ActivityList = () => {
  const t = useText('area')
  const lang = useLanguage()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['profile', 'activity', lang],
    queryFn: ({ pageParam }) => fetchActivity(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * last.limit < last.total ? pages.length + 1 : undefined),
    staleTime: 0,
    retry: false,
  })
  const entries = data?.pages.flatMap((p) => p.list) ?? []
  return (
    <section className="panel-card" aria-label={t('profile.activity')}>
      <h2>
        {t('profile.activity')}
        {data && <small>{t('profile.activityTotal', { count: data.pages[0]?.total ?? 0 })}</small>}
      </h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={5} />}
      {data && entries.length === 0 && <p className="panel-note">{t('profile.activityEmpty')}</p>}
      <ol className="activity">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('profile.more')}
        </Button>
      )}
    </section>
  )
}
