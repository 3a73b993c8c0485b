import type { Bars, Limits } from './model.ts'

/** One bar: from `low` to below `high`, the last one with its end. Null where it is open: what lies off the axis. */
export type Bin = { low: number | null; high: number | null; count: number; isOut: boolean }

const isBeyond = (limits: readonly Limits[], low: number, high: number): boolean =>
  limits.some(({ min, max }) => (min !== undefined && high <= min) || (max !== undefined && low >= max))

/** A distribution bar by bar, those wholly beyond a limit marked; first what lies below the axis, last what lies above it. */
export function binsOf({ from, to, counts, below, above }: Bars, limits: readonly Limits[]): Bin[] {
  const step = (to - from) / counts.length
  const edge = (index: number): number => (index === counts.length ? to : from + index * step)
  return [
    { low: null, high: from, count: below, isOut: isBeyond(limits, -Infinity, from) },
    ...counts.map((count, index) => ({
      low: edge(index),
      high: edge(index + 1),
      count,
      isOut: isBeyond(limits, edge(index), edge(index + 1)),
    })),
    { low: to, high: null, count: above, isOut: isBeyond(limits, to, Infinity) },
  ]
}
