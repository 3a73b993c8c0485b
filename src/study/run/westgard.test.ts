import { expect, test } from 'vitest'
import { FEWEST, westgard } from './westgard.ts'

/** Mean 10; the standard deviation is said by `sd`. */
const base = [9, 11, 9, 11, 9, 11, 9, 11]
const sd = westgard(base)?.sd ?? 0
const broken = (...later: number[]) => westgard([...base, ...later.map((z) => 10 + z * sd)])?.rules.at(-1)

test('with too few points there are no limits', () => {
  expect(westgard(base.slice(0, FEWEST - 1))).toBeNull()
  expect(westgard(base)).toMatchObject({ mean: 10, sd: expect.closeTo(1.069, 3) })
})
test('each rule is broken by what it is about, and not by less', () => {
  expect(broken(1.9)).toEqual([])
  expect(broken(2.1)).toEqual(['1-2s'])
  expect(broken(-3.1)).toEqual(['1-3s', '1-2s'])
  expect(broken(2.1, 2.2)).toEqual(['2-2s', '1-2s'])
  expect(broken(2.1, -2.2)).toEqual(['R-4s', '1-2s'])
  expect(broken(-1.1, -1.2, -1.3, -1.4)).toEqual(['4-1s'])
  expect(broken(-1.1, -1.2, 1.3, -1.4)).toEqual([])
  expect(broken(...Array.from({ length: 10 }, () => 0.5))).toEqual(['10x'])
  expect(broken(...Array.from({ length: 8 }, () => 0.5))).toEqual([])
})
test('later points do not move the limits that judge them', () => {
  expect(westgard([...base, 30, 30, 30])).toMatchObject({ mean: 10 })
})
test('where nothing ever varied, any other value is beyond every limit', () => {
  const chart = westgard([0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(chart?.rules.at(-1)).toEqual(['1-3s', '1-2s'])
  expect(chart?.rules.slice(0, -1).flat()).toEqual([])
})
