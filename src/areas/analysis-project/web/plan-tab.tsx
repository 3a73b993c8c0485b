import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import chart from 'virtual:icon/chart-column'
import { ensureText, type RowData, useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { arrange, fetchOffer, type Offer, type Plan, type Wanted } from './api.ts'
import { TrialPanel } from './trial.tsx'
import { VariableTable } from './variable-table.tsx'
import '#web/ui/panel-card.css'
import './analysis.css'

await ensureText('analysis')

const EMPTY: Plan = { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables: [] }
const isPlan = (value: unknown): value is Plan => typeof value === 'object' && value !== null && 'variables' in value
const wantedOf = (row: RowData): Wanted => ({
  cohortForm: typeof row['cohortForm'] === 'number' ? row['cohortForm'] : null,
  cohort: typeof row['cohort'] === 'string' ? row['cohort'] : '',
  plan: isPlan(row['plan']) ? row['plan'] : EMPTY,
})

const Arrangement = ({ row, offer, reload }: { row: RowData; offer: Offer; reload(): void }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const { may } = useResource()
  const [wanted, setWanted] = useState(() => wantedOf(row))
  const [busy, setBusy] = useState(false)
  const { plan } = wanted
  const readOnly = row['state'] !== 'draft' || !may('arrange')
  const setPlan = (more: Partial<Plan>) => setWanted({ ...wanted, plan: { ...plan, ...more } })
  const save = async () => {
    setBusy(true)
    try {
      await arrange(row.id, wanted)
      reload()
    } finally {
      setBusy(false)
    }
  }
  const count = (key: 'k' | 'l', min: number, max: number) => (
    <label>
      <span>{t(key)}</span>
      <input
        className="input"
        type="number"
        min={min}
        max={max}
        value={plan[key]}
        onChange={(event) => setPlan({ [key]: Math.min(max, Math.max(min, Math.trunc(Number(event.target.value)) || min)) })}
      />
    </label>
  )
  const named = plan.variables.map(({ form, slot }) => offer.variables.find((v) => v.form === form && v.slot === slot))
  return (
    <div className="analysis">
      {offer.problems.length > 0 && (
        <ul className="analysis-problems" aria-label={t('problems')}>
          {offer.problems.map(({ text }, i) => (
            <li key={i}>{text}</li>
          ))}
        </ul>
      )}
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('cohort')}</legend>
        <div className="analysis-fields">
          <label>
            <span>{t('cohortForm')}</span>
            <select
              className="input"
              value={wanted.cohortForm ?? ''}
              onChange={(event) => setWanted({ ...wanted, cohortForm: Number(event.target.value) || null })}
            >
              <option value="">{t('everybody')}</option>
              {offer.forms.map(({ id, code, name, nameEn }) => (
                <option key={id} value={id}>
                  {(lang === 'en' ? nameEn : name) || code}
                </option>
              ))}
            </select>
          </label>
          <label className="analysis-wide">
            <span>{t('expression')}</span>
            <input
              className="input"
              value={wanted.cohort}
              maxLength={2000}
              placeholder="sbp >= 140"
              onChange={(event) => setWanted({ ...wanted, cohort: event.target.value })}
            />
          </label>
        </div>
        <p className="panel-note">{t('cohortNote')}</p>
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('variables')}</legend>
        <VariableTable offer={offer} chosen={plan.variables} onChange={(variables) => setPlan({ variables })} />
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('protection')}</legend>
        <div className="analysis-fields">
          {count('k', 2, 100)}
          {count('l', 1, 20)}
          <label>
            <span>{t('sensitive')}</span>
            <select
              className="input"
              value={plan.sensitive ? `${plan.sensitive.form} ${plan.sensitive.slot}` : ''}
              onChange={(event) => {
                const [form = 0, slot = 0] = event.target.value.split(' ').map(Number)
                setPlan({ sensitive: form ? { form, slot } : null })
              }}
            >
              <option value="">{t('none')}</option>
              {named.map(
                (v) =>
                  v && (
                    <option key={`${v.form} ${v.slot}`} value={`${v.form} ${v.slot}`}>
                      {v.code}
                    </option>
                  ),
              )}
            </select>
          </label>
          <label>
            <span>{t('site')}</span>
            <select
              className="input"
              value={plan.site}
              onChange={(event) => setPlan({ site: SITES.find((s) => s === event.target.value) ?? 'drop' })}
            >
              {SITES.map((site) => (
                <option key={site} value={site}>
                  {t(`treatment.${site}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{t('format')}</span>
            <select
              className="input"
              value={plan.format}
              onChange={(event) => setPlan({ format: event.target.value === 'parquet' ? 'parquet' : 'csv' })}
            >
              <option value="csv">CSV</option>
              <option value="parquet">Parquet</option>
            </select>
          </label>
        </div>
        <p className="panel-note">{t('protectionNote')}</p>
      </fieldset>
      {!readOnly && (
        <p className="analysis-tools">
          <Button look="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </p>
      )}
      {may('assess') && <TrialPanel id={row.id} wanted={wanted} />}
    </div>
  )
}
const SITES = ['drop', 'pseudonym', 'keep'] as const

/** Whom, which variables, and what becomes of each; below it what that would do. */
export const PlanTab = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', row.id, 'offer', row.version, lang],
    queryFn: ({ signal }) => fetchOffer(row.id, signal),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  if (data.variables.length === 0) return <Empty icon={chart} title={t('noDictionary')} />
  return <Arrangement key={row.version} row={row} offer={data} reload={reload} />
}
