import type { Measured } from './measured.ts'

const REACH = 3

/**
 * Limits from the middle half, so that what lies outside cannot move them. A distribution with a long right tail is measured by its
 * logarithm: on its own scale the tail of a healthy laboratory value would be wrong.
 */
export function fences(
  { quantiles: { p01, p05, p25, p50, p75, p95 }, negatives, min }: Measured,
  filled: number,
): { min: number; max: number } | undefined {
  const positive = p01 > 0 && negatives < filled * 0.01
  const skewed = positive && p95 - p50 > 1.6 * (p50 - p05)
  const [to, from] = skewed ? [Math.log, Math.exp] : [(value: number) => value, (value: number) => value]
  const spread = to(p75) - to(p25)
  // Where one value is half of them, such as none of something counted, the middle says nothing about the others.
  const isLump = p25 === p50 || p50 === p75
  const [low, high] = !isLump
    ? [from(to(p25) - REACH * spread), from(to(p75) + REACH * spread)]
    : [p05 - REACH * (p95 - p05), p95 + REACH * (p95 - p05)]
  // Where so many lie beyond, either the tail belongs to it or the mistakes are too many to tell: no rule is drawn around them.
  if (!(high > low) || p05 < low || p95 > high) return undefined
  const never = min >= 0 || (p01 >= 0 && negatives < filled * 0.02)
  return {
    min: never ? Math.max(0, nice(low, 'down')) : nice(low, 'down'),
    max: nice(high, 'up'),
  }
}

/** Two digits, outwards: a limit of 259.7 looks measured and is not. */
export function nice(value: number, way: 'up' | 'down'): number {
  if (value === 0) return 0
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return Number(((way === 'up' ? Math.ceil(value / unit) : Math.floor(value / unit)) * unit).toPrecision(12))
}
