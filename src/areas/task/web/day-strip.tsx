import { useQuery } from '@tanstack/react-query'
import { ensureText, useResource, useText } from '#web'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { useOpenedState } from '#web/resource/list/use-list-state.ts'
import { formatNumber } from '#web/ui/format.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { LANES, barsOf, hoursOf } from './day.ts'
import type { Hour, Ran } from './day.ts'
import './day-strip.css'

await ensureText('task')

const LOOK_MS = 60_000
/** `list`: of more than are drawn, the newest. */
type Day = { total: number; failed: number; list: Ran[] }
const fetchDay = (signal: AbortSignal) =>
  request<Day>({ url: '/admin/task/day', signal, showError: false, cancelDuplicate: false }).then(({ data }) => data)

const clock = (at: Date): string => `${String(at.getHours()).padStart(2, '0')}:00`
const part = (share: number): string => `${(share * 100).toFixed(2)}%`

/** An hour of the clock, as the door to what began in it. */
const HourDoor = ({ hour, isNamed }: { hour: Hour; isNamed: boolean }) => {
  const t = useText('task')
  const lang = useLanguage()
  const { change } = useOpenedState()
  const { from, share, count, failed } = hour
  const text = isNamed ? clock(from) : String(from.getHours()).padStart(2, '0')
  // The last one would stand out of the card.
  const style = share > 0.96 ? { right: 0 } : { left: part(share) }
  if (count === 0)
    return isNamed ? (
      <span style={style} aria-hidden>
        {text}
      </span>
    ) : null
  const told = t(failed > 0 ? 'day.hourFailed' : 'day.hour', {
    hour: clock(from),
    all: formatNumber(count, lang),
    failed: formatNumber(failed, lang),
  })
  const until = new Date(from.getTime() + 3_600_000 - 1)
  const filter = { field: 'startedAt', operator: 'RANGE', val: `${from.toISOString()},${until.toISOString()}` } as const
  return (
    <button type="button" style={style} aria-label={told} title={told} onClick={() => change({ filters: [filter], saved: null })}>
      {text}
    </button>
  )
}

const NAMED_EVERY = 3
/** The last 24 hours at a glance: what ran beside what, where work piles up, and what failed. The list below is the same in words. */
export const DayStrip = () => {
  const t = useText('task')
  const lang = useLanguage()
  const isNarrow = useNarrow()
  const { words } = useResource()
  const { data, dataUpdatedAt: now } = useQuery({
    queryKey: ['task', 'day'],
    queryFn: ({ signal }) => fetchDay(signal),
    refetchInterval: LOOK_MS,
    enabled: !isNarrow,
  })
  if (isNarrow || !data || data.list.length === 0) return null
  const bars = barsOf(data.list, now)
  const lanes = Math.min(LANES, Math.max(...bars.map(({ lane }) => lane)) + 1)
  return (
    <figure className="task-day">
      <figcaption>
        {t('day.title')}
        <small>
          {t('day.told', { all: formatNumber(data.total, lang), failed: formatNumber(data.failed, lang) })}
          {data.total > data.list.length && ` · ${t('day.newest', { shown: formatNumber(data.list.length, lang) })}`}
        </small>
      </figcaption>
      <div className="task-day-bars" style={{ height: `${lanes * 12 + 4}px` }} aria-hidden>
        {bars.map(({ id, title, state, lane, from, to }) => (
          <a
            key={id}
            href={`/admin/task/${id}`}
            tabIndex={-1}
            title={`${title} · ${words.option('state', state)}`}
            data-state={state}
            style={{ left: part(from), width: part(to - from), top: `${lane * 12 + 3}px` }}
            onClick={(event) => followInside(event, `/admin/task/${id}`)}
          >
            {' '}
          </a>
        ))}
      </div>
      <div className="task-day-hours" role="group" aria-label={t('day.hours')}>
        {hoursOf(data.list, now).map((hour) => (
          <HourDoor key={hour.from.getTime()} hour={hour} isNamed={hour.from.getHours() % NAMED_EVERY === 0} />
        ))}
      </div>
    </figure>
  )
}
