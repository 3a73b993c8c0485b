import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { CompareDimensions } from './compare-dimensions.tsx'
import { Folded, Portion } from './portion.tsx'
import { findingsOf, useInsight, type Rule, type Run } from './insight.ts'

type Said = { status: string; violated: number; denominator: number }
type Compared = Rule & { now: Said | null; before: Said | null; kind: string; appeared: number; gone: number; still: number }
type Comparison = {
  isSameScope: boolean
  scores: { now: number | null; before: number | null }
  dimensions: { now: unknown; before: unknown }
  rules: Compared[]
}
type Earlier = { list: { id: number; title: string; at: string; isSameScope: boolean }[] }

const Rules = ({ run, rules }: { run: Run; rules: readonly Compared[] }) => {
  const t = useText('control')
  const said = (one: Said | null) => (one ? `${t(`insight.status.${one.status}`)} ${one.violated}/${one.denominator}` : '–')
  return (
    // A wide table holds nothing to focus at its end: without a stop of its own the keyboard could not scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="run-table" role="region" aria-label={t('insight.compare')} tabIndex={0}>
      <Portion of={rules}>
        {(shown) => (
          <table>
            <thead>
              <tr>
                {['rule', 'then', 'now', 'appeared', 'gone', 'still'].map((name) => (
                  <th key={name} scope="col">
                    {t(`insight.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((rule) => (
                <tr key={`${rule.code} ${rule.form ?? ''}`} data-kind={rule.kind}>
                  <th scope="row">
                    <Link to={findingsOf(run, { parameter: rule.parameter })}>
                      {rule.code} {rule.name}
                    </Link>
                    <small>{t(`insight.kind.${rule.kind}`)}</small>
                  </th>
                  <td>{said(rule.before)}</td>
                  <td>{said(rule.now)}</td>
                  <td>{rule.appeared}</td>
                  <td>{rule.gone}</td>
                  <td>{rule.still}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Portion>
    </div>
  )
}

const groupOf = ({ appeared, gone, before, now, kind }: Compared): 'moved' | 'same' | 'once' => {
  if (kind === 'elsewhere') return 'once'
  return appeared > 0 || gone > 0 || before?.status !== now?.status ? 'moved' : 'same'
}

/** What changed is what one came for; the rest, and what only one of the runs judged, is a line to open. */
const Moves = ({ run, rules }: { run: Run; rules: readonly Compared[] }) => {
  const t = useText('control')
  const { moved = [], same = [], once = [] } = Object.groupBy(rules, groupOf)
  return (
    <>
      {moved.length > 0 ? <Rules run={run} rules={moved} /> : <p className="panel-note">{t('insight.nothingMoved')}</p>}
      {same.length > 0 && (
        <Folded title={t('insight.same', { count: same.length })}>
          <Rules run={run} rules={same} />
        </Folded>
      )}
      {once.length > 0 && (
        <Folded title={t('insight.once', { count: once.length })}>
          <Rules run={run} rules={once} />
        </Folded>
      )}
    </>
  )
}

/** This run against an earlier one: what got worse, what is gone, what is still there. */
export const CompareCard = ({ run }: { run: Run }) => {
  const t = useText('control')
  const lang = useLanguage()
  const [chosen, setChosen] = useState<number | null>(null)
  const earlier = useInsight<Earlier>('earlier', { id: run.id })
  const list = earlier.data?.list ?? []
  // Scores say something against the same forms and set alone.
  const against = chosen ?? (list.find(({ isSameScope }) => isSameScope) ?? list[0])?.id ?? 0
  const { data, error, refetch } = useInsight<Comparison>('compare', { id: run.id, with: against }, { isAsked: against > 0 })
  const figure = (score: number | null) => (score === null ? '–' : formatNumber(score, lang, 1))
  const scores = data?.scores
  const delta = scores && scores.now !== null && scores.before !== null ? scores.now - scores.before : 0
  return (
    <section className="panel-card">
      <h2>{t('insight.compare')}</h2>
      {earlier.error && <Failure error={earlier.error} retry={() => void earlier.refetch()} />}
      {earlier.data && list.length === 0 && <p className="panel-note">{t('insight.noEarlier')}</p>}
      {list.length > 0 && (
        <Select
          className="run-pick"
          aria-label={t('insight.against')}
          value={against}
          onChange={setChosen}
          options={list.map(({ id, title, at }) => {
            const moment = momentOf(at)
            return { value: id, label: `#${id} ${title} ${moment ? exactTime(moment) : ''}` }
          })}
        />
      )}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {against > 0 && !data && !error && <Skeleton rows={4} />}
      {data && (
        <>
          <p role="status">
            {data.isSameScope
              ? t('insight.scores', {
                  before: figure(data.scores.before),
                  now: figure(data.scores.now),
                  delta: `${delta > 0 ? '+' : ''}${formatNumber(delta, lang, 1)}`,
                })
              : t('insight.otherScope')}
          </p>
          {data.isSameScope && <CompareDimensions now={data.dimensions.now} before={data.dimensions.before} />}
          <Moves run={run} rules={data.rules} />
        </>
      )}
    </section>
  )
}
