import { useEffect, useRef, useState } from 'react'
import { ApiError, isCancelled } from '../../api/request.ts'
import { NEEDS_TASK, askShortly } from '../../api/short-question.ts'
import { useWatched } from '../../live/watched.ts'
import type { Assessment, Trial, Wanted } from './plan.ts'

const POLL_MS = 500
/** So long nobody has typed. */
const CALM_MS = 800
const isAtWork = (state: string | undefined): boolean => state === undefined || state === 'waiting' || state === 'running'

export type Trying = {
  answer: Assessment | null
  /** What the server did not like: about the cohort, said at its field, or about anything else, said at the button. */
  refusal: { cohort: string; trial: string }
  /** What went wrong in the worker. */
  failure: string | null
  error: Error | null
  isWorking: boolean
  /** The answer is about what stands on the screen. */
  isCurrent: boolean
  run(): Promise<void>
  retry(): void
}

const NO_REFUSAL: Trying['refusal'] = { cohort: '', trial: '' }
const refusalIn = (problem: unknown): Trying['refusal'] => {
  if (!(problem instanceof ApiError)) return { cohort: '', trial: String(problem) }
  const { data, msg } = problem
  const isOfCohort = typeof data === 'object' && data !== null && 'field' in data && data.field === 'cohort'
  return isOfCohort ? { cohort: msg, trial: '' } : { cohort: '', trial: msg }
}

/** Where a request is tried out: admins and members have calls of their own. */
export type TrialCalls = {
  /** Answered while one waits. */
  tryNow(id: number, wanted: Wanted, signal: AbortSignal): Promise<Assessment>
  assess(id: number, wanted: Wanted): Promise<number>
  fetchTrial(id: number, task: number, signal: AbortSignal): Promise<Trial>
}

/** What a plan would do. Live: asked again by itself once nobody types, one question at a time. */
export const useTrial = ({ tryNow, assess, fetchTrial }: TrialCalls, id: number, wanted: Wanted, isLive: boolean): Trying => {
  const [asked, setAsked] = useState<{ task: number | null; key: string } | null>(null)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const [isAsking, setAsking] = useState(false)
  const key = JSON.stringify(wanted)
  // What was refused is not asked again before it has changed.
  const tried = useRef('')
  const task = asked?.task ?? null
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  useWatched(task)
  const [seen, setSeen] = useState<{ task: number; trial: Trial | null; error: Error | null } | null>(null)
  useEffect(() => {
    if (asked === null || asked.task === null) return undefined
    const { task } = asked
    const control = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      try {
        const trial = await fetchTrial(id, task, control.signal)
        if (control.signal.aborted) return
        setSeen({ task, trial, error: null })
        if (isAtWork(trial.state)) timer = setTimeout(() => void look(), POLL_MS)
      } catch (problem) {
        if (!control.signal.aborted) setSeen({ task, trial: null, error: problem instanceof Error ? problem : new Error(String(problem)) })
      }
    }
    void look()
    return () => {
      control.abort()
      clearTimeout(timer)
    }
  }, [fetchTrial, id, asked])
  const { trial: data = null, error = null } = seen && seen.task === task ? seen : {}
  // The last answer stays, paler, until the next is there.
  const [answer, setAnswer] = useState<Assessment | null>(null)
  const result = data?.result
  if (result && result !== answer) setAnswer(result)
  const isWorking = isAsking || (task !== null && !error && isAtWork(data?.state))
  const run = async () => {
    tried.current = key
    const { signal } = (asking.current = new AbortController())
    setAsking(true)
    try {
      const now = await askShortly(() => tryNow(id, wanted, signal), signal)
      if (now === NEEDS_TASK) setAsked({ task: await assess(id, wanted), key })
      else {
        setAnswer(now)
        setAsked({ task: null, key })
      }
      setRefusal(NO_REFUSAL)
    } catch (problem) {
      if (isCancelled(problem)) return
      setRefusal(refusalIn(problem))
    } finally {
      setAsking(false)
    }
  }
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const isEmpty = wanted.plan.variables.length === 0
  useEffect(() => {
    if (!isLive || isWorking || isEmpty || tried.current === key) return undefined
    const timer = setTimeout(() => void latest.current(), CALM_MS)
    return () => clearTimeout(timer)
  }, [isLive, isWorking, isEmpty, key])
  return {
    answer,
    refusal,
    failure: isWorking ? null : (data?.error ?? null),
    error,
    isWorking,
    isCurrent: asked?.key === key && !isWorking,
    run,
    retry: () => setAsked((last) => last && { ...last }),
  }
}
