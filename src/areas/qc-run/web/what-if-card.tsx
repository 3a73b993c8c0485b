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

/** What the run would have said under other limits. */
export const WhatIfCard = ({ run, rules }: { run: Run; rules: readonly Rule[] }) => {
  const lineages = new Map(rules.map((rule) => [rule.code, rule]))
  const t = useText('control')
  const lang = useLanguage()
  const [warn, setWarn] = useState<number | null>(0)
  const [fail, setFail] = useState<number | null>(5)
  const [dimension, setDimension] = useState('')
  const isAsked = warn !== null || fail !== null
  const [above, beyond] = [useCalm(warn), useCalm(fail)]
  const limits = { ...(above === null ? {} : { warn: above / 100 }), ...(beyond === null ? {} : { fail: beyond / 100 }) }
  const { data, error, refetch } = useInsight<Supposed>(
    'suppose',
    { id: run.id, ...limits, ...(dimension === '' ? {} : { dimension }) },
    isAsked && (above !== null || beyond !== null),
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
      <InputNumber min={0} max={100} step={0.5} value={value} onChange={onChange} aria-label={label} />
    </label>
  )
  return (
    <section className="panel-card">
      <h2>{t('insight.whatIf')}</h2>
      <p className="panel-note">{t('insight.whatIfNote')}</p>
      <div className="run-limits">
        {box(t('insight.warnAbove'), warn, setWarn)}
        {box(t('insight.failAbove'), fail, setFail)}
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
          <ul className="run-flips">
            {data.flips.map(({ parameter, from, to, violated, denominator }) => (
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
        </div>
      )}
    </section>
  )
}
