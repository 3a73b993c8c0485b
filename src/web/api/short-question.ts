import { ApiError } from './envelope.ts'

/** It needs longer than a question may take, or no worker is at hand: whoever asked may have it as a task. */
export const NEEDS_TASK = 'needsTask'
const MOST_TRIES = 5
const inside = (data: unknown, name: string): unknown => (typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined)

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    const stop = () => {
      clearTimeout(timer)
      reject(new ApiError('cancelled', { code: 0, msg: '' }))
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** A question that a worker answers while one waits. Only two are answered at a time: who comes third is asked to come again, and does. */
export const askShortly = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | typeof NEEDS_TASK> => {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (inside(error.data, 'instead') === 'task') return NEEDS_TASK
      if (error.code !== 429 || tries === MOST_TRIES) throw error
      await pause(Number(inside(error.data, 'retryAfter') ?? 2), signal)
    }
}
