import type { TrialFault, TriedRow, TriedTable, Words } from '#kernel'
import { runAction } from '../api/resource.ts'
import { request } from '../api/request.ts'
import { askShortly, type NEEDS_TASK } from '../api/short-question.ts'
import { uuid } from '../api/uuid.ts'

const NAME = 'control.parameter'
export type Wanted = {
  check: string
  body: unknown
  study: number | null
  form: number | null
  datafile: number | null
  delivery: number | null
  /** Of a rule that is stored: its story tells the trial. */
  parameter: number | null
}
export type Trial = {
  study: number | null
  faults: readonly TrialFault[]
  trouble: Words | null
  tables: readonly TriedTable[]
  list: readonly TriedRow[] | null
  ms: number
}
export type Answer = { state: string; progress: number; result: Trial | null; error: string | null }

const taskIn = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'task' in data && typeof data.task === 'number' ? data.task : null
export const askTrial = (wanted: Wanted): Promise<number | null> =>
  runAction(NAME, 'try', [], { ...wanted }, uuid(), { showSuccess: false }).then((answer) => taskIn(answer.data))
/** Answered while one waits. */
export const tryNow = (wanted: Wanted, signal: AbortSignal): Promise<Trial | typeof NEEDS_TASK> =>
  askShortly(
    () =>
      request<Trial>({
        url: `/admin/${NAME}/trial`,
        method: 'POST',
        data: { ...wanted },
        signal,
        showError: false,
        cancelDuplicate: false,
      }).then((a) => a.data),
    signal,
  )
export const fetchTrial = (task: number, signal: AbortSignal): Promise<Answer> =>
  request<Answer>({ url: `/admin/${NAME}/trial`, params: { task }, signal, showError: false, cancelDuplicate: false }).then((a) => a.data)
export const stopTrial = (task: number) =>
  request({ url: `/admin/${NAME}/stop`, method: 'POST', data: { task }, showSuccess: false, cancelDuplicate: false })

export const isAtWork = (state: string | undefined): boolean => state === undefined || state === 'waiting' || state === 'running'
