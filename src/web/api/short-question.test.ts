import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './envelope.ts'
import { NEEDS_TASK, askShortly } from './short-question.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const refused = (code: number, data: unknown) => new ApiError('http', { code, msg: 'no', data })

test('who comes third asks again after the seconds that were told, and gives up after five times', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(refused(429, { retryAfter: 2 }))
    .mockResolvedValue('rows')
  const asked = askShortly(ask, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1900)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await asked).toBe('rows')
  const never = vi.fn<() => Promise<string>>().mockRejectedValue(refused(429, { retryAfter: 1 }))
  const given = askShortly(never, new AbortController().signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await given).toMatchObject({ code: 429 })
  expect(never).toHaveBeenCalledTimes(5)
})

test('what needs longer is for a task; any other refusal stays one', async () => {
  const { signal } = new AbortController()
  expect(await askShortly(() => Promise.reject(refused(0, { instead: 'task' })), signal)).toBe(NEEDS_TASK)
  await expect(askShortly(() => Promise.reject(refused(0, null)), signal)).rejects.toThrow('no')
})

test('who leaves while waiting for a place is not asked for again', async () => {
  const control = new AbortController()
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(refused(429, { retryAfter: 2 }))
  const asked = askShortly(ask, control.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  control.abort()
  expect(await asked).toMatchObject({ kind: 'cancelled' })
  expect(ask).toHaveBeenCalledTimes(1)
})
