import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/states.tsx'
import type { Assessment } from './plan.ts'
import type { Names } from './label.ts'
import { told } from './told.ts'
import type { Trying } from './use-trial.ts'

const Sample = ({ sample, names }: Pick<Assessment, 'sample'> & { names: Names }) => {
  const t = useText('analysis')
  const labelled = (form: string) => t('sampleOf', { form: names.form(form) })
  return sample.map(({ form, columns, before, after }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
    <div key={form} className="analysis-table analysis-sample" role="region" aria-label={labelled(form)} tabIndex={0}>
      {[['before', before] as const, ['after', after] as const].map(([key, rows]) => (
        <table key={key}>
          <caption>
            {names.form(form)} · {t(key)}
          </caption>
          <thead>
            <tr>
              {['', ...columns].map((code) => (
                <th key={code} scope="col">
                  {code ? names.variable(form, code) : t('subject')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, i) => (
              <tr key={i}>
                {cells.map((cell, at) => (
                  <td key={at}>{cell ?? '∅'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  ))
}

const Answer = ({ answer, names }: { answer: Assessment; names: Names }) => {
  const { before, after, anonymity, loss, sample } = answer
  const t = useText('analysis')
  return (
    <>
      <dl className="analysis-facts">
        <dt>{t('subjects')}</dt>
        <dd data-figure="subjects">
          {told(before.subjects)} → {told(after.subjects)}
        </dd>
        {before.rows.map(({ form, rows }, i) => (
          <div key={form}>
            <dt>{t('rowsOf', { form: names.form(form) })}</dt>
            <dd>
              {told(rows)} → {told(after.rows[i]?.rows ?? null)}
            </dd>
          </div>
        ))}
        <dt>{t('smallest')}</dt>
        <dd>{anonymity.k ?? '–'}</dd>
        <dt>{t('fewest')}</dt>
        <dd>{anonymity.l ?? '–'}</dd>
        <dt>{t('exposed')}</dt>
        <dd>{told(anonymity.exposed)}</dd>
      </dl>
      <details>
        <summary>{t('loss')}</summary>
        <div className="analysis-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('variable')}</th>
                <th scope="col">{t('filled')}</th>
                <th scope="col">{t('kinds')}</th>
              </tr>
            </thead>
            <tbody>
              {loss.map(({ form, slot, code, filled, left, distinct, kinds }) => (
                <tr key={`${form} ${slot}`}>
                  <th scope="row">{names.variable(form, code)}</th>
                  <td>
                    {told(filled)} → {told(left)}
                  </td>
                  <td>
                    {distinct ?? '–'} → {kinds ?? '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <p className="panel-note">{t('sampleNote')}</p>
      <Sample sample={sample} names={names} />
    </>
  )
}

/** What the plan on the screen would do, counted by a worker; no value of anybody is shown. */
export const TrialPanel = ({ trial, names }: { trial: Trying; names: Names }) => {
  const t = useText('analysis')
  const { answer, refusal, failure, error, isWorking, isCurrent, run, retry } = trial
  return (
    <section className="panel-card">
      <h2>{t('trial')}</h2>
      {!(answer && isCurrent) && (
        <p className="analysis-tools">
          <Button busy={isWorking} onClick={() => void run()}>
            {t('assess')}
          </Button>
          {!isWorking && (
            <span className="analysis-refusal" role="alert">
              {refusal.trial}
            </span>
          )}
        </p>
      )}
      {isWorking && <p role="status">{t('counting')}</p>}
      {error && <Failure error={error} retry={retry} />}
      {failure && (
        <p className="form-trouble" role="alert">
          {failure}
        </p>
      )}
      {answer && (
        <div className={isCurrent ? undefined : 'analysis-stale'} aria-busy={!isCurrent}>
          <Answer answer={answer} names={names} />
        </div>
      )}
    </section>
  )
}
