import { expect, test } from 'vitest'
import { showTime } from './time.ts'

test('E-08 ten digits are seconds, thirteen are milliseconds', () => {
  expect(showTime(1_794_787_200, 'en')).toBe(showTime(1_794_787_200_000, 'en'))
  expect(showTime('1794787200', 'en')).toBe(showTime(1_794_787_200_000, 'en'))
  expect(showTime(1_794_787_200, 'zh-cn')).toMatch(/^2026\/11\/1[56] \d\d:\d\d$/)
})

test('what is no time is shown as it came', () => {
  expect(showTime('', 'en')).toBe('')
  expect(showTime('never', 'en')).toBe('never')
})
