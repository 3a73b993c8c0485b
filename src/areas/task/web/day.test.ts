import { expect, test } from 'vitest'
import { LANES, barsOf, hoursOf } from './day.ts'
import type { Ran } from './day.ts'

const NOW = Date.parse('2026-11-19T12:30:00Z')
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()
let id = 0
const ran = (from: number, to: number | null, state = 'done'): Ran => ({
  id: (id += 1),
  title: '',
  state,
  startedAt: ago(from),
  endedAt: to === null ? null : ago(to),
})

test('what ran at once stands in lanes of its own, what came later in the first that was free', () => {
  const bars = barsOf([ran(60, 30), ran(120, 20), ran(25, 10)], NOW)
  expect(bars.map(({ lane }) => lane)).toEqual([0, 1, 1])
})
test('what runs still reaches to now, what lasted a moment can be seen and lies on nothing, and a pile fills the lanes', () => {
  const [running, ...short] = barsOf([ran(720, null, 'running'), ran(60, 60), ran(59, 59)], NOW)
  expect(running).toMatchObject({ from: 12.5 / 24.5, to: 1, lane: 0 })
  expect(short.map(({ lane }) => lane)).toEqual([1, 2])
  for (const { from, to } of short) expect(to - from).toBeGreaterThan(0.003)
  const pile = barsOf(
    Array.from({ length: 50 }, () => ran(60, 50)),
    NOW,
  )
  expect(Math.max(...pile.map(({ lane }) => lane))).toBe(LANES - 1)
})
test('every task is counted in the hour in which it began, and those that failed are told apart', () => {
  const hours = hoursOf([ran(5, 1), ran(35, 1, 'failed'), ran(35, 1), ran(1439, 1)], NOW)
  expect(hours).toHaveLength(25)
  expect(hours.at(-1)).toMatchObject({ count: 1, failed: 0 })
  expect(hours.at(-2)).toMatchObject({ count: 2, failed: 1 })
  expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  expect(hours.map(({ share }) => share)).toEqual(hours.map((_, at) => expect.closeTo(at / 24.5)))
})
