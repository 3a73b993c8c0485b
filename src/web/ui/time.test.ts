import { expect, test } from 'vitest'
import { showTime } from './time.ts'

test('E-08 ten digits are seconds, thirteen are milliseconds', () => {
  expect(showTime(1_794_787_200)).toBe(showTime(1_794_787_200_000))
  expect(showTime('1794787200')).toBe(showTime(1_794_787_200_000))
  expect(showTime(1_794_787_200)).toMatch(/^2026-11-1[56] \d\d:\d\d$/)
})

test('what is no time is shown as it came', () => {
  expect(showTime('')).toBe('')
  expect(showTime('never')).toBe('never')
})
