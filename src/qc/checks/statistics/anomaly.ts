import type { HistoryPoint } from '../../context.ts'

/** Where nothing ever varied, any change is infinitely far; a number that survives JSON says so. */
export const FARTHEST = 1e6

/** The points that speak of the same rows: of the whole, or of one group. */
export const pointsFor = (
  points: readonly HistoryPoint[],
  columns: readonly string[],
  group: readonly (string | null)[] | undefined,
): readonly number[] =>
  points
    .filter((point) => (group ? columns.every((column, index) => point.group?.[column] === (group[index] ?? null)) : !point.group))
    .map((point) => point.value)

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const over = (distance: number, scale: number): number => {
  if (distance <= Number.EPSILON * 8 * Math.abs(scale)) return 0
  return scale > 0 ? Math.min(distance / scale, FARTHEST) : FARTHEST
}

export const percent = (value: number, base: number): number => {
  if (value === base) return 0
  return base === 0 ? FARTHEST : Math.max(-FARTHEST, Math.min(FARTHEST, (100 * (value - base)) / Math.abs(base)))
}

/** How unusual a value is after its history: the number that is compared with the limit. */
export const STRATEGIES = {
  sd: {
    least: 5,
    limit: 3,
    score(value: number, past: readonly number[]): number {
      const centre = mean(past)
      const spread = Math.sqrt(past.reduce((sum, item) => sum + (item - centre) ** 2, 0) / (past.length - 1))
      return over(Math.abs(value - centre), spread)
    },
  },
  mad: {
    least: 5,
    limit: 3.5,
    score(value: number, past: readonly number[]): number {
      const centre = middle(past)
      return over(Math.abs(value - centre), 1.4826 * middle(past.map((item) => Math.abs(item - centre))))
    },
  },
  relative: { least: 1, limit: 50, score: (value: number, past: readonly number[]) => Math.abs(percent(value, past.at(-1)!)) },
  absolute: { least: 1, limit: undefined, score: (value: number, past: readonly number[]) => Math.abs(value - past.at(-1)!) },
} as const
