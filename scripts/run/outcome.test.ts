import { expect, test } from 'vitest'
import { judged, lineOf } from './outcome.mjs'

const line = (result: Parameters<typeof judged>[0]) => lineOf('e2e', judged(result))

test('a stage says what passed, what failed, and what passed only when it was tried again', () => {
  expect(line({ passed: 513, failed: 0 })).toBe('e2e: 513 passed, 0 failed')
  expect(line({ passed: 513, failed: 0, again: 2 })).toBe('e2e: 513 passed, 0 failed, 2 of them only when tried again')
  expect(line({ passed: 0, failed: 0, skipped: 1 })).toBe('e2e: skipped, could not be run here')
})

test('a stage in which nothing was run has failed', () => {
  expect(judged({ passed: 0, failed: 0 })).toMatchObject({ failed: 1, names: ['nothing was run'] })
  expect(judged({ passed: 1, failed: 0 })).toMatchObject({ failed: 0, names: [] })
})
