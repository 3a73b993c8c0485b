import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import flask from 'virtual:icon/flask-conical'
import { ApiError, isCancelled } from '../api/request.ts'
import { readRow } from '../api/resource.ts'
import { NEEDS_TASK } from '../api/short-question.ts'
import { ensureText, useText } from '../i18n/index.ts'
import type { Lang } from '../languages.ts'
import { useMay } from '../state/ability.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import type { Body } from './body.ts'
import { useTables, type CheckType } from './catalogue.ts'
import { DeliveryPick, FormPick, RecordPick } from './record-pick.tsx'
import { askTrial, fetchTrial, isAtWork, stopTrial, tryNow, type Trial } from './trial.ts'
import { TrialAnswer } from './trial-answer.tsx'
import './try-it.css'

await ensureText('control', 'field')

const LOOK_MS = 250
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

type Over = { study: number | null; form: number | null; datafile: number | null; delivery: number | null }
const NOTHING: Over = { study: null, form: null, datafile: null, delivery: null }
/** What was tried, with its answer or the task that will have it. */
type Tried = { body: Body; trial: Trial | null; task: number | null }
/** `message`: what the rule tells whoever entered what it blames. */
type Props = { check: CheckType; body: Body; study: number | null; parameter?: number | null; lang: Lang; message?: string }
const Panel = ({ check, body, study, parameter = null, lang, message = '' }: Props) => {
  const t = useText('control')
  const may = useMay()
  const [chosen, setChosen] = useState<Over>(NOTHING)
  const [tried, setTried] = useState<Tried | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  // What the study calls what the rows show.
  const { data: tables = [] } = useTables({ study: study ?? chosen.study })
  const over: Over = { ...chosen, study: chosen.datafile === null ? (study ?? chosen.study) : null }
  const { data, error, refetch } = useQuery({
    queryKey: ['trial', tried?.task],
    queryFn: ({ signal }) => fetchTrial(tried?.task ?? 0, signal),
    enabled: typeof tried?.task === 'number',
    retry: false,
    refetchInterval: ({ state }) => (isAtWork(state.data?.state) && !state.error ? LOOK_MS : false),
  })
  const isTask = typeof tried?.task === 'number'
  const isWorking = busy || (isTask && !error && isAtWork(data?.state))
  const answer = tried?.trial ?? (isTask ? data?.result : null)
  const run = async () => {
    const control = (asking.current = new AbortController())
    const wanted = { check: check.id, body, parameter, ...over }
    setBusy(true)
    setTried(null)
    setRefusal(null)
    try {
      const trial = await tryNow(wanted, control.signal)
      setTried(trial === NEEDS_TASK ? { body, trial: null, task: await askTrial(wanted) } : { body, trial, task: null })
    } catch (problem) {
      setRefusal(isCancelled(problem) ? t('trial.stopped') : problem instanceof ApiError ? problem.msg : String(problem))
    }
    setBusy(false)
  }
  const stop = async () => {
    asking.current?.abort()
    if (typeof tried?.task !== 'number') return
    await stopTrial(tried.task).catch(() => null)
    await refetch()
  }
  const hasTable = typeof body['table'] === 'string' && body['table'] !== ''
  return (
    <section className="try-it" aria-label={t('trial.title')}>
      <h3>{t('trial.title')}</h3>
      <p className="form-help">{t('trial.remark')}</p>
      <div className="try-it-over">
        {study === null && (
          <RecordPick
            what="study"
            label={t('trial.study')}
            value={chosen.study}
            onChange={(id) => setChosen({ ...NOTHING, study: id })}
            lang={lang}
          />
        )}
        {over.study !== null && may('gather.delivery', 'index') && (
          <DeliveryPick
            study={over.study}
            value={chosen.delivery}
            onChange={(delivery) => setChosen({ ...chosen, form: null, delivery })}
            lang={lang}
          />
        )}
        {over.study !== null && over.delivery === null && !hasTable && (
          <FormPick study={over.study} value={chosen.form} onChange={(form) => setChosen({ ...chosen, form })} lang={lang} />
        )}
        {may('datafile', 'index') && (
          <RecordPick
            what="datafile"
            label={t(study === null ? 'trial.datafile' : 'trial.instead')}
            value={chosen.datafile}
            onChange={(datafile) => setChosen({ ...NOTHING, datafile })}
            lang={lang}
          />
        )}
        <div className="try-it-tools">
          <Button
            icon={flask}
            busy={isWorking}
            disabled={over.study === null && over.datafile === null}
            title={over.study === null && over.datafile === null ? t('trial.choose') : undefined}
            onClick={() => void run()}
          >
            {t('trial.run')}
          </Button>
          {isWorking && <Button onClick={() => void stop()}>{t('trial.stop')}</Button>}
        </div>
      </div>
      {isWorking && (
        <p role="status" className="try-it-progress">
          <progress max={1} {...(isTask ? { value: data?.progress ?? 0 } : {})} aria-label={t('trial.working')} />{' '}
          {t(isTask ? 'trial.longer' : 'trial.working')}
        </p>
      )}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {refusal && <p role="status">{refusal}</p>}
      {isTask && data?.state === 'cancelled' && <p role="status">{t('trial.stopped')}</p>}
      {isTask && data?.error && (
        <p className="form-trouble" role="alert">
          {data.error}
        </p>
      )}
      {tried && answer && !isWorking && (
        <>
          {tried.body !== body && JSON.stringify(tried.body) !== JSON.stringify(body) && <p className="form-help">{t('trial.older')}</p>}
          <TrialAnswer trial={answer} body={tried.body} check={check} lang={lang} names={tables} message={message} />
        </>
      )}
    </section>
  )
}

/** The rule of a study is tried on that study. */
const OfParameter = ({ parameter, ...rest }: Omit<Props, 'study' | 'parameter'> & { parameter: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['row', 'control.parameter', parameter, 'try', rest.lang],
    queryFn: ({ signal }) => readRow('control.parameter', parameter, signal),
    retry: false,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return data ? <Panel {...rest} parameter={parameter} study={idOf(data.row['study'])} /> : <Skeleton rows={2} />
}

/** A rule as it stands on the screen, tried on rows that are there, for whoever may. `of`: the parameter of a version, or the study of a new rule. */
export const TryIt = ({ of, ...rest }: Omit<Props, 'study' | 'parameter'> & { of: { parameter: number } | { study: number | null } }) => {
  const may = useMay()
  if (!may('control.parameter', 'try')) return null
  return 'parameter' in of ? <OfParameter {...rest} parameter={of.parameter} /> : <Panel {...rest} study={of.study} />
}
