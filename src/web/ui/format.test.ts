import { expect, test } from 'vitest'
import { relativeTime } from './format.ts'

test('what is more than thirty days away is said as a date, year first in both languages', () => {
  const at = new Date(2026, 7, 9, 12)
  const now = new Date(2026, 10, 17).getTime()
  expect(relativeTime(at, 'en', now)).toBe('2026-08-09')
  expect(relativeTime(at, 'zh-cn', now)).toBe('2026-08-09')
})
