import type { NumberProfile } from '../types.ts'

const REACH = 3

/**
 * Limits from the middle half, so that what lies outside cannot move them. A distribution with a long right tail is measured by its
 * logarithm: on its own scale the tail of a healthy laboratory value would be wrong.
 */
export function fences(
  { quantiles: { p01, p05, p25, p50, p75, p95, p99 }, negatives, min }: NumberProfile,
  filled: number,
): { min: number; max: number } | undefined {
  const positive = p01 > 0 && negatives < filled * 0.01
  const skewed = positive && p95 - p50 > 1.6 * (p50 - p05)
  const [to, from] = skewed ? [Math.log, Math.exp] : [(value: number) => value, (value: number) => value]
  const spread = to(p75) - to(p25)
  // Where one value is half of them, such as none of something counted, the middle says nothing about the others.
  const isLump = p25 === p50 || p50 === p75
  const [low, high] = !isLump ? [from(to(p25) - REACH * spread), from(to(p75) + REACH * spread)] : [p01 - (p99 - p01), p99 + (p99 - p01)]
  if (!(high > low)) return undefined
  const never = min >= 0 || (p01 >= 0 && negatives < filled * 0.02)
  return {
    min: never ? Math.max(0, nice(Math.min(low, p05), 'down')) : nice(Math.min(low, p05), 'down'),
    max: nice(Math.max(high, p95), 'up'),
  }
}

/** Two digits, outwards: a limit of 259.7 looks measured and is not. */
export function nice(value: number, way: 'up' | 'down'): number {
  if (value === 0) return 0
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return Number(((way === 'up' ? Math.ceil(value / unit) : Math.floor(value / unit)) * unit).toPrecision(12))
}
