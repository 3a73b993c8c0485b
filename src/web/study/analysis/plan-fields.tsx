import { useLanguage, useText } from '../../i18n/index.ts'
import { namesIn } from './label.ts'
import type { Offer, Plan, Wanted } from './plan.ts'
import { Protection } from './protection.tsx'
import { told } from './told.ts'
import { TrialPanel } from './trial.tsx'
import type { Trying } from './use-trial.ts'
import { VariableTable } from './variable-table.tsx'
import '../../field/input/input.css'
import '../../ui/panel-card.css'
import './analysis.css'
import { nameIn } from '../name-in.ts'

const CohortFields = ({
  offer,
  wanted,
  trial,
  onChange,
}: {
  offer: Offer
  wanted: Wanted
  trial: Trying | null
  onChange(wanted: Wanted): void
}) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const { answer = null, isWorking = false, isCurrent = false } = trial ?? {}
  const refusal = trial?.refusal.cohort ?? ''
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
                {nameIn(lang, { name, nameEn, code })}
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

/** What stands in the way of what is saved. */
export const Problems = ({ offer: { problems } }: { offer: Offer }) => {
  const t = useText('analysis')
  if (problems.length === 0) return null
  return (
    <ul className="analysis-problems" aria-label={t('problems')}>
      {problems.map(({ text }, i) => (
        <li key={i}>{text}</li>
      ))}
    </ul>
  )
}

type Props = { offer: Offer; wanted: Wanted; trial: Trying | null; readOnly: boolean; onChange(wanted: Wanted): void }
/** Whom, which variables, and what becomes of each; below it what that would do. */
export const PlanFields = ({ offer, wanted, trial, readOnly, onChange }: Props) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const setPlan = (more: Partial<Plan>) => onChange({ ...wanted, plan: { ...wanted.plan, ...more } })
  return (
    <>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('cohort')}</legend>
        <CohortFields offer={offer} wanted={wanted} trial={trial} onChange={onChange} />
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('variables')}</legend>
        <VariableTable offer={offer} chosen={wanted.plan.variables} onChange={(variables) => setPlan({ variables })} />
      </fieldset>
      <fieldset className="panel-card" disabled={readOnly}>
        <legend>{t('protection')}</legend>
        <Protection offer={offer} plan={wanted.plan} onChange={setPlan} />
      </fieldset>
      {trial && <TrialPanel trial={trial} names={namesIn(offer, lang)} />}
    </>
  )
}
