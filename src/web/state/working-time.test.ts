import { expect, test } from 'vitest'
import { today, toggleRest, workedMillis } from './working-time.ts'

const nine = new Date(2026, 10, 16, 9)

test('A-11 working time starts at zero on a new day and goes on the same day', () => {
  const fresh = today(null, nine)
  expect(workedMillis(fresh, nine.getTime())).toBe(0)
  expect(today(fresh, new Date(2026, 10, 16, 17))).toBe(fresh)
  expect(today(fresh, new Date(2026, 10, 17, 0, 1)).date).toBe('2026-11-17')
})

test('A-11 a rest does not count as work', () => {
  const at = nine.getTime()
  const resting = toggleRest(today(null, nine), at + 60_000)
  expect(workedMillis(resting, at + 600_000)).toBe(60_000)
  expect(workedMillis(toggleRest(resting, at + 600_000), at + 660_000)).toBe(120_000)
})
