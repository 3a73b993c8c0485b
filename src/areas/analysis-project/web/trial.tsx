import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/states.tsx'
import { type Assessment, assess, fetchTrial, type Wanted } from './api.ts'

const POLL_MS = 1000
const isAtWork = (state: string | undefined): boolean => state === undefined || state === 'waiting' || state === 'running'

const Sample = ({ sample }: Pick<Assessment, 'sample'>) => {
  const t = useText('analysis')
  return sample.map(({ form, columns, before, after }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
    <div key={form} className="analysis-table" role="region" aria-label={t('sampleOf', { form })} tabIndex={0}>
      {[['before', before] as const, ['after', after] as const].map(([key, rows]) => (
        <table key={key}>
          <caption>
            {form} · {t(key)}
          </caption>
          <thead>
            <tr>
              {[t('subject'), ...columns].map((name) => (
                <th key={name} scope="col">
                  {name}
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

const Answer = ({ answer: { before, after, anonymity, loss, sample } }: { answer: Assessment }) => {
  const t = useText('analysis')
  const told = (n: number | null) => (n === null ? '<5' : String(n))
  return (
    <>
      <dl className="analysis-facts">
        <dt>{t('subjects')}</dt>
        <dd data-figure="subjects">
          {told(before.subjects)} → {told(after.subjects)}
        </dd>
        {before.rows.map(({ form, rows }, i) => (
          <div key={form}>
            <dt>{t('rowsOf', { form })}</dt>
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
                  <th scope="row">{code}</th>
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
      <Sample sample={sample} />
    </>
  )
}

/** What the plan on the screen would do, counted by a worker; no value of anybody is shown. */
export const TrialPanel = ({ id, wanted }: { id: number; wanted: Wanted }) => {
  const t = useText('analysis')
  const [task, setTask] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', id, 'trial', task],
    queryFn: ({ signal }) => fetchTrial(id, task ?? 0, signal),
    enabled: task !== null,
    retry: false,
    refetchInterval: ({ state }) => (isAtWork(state.data?.state) && !state.error ? POLL_MS : false),
  })
  const run = async () => {
    setBusy(true)
    try {
      setTask(await assess(id, wanted))
    } finally {
      setBusy(false)
    }
  }
  const isWorking = task !== null && !error && isAtWork(data?.state)
  return (
    <section className="panel-card">
      <h2>{t('trial')}</h2>
      <p className="analysis-tools">
        <Button busy={busy || isWorking} onClick={() => void run()}>
          {t('assess')}
        </Button>
      </p>
      {isWorking && <p role="status">{t('counting')}</p>}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.error && (
        <p className="form-trouble" role="alert">
          {data.error}
        </p>
      )}
      {data?.result && !isWorking && <Answer answer={data.result} />}
    </section>
  )
}
