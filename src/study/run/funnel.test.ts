import { expect, test } from 'vitest'
import { curvesOf, funnelOf, limitsAt } from './funnel.ts'

test('limits are those of a share of so many, and stay shares', () => {
  expect(limitsAt(0.5, 100)).toEqual({
    low: expect.closeTo(0.402, 3),
    high: expect.closeTo(0.598, 3),
    lowest: expect.closeTo(0.3455, 3),
    highest: expect.closeTo(0.6545, 3),
  })
  expect(limitsAt(0.02, 4)).toMatchObject({ low: 0, lowest: 0 })
  expect(limitsAt(0, 10)).toEqual({ low: 0, high: 0, lowest: 0, highest: 0 })
})
test('a site is judged by its size: the same share is chance at a small one and not at a large one', () => {
  const { share, sites } = funnelOf([
    { judged: 1000, hit: 100 },
    { judged: 10, hit: 2 },
    { judged: 400, hit: 80 },
    { judged: 400, hit: 2 },
  ])
  expect(share).toBeCloseTo(184 / 1810, 6)
  expect(sites.map(({ tone }) => tone)).toEqual(['usual', 'usual', 'failed', 'failed'])
})
test('no records are no share', () => {
  expect(funnelOf([{ judged: 0, hit: 0 }])).toMatchObject({ share: 0, sites: [{ share: 0, tone: 'usual' }] })
})
test('curves narrow towards the largest site', () => {
  const curves = curvesOf(0.2, 240)
  expect(curves.at(-1)?.judged).toBe(240)
  expect(curves.every(({ high }, at) => at === 0 || high <= curves[at - 1]!.high)).toBe(true)
})
