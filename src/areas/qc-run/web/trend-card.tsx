import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Scale } from './scale.tsx'
import { useInsight, type Rule, type Run } from './insight.ts'

type Point = { run: number; at: string; figure: number; violated: number; denominator: number; rules: string[] }
type Trend = { fewest: number; limits: { mean: number; sd: number } | null; points: Point[] }

const HEIGHT = 180
const WIDTH = 1000
const EDGE = 14

const Chart = ({ points, limits }: Pick<Trend, 'points' | 'limits'>) => {
  const lang = useLanguage()
  const lines = limits ? [-3, -2, 0, 2, 3].map((times) => ({ times, at: limits.mean + times * limits.sd })) : []
  const all = [...points.map(({ figure }) => figure), ...lines.map(({ at }) => at), 0]
  const [low, high] = [Math.min(...all), Math.max(...all, 1)]
  const x = (at: number) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, points.length - 1)
  const y = (figure: number) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (figure - low)) / (high - low)
  return (
    <Scale top={formatNumber(high, lang, 2)} bottom={formatNumber(low, lang, 2)}>
      <svg className="run-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {lines.map(({ times, at }) => (
          <path key={times} className={times === 0 ? 'run-mean' : 'run-limit'} d={`M0 ${y(at)}H${WIDTH}`} />
        ))}
        <path className="run-line" d={points.map(({ figure }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(figure)}`).join('')} />
        {points.map(({ run, figure, rules }, at) => (
          // By keyboard the table leads there.
          <Link key={run} to={`/admin/qc/run/${run}`} tabIndex={-1}>
            <title>#{run}</title>
            <path className="run-point" data-broken={rules.length > 0 || undefined} d={`M${x(at)} ${y(figure)}h0`} />
          </Link>
        ))}
      </svg>
    </Scale>
  )
}

/** The score, or a rule, over the runs of the same data, with the rules of control charts. The table is the way to each run. */
export const TrendCard = ({ run, rules }: { run: Run; rules: readonly Rule[] }) => {
  const t = useText('control')
  const lang = useLanguage()
  const [chosen, setChosen] = useState(-1)
  const rule = rules[chosen]
  const asked = rule ? { code: rule.code, parameter: rule.parameter, ...(rule.form === null ? {} : { form: rule.form }) } : {}
  const { data, error, refetch } = useInsight<Trend>('trend', { id: run.id, ...asked })
  return (
    <section className="panel-card">
      <h2>{t('insight.trend')}</h2>
      <Select
        className="run-pick"
        aria-label={t('insight.rule')}
        value={chosen}
        onChange={setChosen}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: -1, label: t('insight.score') }, ...rules.map(({ code, name }, value) => ({ value, label: `${code} ${name}` }))]}
      />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && data.points.length === 0 && <p className="panel-note">{t('insight.noPoint')}</p>}
      {data && data.points.length > 0 && (
        <>
          <Chart points={data.points} limits={data.limits} />
          <p className="panel-note">
            {data.limits
              ? t('insight.trendNote', { fewest: data.fewest })
              : t('insight.few', { count: data.points.length, fewest: data.fewest })}
          </p>
          <table className="run-figures">
            <thead>
              <tr>
                {['run', 'time', 'figure', 'broken'].map((name) => (
                  <th key={name} scope="col">
                    {t(`insight.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.points.toReversed().map((point) => {
                const moment = momentOf(point.at)
                return (
                  <tr key={point.run}>
                    <th scope="row">
                      <Link to={`/admin/qc/run/${point.run}`}>#{point.run}</Link>
                    </th>
                    <td>{moment ? exactTime(moment) : '–'}</td>
                    <td>{formatNumber(point.figure, lang, 2)}</td>
                    <td>{point.rules.length > 0 ? `▲ ${point.rules.join(' ')}` : '–'}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
