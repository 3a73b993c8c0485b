import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { formatNumber } from '#web/ui/format.ts'

export type Week = { week: string; last: string; raised: number; closed: number }
type Kind = 'raised' | 'closed'

const Bar = ({ study, week: { week, last, ...counts }, kind, most }: { study: number; week: Week; kind: Kind; most: number }) => {
  const t = useText('study')
  const lang = useLanguage()
  const at = kind === 'raised' ? `filter=createdAt:RANGE:${week},${last}` : `filter=state:IN:closed&filter=closedAt:RANGE:${week},${last}`
  const to = `/admin/query?filter=study:IN:${study}&${at}`
  const count = counts[kind]
  if (count === 0) return <i data-kind={kind} aria-hidden />
  return (
    <a
      href={to}
      data-kind={kind}
      style={{ blockSize: `${Math.max(6, (100 * count) / most)}%` }}
      aria-label={t(`queries.inWeek.${kind}`, { week, amount: formatNumber(count, lang) })}
      title={t(`queries.inWeek.${kind}`, { week, amount: formatNumber(count, lang) })}
      onClick={(event) => followInside(event, to)}
    />
  )
}

/** Raised against closed, week by week: each bar is the door to its queries. */
export const QueryWeeks = ({ study, weeks }: { study: number; weeks: readonly Week[] }) => {
  const t = useText('study')
  const lang = useLanguage()
  const most = Math.max(1, ...weeks.flatMap(({ raised, closed }) => [raised, closed]))
  return (
    <div className="query-weeks">
      <p className="query-weeks-key">
        <span data-kind="raised">{t('queries.raised')}</span>
        <span data-kind="closed">{t('queries.closed')}</span>
        <small>{t('queries.most', { amount: formatNumber(most, lang) })}</small>
      </p>
      <ol>
        {weeks.map((week) => (
          <li key={week.week}>
            <span>
              <Bar study={study} week={week} kind="raised" most={most} />
              <Bar study={study} week={week} kind="closed" most={most} />
            </span>
            <small>{week.week.slice(5)}</small>
          </li>
        ))}
      </ol>
    </div>
  )
}
