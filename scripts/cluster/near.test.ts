import { expect, it } from 'vitest'
import { differenceOf, listed, type Inexact } from './near.ts'

const compared = (expected: unknown, found: unknown): [difference: string | undefined, inexact: Inexact[]] => {
  const inexact: Inexact[] = []
  return [differenceOf(expected, found, inexact), inexact]
}

it('lets one part in a thousand million pass, lists it, and nothing beyond', () => {
  const [difference, inexact] = compared({ a: [1, { mean: 120.5 }] }, { a: [1, { mean: 120.5 * (1 + 0.9e-9) }] })
  expect(difference).toBeUndefined()
  expect(inexact.map(listed)).toEqual([expect.stringMatching(/^a\.1\.mean: DuckDB 120\.5, Trino 120\.50000010\d+ \(9\.0e-10\)$/)])
  expect(compared({ a: [1, { mean: 120.5 }] }, { a: [1, { mean: 120.5 * (1 + 1.1e-9) }] })).toEqual(['.a.1.mean', []])
  // Rounded to nine digits these two are 0.123456789 and 0.123456790.
  const edge = 0.1234567895
  expect(compared(edge, edge - 2e-17)[0]).toBeUndefined()
})

it('counts are equal or not, and so are texts, lengths and names', () => {
  expect(compared({ violated: 1e12 }, { violated: 1e12 + 1 })[0]).toBe('.violated')
  for (const [a, b] of [
    ['1', 1],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
    [null, 0],
    [[], {}],
  ] as const)
    expect(compared(a, b)[0]).not.toBeUndefined()
  expect(compared([{ a: null, b: 'x' }], [{ a: null, b: 'x' }])).toEqual([undefined, []])
})
