import { expect, test } from 'vitest'
import { monthBeside, weeksOf } from './month.ts'

test('the weeks of a month begin on Monday and hold every day of it', () => {
  expect(weeksOf('2026-11')).toHaveLength(6)
  expect(weeksOf('2026-11')[0]).toEqual(['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'])
  expect(weeksOf('2026-11').at(-1)?.[0]).toBe('2026-11-30')
  // February of 28 days that begins on a Monday is four weeks and nothing else.
  expect(weeksOf('2027-02').flat()).toEqual(Array.from({ length: 28 }, (_, i) => `2027-02-${String(i + 1).padStart(2, '0')}`))
})
test('a month has neighbours across the year', () => {
  expect(monthBeside('2026-12', 1)).toBe('2027-01')
  expect(monthBeside('2026-01', -1)).toBe('2025-12')
})
