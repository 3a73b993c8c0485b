import { useState } from 'react'
import { type RowData, useResource, useText } from '#web'
import { draftAt, dropDraft } from '#web/draft/drafts.ts'
import { useTyped } from '#web/draft/use-typed.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { KeptNotice } from '#web/resource/form/kept-notice.tsx'
import { useLeaveGuard } from '#web/resource/form/leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { arrange, type Offer, type Plan, type Wanted } from './api.ts'
import { namesIn } from './label.ts'
import { Protection } from './protection.tsx'
import { told } from './told.ts'
import { TrialPanel } from './trial.tsx'
import { type Trying, useTrial } from './use-trial.ts'
import { VariableTable } from './variable-table.tsx'
import '#web/ui/panel-card.css'
import './analysis.css'

const EMPTY: Plan = { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables: [] }
const isPlan = (value: unknown): value is Plan => typeof value === 'object' && value !== null && 'variables' in value
const wantedOf = ({ cohortForm, cohort, plan }: Readonly<Record<string, unknown>>): Wanted => ({
  cohortForm: typeof cohortForm === 'number' ? cohortForm : null,
  cohort: typeof cohort === 'string' ? cohort : '',
  plan: isPlan(plan) ? plan : EMPTY,
})

const CohortFields = ({
  offer,
  wanted,
  trial,
  onChange,
}: {
  offer: Offer
  wanted: Wanted
  trial: Trying
  onChange(wanted: Wanted): void
}) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const { answer, refusal, isWorking, isCurrent } = trial
  const count = answer && t('inCohort', { n: told(answer.before.subjects) })
  return (
    <>
      <div className="analysis-fields">
        <label>
          <span>{t('cohortForm')}</span>
          <select
            className="input"
            value={wanted.cohortForm ?? ''}
            onChange={(event) => onChange({ ...wanted, cohortForm: Number(event.target.value) || null })}
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
            spellCheck={false}
            aria-invalid={refusal !== ''}
            aria-describedby="analysis-cohort-said"
            onChange={(event) => onChange({ ...wanted, cohort: event.target.value })}
          />
        </label>
      </div>
      <p id="analysis-cohort-said" className="analysis-said" aria-live="polite">
        {refusal ? <span className="analysis-refusal">{refusal}</span> : isWorking ? t('counting') : isCurrent && count}
      </p>
      <p className="panel-note">{t('cohortNote')}</p>
    </>
  )
}

/** The plan of a request: written as long as it is a draft, with what it would do beside it. */
export const Arrangement = ({ row, offer, reload }: { row: RowData; offer: Offer; reload(): void }) => {
  const t = useText('analysis')
  const words = useText('form')
  const lang = useLanguage()
  const { may } = useResource()
  const { ask, dialog } = useConfirm()
  const draftKey = `analysis.project ${row.id} plan`
  const saved = wantedOf(row)
  const [kept, setKept] = useState(() => draftAt('admin', draftKey))
  const [wanted, setWanted] = useState(() => wantedOf({ ...saved, ...kept?.values }))
  const [busy, setBusy] = useState(false)
  const readOnly = row['state'] !== 'draft' || !may('arrange') || !offer.isMine
  const isDirty = !readOnly && JSON.stringify(wanted) !== JSON.stringify(saved)
  const trial = useTrial(row.id, wanted, !readOnly && may('assess'))
  useTyped('admin', draftKey, isDirty, () => ({ values: { ...wanted }, before: { ...saved } }))
  useLeaveGuard(isDirty, async () => {
    const question = { title: words('leave.ask'), detail: words('leave.detail'), yes: words('leave.yes'), no: words('leave.no') }
    const leaves = await ask({ ...question, danger: true })
    if (leaves) dropDraft('admin', draftKey)
    return leaves
  })
  const setPlan = (more: Partial<Plan>) => setWanted({ ...wanted, plan: { ...wanted.plan, ...more } })
  const discard = () => {
    dropDraft('admin', draftKey)
    setKept(undefined)
    setWanted(saved)
  }
  const save = async () => {
    setBusy(true)
    try {
      await arrange(row.id, wanted)
      dropDraft('admin', draftKey)
      reload()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="analysis">
      {dialog}
      {kept && <KeptNotice draft={kept} onDiscard={discard} />}
      {offer.problems.length > 0 && !isDirty && (
        <ul className="analysis-problems" aria-label={t('problems')}>
          {offer.problems.map(({ text }, i) => (
            <li key={i}>{text}</li>
          ))}
        </ul>
      )}
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('cohort')}</legend>
        <CohortFields offer={offer} wanted={wanted} trial={trial} onChange={setWanted} />
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('variables')}</legend>
        <VariableTable offer={offer} chosen={wanted.plan.variables} onChange={(variables) => setPlan({ variables })} />
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('protection')}</legend>
        <Protection offer={offer} plan={wanted.plan} onChange={setPlan} />
      </fieldset>
      {may('assess') && <TrialPanel trial={trial} names={namesIn(offer, lang)} />}
      {!readOnly && (
        <p className="analysis-save">
          <Button look="primary" busy={busy} disabled={!isDirty} onClick={() => void save()}>
            {t('save')}
          </Button>
          <span className="panel-note">{t(isDirty ? 'unsaved' : 'saved')}</span>
        </p>
      )}
    </div>
  )
}
