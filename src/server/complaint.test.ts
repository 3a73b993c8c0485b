import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { complainer } from './complaint.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const full = (n: number) => Object.assign(new Error(`could not extend file "base/16384/${n}": No space left on device`), { code: '53100' })

test('a thousand failed writes on a full disk are two lines, and the end of it none', () => {
  const lines: string[] = []
  const complain = complainer((line) => void lines.push(line))
  for (let n = 0; n < 1000; n++) complain(full(n))
  complain(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  expect(lines).toEqual([`Error: could not extend file "base/16384/0": No space left on device`])
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([expect.any(String), 'Error: ENOSPC: no space left on device, write (1000 more in the last minute)'])
  vi.advanceTimersByTime(600_000)
  expect(lines).toHaveLength(2)
  // Full again later: said again.
  complain(full(7))
  expect(lines).toHaveLength(3)
})

test('as long as it lasts it is said once a minute; another failure is said at once', () => {
  const lines: string[] = []
  const complain = complainer((line) => void lines.push(line))
  for (let second = 0; second < 180; second++) {
    complain(full(second))
    vi.advanceTimersByTime(1000)
  }
  expect(lines).toHaveLength(4)
  complain(new Error('connection 5 was lost'))
  complain(new Error('connection 6 was lost'))
  expect(lines.slice(4)).toEqual(['Error: connection 5 was lost'])
})
