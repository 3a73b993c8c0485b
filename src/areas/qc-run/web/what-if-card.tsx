import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#web'
import { dimensionWords } from '#kernel'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { findingsOf, useInsight, type Rule, type Run } from './insight.ts'
import { Portion } from './portion.tsx'
import { useCalm } from './use-calm.ts'

type Flip = { parameter: string; from: string; to: string; violated: number; denominator: number }
type Supposed = {
  before: number | null
  after: number | null
  failed: number
  warned: number
  passed: number
  left: number
  flips: Flip[]
}

const METRICS = ['ratio', 'count', 'value'] as const
type Metric = (typeof METRICS)[number]
const RANGES: Record<Metric, object> = { ratio: { min: 0, max: 100, step: 0.5 }, count: { min: 0, precision: 0 }, value: {} }

/** What the run would have said under other limits. */
export const WhatIfCard = ({ run, rules }: { run: Run; rules: readonly Rule[] }) => {
  const lineages = new Map(rules.map((rule) => [rule.code, rule]))
  const t = useText('control')
  const lang = useLanguage()
  const [warn, setWarn] = useState<number | null>(0)
  const [fail, setFail] = useState<number | null>(5)
  const [dimension, setDimension] = useState('')
  const [parameter, setParameter] = useState('')
  const [by, setBy] = useState<Metric>('ratio')
  const isAsked = warn !== null || fail !== null
  const [above, beyond] = [useCalm(warn), useCalm(fail)]
  const unit = by === 'ratio' ? 100 : 1
  const limits = { ...(above === null ? {} : { warn: above / unit }), ...(beyond === null ? {} : { fail: beyond / unit }) }
  const meant = { by, ...(dimension === '' ? {} : { dimension }), ...(parameter === '' ? {} : { parameter }) }
  const { data, error, refetch } = useInsight<Supposed>(
    'suppose',
    { id: run.id, ...limits, ...meant },
    { isAsked: isAsked && (above !== null || beyond !== null) },
  )
  const named = (code: string) => {
    const rule = lineages.get(code)
    return rule ? (
      <Link to={findingsOf(run, { parameter: rule.parameter })}>
        {code} {rule.name}
      </Link>
    ) : (
      code
    )
  }
  const figure = (score: number | null) => (score === null ? '–' : formatNumber(score, lang, 1))
  const box = (label: string, value: number | null, onChange: (value: number | null) => void) => (
    <label>
      <span>{label}</span>
      <InputNumber {...RANGES[by]} value={value} onChange={onChange} aria-label={label} />
    </label>
  )
  return (
    <section className="panel-card">
      <h2>{t('insight.whatIf')}</h2>
      <p className="panel-note">{t('insight.whatIfNote')}</p>
      <div className="run-limits">
        <label>
          <span>{t('insight.limitBy')}</span>
          <Select
            aria-label={t('insight.limitBy')}
            value={by}
            onChange={setBy}
            options={METRICS.map((value) => ({ value, label: t(`insight.by.${value}`) }))}
          />
        </label>
        {box(t(`insight.warnBy.${by}`), warn, setWarn)}
        {box(t(`insight.failBy.${by}`), fail, setFail)}
        <label>
          <span>{t('insight.oneRule')}</span>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('insight.oneRule')}
            value={parameter}
            onChange={setParameter}
            options={[
              { value: '', label: t('insight.allRules') },
              ...rules.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
            ]}
          />
        </label>
        <label>
          <span>{t('insight.dimension')}</span>
          <Select
            aria-label={t('insight.dimension')}
            value={dimension}
            onChange={setDimension}
            options={[
              { value: '', label: t('insight.allDimensions') },
              ...Object.entries(dimensionWords[behind(lang)]).map(([value, label]) => ({ value, label })),
            ]}
          />
        </label>
      </div>
      {!isAsked && <p className="panel-note">{t('insight.noLimit')}</p>}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {isAsked && !data && !error && <Skeleton rows={2} />}
      {data && (
        <div role="status">
          <p>{t('insight.supposed', { ...data, before: figure(data.before), after: figure(data.after) })}</p>
          {data.left > 0 && <p className="panel-note">{t('insight.left', { count: data.left })}</p>}
          {data.flips.length === 0 && <p className="panel-note">{t('insight.noFlip')}</p>}
          <Portion of={data.flips}>
            {(flips) => (
              <ul className="run-flips">
                {flips.map(({ parameter, from, to, violated, denominator }) => (
                  <li key={parameter}>
                    <span>{named(parameter)}</span>
                    <span data-to={to}>
                      {t(`insight.status.${from}`)} → {t(`insight.status.${to}`)}
                    </span>
                    <small>
                      {violated}/{denominator}
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </Portion>
        </div>
      )}
    </section>
  )
}
