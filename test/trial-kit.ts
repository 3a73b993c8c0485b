import { setTimeout as pause } from 'node:timers/promises'
import type { Trial } from '../src/study/parameter/trial.ts'
import { post } from './study-kit.ts'
import type { Call } from './study-kit.ts'

export type Answer = { state: string; progress: number; result: Trial | null; error: string | null }
export const askTrial = (call: Call, wanted: object) => post<{ task: number }>(call, 'control.parameter/try', wanted)
export const lookAt = (call: Call, task: number) => call<Answer>('/admin/control.parameter/trial', { query: { task: String(task) } })

/** What a rule finds in the rows it is tried on; a worker must be there. */
export const tried = async (call: Call, wanted: object): Promise<Trial> => {
  const { code, msg, data } = await askTrial(call, wanted)
  if (code !== 1) throw new Error(msg)
  for (;;) {
    const { state, result, error } = (await lookAt(call, data.task)).data
    if (state === 'done' && result) return result
    if (state !== 'waiting' && state !== 'running') throw new Error(`${state}: ${error ?? ''}`)
    await pause(50)
  }
}
