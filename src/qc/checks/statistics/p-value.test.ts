import { describe, expect, it } from 'vitest'
import { chiSquareP, kolmogorovP } from './p-value.ts'

describe('p-values', () => {
  it.each([
    [3.841458820694124, 1, 0.05],
    [18.307038053275146, 10, 0.05],
    [9.210340371976184, 2, 0.01],
    [124.34211340400407, 100, 0.05],
    [2, 2, Math.exp(-1)],
  ])('chi-square %f with %i degrees of freedom', (statistic, freedom, p) => expect(chiSquareP(statistic, freedom)).toBeCloseTo(p, 10))

  it('a chi-square of nought, or without freedom, is no surprise', () => {
    expect([chiSquareP(0, 3), chiSquareP(5, 0)]).toEqual([1, 1])
    expect(chiSquareP(5000, 3)).toBe(0)
  })

  it('Kolmogorov: the critical distances of large samples', () => {
    const [n, m] = [10_000, 10_000]
    const critical = (c: number): number => c / Math.sqrt((n * m) / (n + m))
    expect(kolmogorovP(critical(1.3581), n, m)).toBeCloseTo(0.05, 2)
    expect(kolmogorovP(critical(1.6276), n, m)).toBeCloseTo(0.01, 2)
    expect(kolmogorovP(0, n, m)).toBe(1)
    expect(kolmogorovP(1, n, m)).toBe(0)
  })
})
