import { type RowData, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { nameIn } from '#web/study/name-in.ts'

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
type Window = { id: number; name: string; day: number; from: number; to: number }

/** Planned visits on one axis of days: the mark is the day, the bar what is still in time. */
export const Timeline = ({ visits }: { visits: readonly RowData[] }) => {
  const t = useText('study')
  const lang = useLanguage()
  const windows: Window[] = visits
    .filter((visit) => visit['isPlanned'] === true && typeof visit['day'] === 'number')
    .map((visit) => {
      const day = numberOf(visit['day'])
      const name = nameIn(lang, visit)
      return { id: visit.id, name, day, from: day - numberOf(visit['before']), to: day + numberOf(visit['after']) }
    })
    .toSorted((a, b) => a.day - b.day)
  if (windows.length === 0) return null
  const first = Math.min(...windows.map((w) => w.from))
  const last = Math.max(...windows.map((w) => w.to), first + 1)
  const at = (day: number) => `${(100 * (day - first)) / (last - first)}%`
  return (
    <ol className="study-timeline panel-card" aria-label={t('timeline')}>
      {windows.map(({ id, name, day, from, to }) => (
        <li key={id}>
          <b>{name}</b>
          <span className="study-axis" aria-hidden>
            <i style={{ insetInlineStart: at(from), insetInlineEnd: `calc(100% - ${at(to)})` }} />
            <em style={{ insetInlineStart: at(day) }} />
          </span>
          <small>{from === to ? t('onDay', { day }) : t('window', { day, from, to })}</small>
        </li>
      ))}
    </ol>
  )
}
