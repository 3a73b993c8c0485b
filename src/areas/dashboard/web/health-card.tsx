import { useText } from '#web'
import { Course } from '#web/ui/course.tsx'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { go } from '#web/navigation/open.ts'
import type { ReactNode } from 'react'
import type { Health, HealthLine } from './board.ts'
import './health.css'

const Door = ({ path, label, children }: { path: string; label?: string; children: ReactNode }) => (
  <a
    href={path}
    {...(label ? { 'aria-label': label, title: label } : {})}
    onClick={(e) => {
      e.preventDefault()
      void go(path)
    }}
  >
    {children}
  </a>
)

const Scores = ({ scores }: { scores: NonNullable<HealthLine['scores']> }) => {
  const t = useText('dashboard')
  const last = scores.points.at(-1)
  if (!last) return <span className="health-none">{t('health.noRun')}</span>
  const at = momentOf(last.at)
  return (
    <Door path={last.path} label={t('health.scored', { value: last.value, at: at ? exactTime(at) : '' })}>
      <Course points={scores.points} />
      <strong>{last.value.toFixed(1)}</strong>
    </Door>
  )
}

const Ages = ({ open, most }: { open: NonNullable<HealthLine['open']>; most: number }) => {
  const t = useText('dashboard')
  const lang = useLanguage()
  const all = open.ages.reduce((a, b) => a + b, 0)
  if (all === 0) return <span className="health-none">{t('health.noOpen')}</span>
  const bands = [t('health.week'), t('health.twoWeeks'), t('health.month'), t('health.older')]
  const parts = open.ages.flatMap((value, i) => (value > 0 ? [`${bands[i] ?? ''} ${formatNumber(value, lang)}`] : []))
  return (
    <Door path={open.path} label={`${formatNumber(all, lang)}${t('health.of')}${parts.join(t('health.and'))}`}>
      <span className="health-bar" aria-hidden>
        {open.ages.map((value, i) => value > 0 && <i key={i} data-band={i} style={{ width: `${(value / most) * 100}%` }} />)}
      </span>
      <strong>{formatNumber(all, lang)}</strong>
    </Door>
  )
}

const Reached = ({ reached: { value, of, path } }: { reached: NonNullable<HealthLine['reached']> }) => {
  const lang = useLanguage()
  return (
    <Door path={path}>
      {of !== null && of > 0 && (
        <span className="health-bar" aria-hidden>
          <i style={{ width: `${Math.min(100, (value / of) * 100)}%` }} />
        </span>
      )}
      <strong>
        {formatNumber(value, lang)}
        {of !== null && <small> / {formatNumber(of, lang)}</small>}
      </strong>
    </Door>
  )
}

/** How each study stands, one line for each; what the reader may not see of it stays empty. */
export const HealthCard = ({ health: { key, title, path, lines } }: { health: Health }) => {
  const t = useText('dashboard')
  const most = Math.max(1, ...lines.map(({ open }) => open?.ages.reduce((a, b) => a + b, 0) ?? 0))
  return (
    <section className="panel health" data-widget={key}>
      <header>
        <h2>{title}</h2>
        {path && (
          <button type="button" className="panel-more" onClick={() => void go(path)}>
            {t('more')}
          </button>
        )}
      </header>
      <table>
        <thead>
          <tr>
            <th>{t('health.study')}</th>
            <th>{t('health.reached')}</th>
            <th>{t('health.scores')}</th>
            <th>{t('health.open')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.path}>
              <th scope="row">
                <Door path={line.path}>{line.title}</Door>
                <small>{line.state}</small>
              </th>
              <td data-label={t('health.reached')}>{line.reached && <Reached reached={line.reached} />}</td>
              <td data-label={t('health.scores')}>{line.scores && <Scores scores={line.scores} />}</td>
              <td data-label={t('health.open')}>{line.open && <Ages open={line.open} most={most} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
