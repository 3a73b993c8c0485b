import { expect, test } from 'vitest'
import { digitsFor, spanOf } from './distribution.ts'

test('bars are told by as many decimals as tell them apart', () => {
  expect([20, 1, 0.25, 0.001].map(digitsFor)).toEqual([0, 1, 2, 4])
  expect(digitsFor(0)).toBe(2)
  const bars = [0, 0.0005, 0.001].map((low) => spanOf({ low, high: low + 0.0005, count: 1, isOut: false }, 'en', digitsFor(0.0005)))
  expect(bars[0]).toBe('0.00000 – 0.00050')
  expect(new Set(bars).size).toBe(3)
})
