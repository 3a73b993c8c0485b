import { lazy, Suspense } from 'react'
import { useText } from '#web'
import type { Series } from './board.ts'
import type { Tone } from './chart.tsx'

/** The library is larger than the rest of the page: the figures stand before it is there. */
const Chart = lazy(() => import('./chart.tsx'))

const tones: Record<string, Tone> = { login: 'accent', loginFailed: 'failed', add: 'passed', edit: 'accent', del: 'failed' }
const others: readonly Tone[] = ['none', 'warned']

const Figures = ({ days, lines, title }: { days: readonly string[]; title: string; lines: { name: string; values: number[] }[] }) => {
  const t = useText('dashboard')
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>{t('day')}</th>
          {lines.map((l) => (
            <th key={l.name}>{l.name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, i) => (
          <tr key={day}>
            <th>{day}</th>
            {lines.map((l) => (
              <td key={l.name}>{l.values[i]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const SeriesCard = ({ series, days }: { series: Series; days: readonly string[] }) => {
  const t = useText('dashboard')
  const lines = series.lines.map((l, i) => ({
    name: t(`line.${l.name}`, { defaultValue: l.name }),
    tone: tones[l.name] ?? others[i % others.length]!,
    values: l.values,
  }))
  const total = series.lines.reduce((n, l) => n + l.values.reduce((a, b) => a + b, 0), 0)
  return (
    <section className="panel" data-widget={series.key}>
      <header>
        <h2>{series.title}</h2>
        <small>{t('lastDays', { count: days.length })}</small>
      </header>
      {total === 0 ? (
        <p className="panel-empty chart-empty">{t('seriesEmpty')}</p>
      ) : (
        <Suspense fallback={<div className="chart" />}>
          <Chart kind={series.chart} days={days} lines={lines} />
        </Suspense>
      )}
      <Figures days={days} lines={lines} title={series.title} />
    </section>
  )
}
