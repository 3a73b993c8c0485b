import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Scale } from './scale.tsx'
import { findingsOf, useInsight, type Rule, type Run } from './insight.ts'

type Site = { department: number; name: string; judged: number; hit: number; share: number; tone: 'usual' | 'warned' | 'failed' }
type Curve = { judged: number; low: number; high: number; lowest: number; highest: number }
type Sites = { isKept: boolean; share: number; sites: Site[]; curves: Curve[] }

const HEIGHT = 200
const WIDTH = 1000
const SIGNS = { usual: '', warned: '◐ ', failed: '▲ ' } as const

const Funnel = ({ share, sites, curves, door }: Sites & { door(department: number): string }) => {
  const t = useText('control')
  const lang = useLanguage()
  const most = Math.max(1, ...sites.map(({ judged }) => judged)) * 1.05
  const top = Math.min(1, Math.max(0.05, ...sites.map((site) => site.share), ...curves.slice(4).map(({ high }) => high)) * 1.1)
  const x = (judged: number) => (WIDTH * judged) / most
  const y = (part: number) => HEIGHT - 6 - (HEIGHT - 12) * Math.min(1, part / top)
  const curve = (name: 'low' | 'high' | 'lowest' | 'highest') =>
    curves.map((at, i) => `${i === 0 ? 'M' : 'L'}${x(at.judged)} ${y(at[name])}`).join('')
  return (
    <Scale top={`${formatNumber(top * 100, lang, 0)} %`} bottom="0" end={t('insight.recordsTo', { most: formatNumber(most, lang, 0) })}>
      <svg className="run-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path className="run-mean" d={`M0 ${y(share)}H${WIDTH}`} />
        {(['low', 'high'] as const).map((name) => (
          <path key={name} className="run-limit" d={curve(name)} />
        ))}
        {(['lowest', 'highest'] as const).map((name) => (
          <path key={name} className="run-limit" data-outer d={curve(name)} />
        ))}
        {sites.map((site) => (
          // By keyboard the table leads there.
          <Link key={site.department} to={door(site.department)} tabIndex={-1}>
            <title>{site.name}</title>
            <path className="run-point" data-tone={site.tone} d={`M${x(site.judged)} ${y(site.share)}h0`} />
          </Link>
        ))}
      </svg>
    </Scale>
  )
}

/** Sites against each other, and against chance. */
export const SiteCard = ({ run, rules }: { run: Run; rules: readonly Rule[] }) => {
  const t = useText('control')
  const lang = useLanguage()
  const [chosen, setChosen] = useState(-1)
  const rule = rules[chosen]
  const asked = rule ? { code: rule.code, parameter: rule.parameter, ...(rule.form === null ? {} : { form: rule.form }) } : {}
  const { data, error, refetch } = useInsight<Sites>('sites', { id: run.id, ...asked })
  const door = (department: number) => findingsOf(run, { department, ...(rule ? { parameter: rule.parameter } : {}) })
  return (
    <section className="panel-card">
      <h2>{t('insight.sites')}</h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && !data.isKept && <p className="panel-note">{t('insight.noSites')}</p>}
      {data?.isKept && (
        <>
          <Select
            className="run-pick"
            aria-label={t('insight.rule')}
            value={chosen}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: -1, label: t('insight.allRules') },
              ...rules.map(({ code, name }, value) => ({ value, label: `${code} ${name}` })),
            ]}
          />
          <Funnel {...data} door={door} />
          <p className="panel-note">{t('insight.sitesNote')}</p>
          <table className="run-figures">
            <thead>
              <tr>
                {['site', 'judged', 'hit', 'share'].map((name) => (
                  <th key={name} scope="col">
                    {t(`insight.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.sites.map(({ department, name, judged, hit, share, tone }) => (
                <tr key={department}>
                  <th scope="row">
                    <Link to={door(department)}>{name}</Link> <small>{SIGNS[tone] + t(`insight.tone.${tone}`)}</small>
                  </th>
                  <td>{formatNumber(judged, lang)}</td>
                  <td>{formatNumber(hit, lang)}</td>
                  <td>{formatNumber(share * 100, lang, 1)} %</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
