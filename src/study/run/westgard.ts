/** Rules of control charts, the gravest first; `1-2s` alone is a warning. */
export const WESTGARD = ['1-3s', '2-2s', 'R-4s', '4-1s', '10x', '1-2s'] as const
export type WestgardRule = (typeof WESTGARD)[number]
export type Chart = { mean: number; sd: number; rules: readonly (readonly WestgardRule[])[] }

/** With fewer points a standard deviation says nothing. */
export const FEWEST = 8

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** So many of the last ones, all beyond so many standard deviations on the same side. */
const run = (scores: readonly number[], count: number, beyond: number): boolean => {
  const last = scores.slice(-count)
  return last.length === count && (last.every((z) => z > beyond) || last.every((z) => z < -beyond))
}

/** Two neighbours, one far above and one far below. */
const spread = (scores: readonly number[]): boolean => {
  const [before, last] = scores.slice(-2)
  return before !== undefined && last !== undefined && Math.max(before, last) > 2 && Math.min(before, last) < -2
}

const rulesAt = (scores: readonly number[]): WestgardRule[] => {
  const last = Math.abs(scores.at(-1) ?? 0)
  const holds: Readonly<Record<WestgardRule, boolean>> = {
    '1-3s': last > 3,
    '2-2s': run(scores, 2, 2),
    'R-4s': spread(scores),
    '4-1s': run(scores, 4, 1),
    '10x': run(scores, 10, 0),
    '1-2s': last > 2,
  }
  return WESTGARD.filter((rule) => holds[rule])
}

/**
 * A figure over runs, oldest first: its mean and standard deviation, and which rules each point breaks. The first points alone set the
 * limits, so that a drift does not widen what it is judged by. Null while there are too few.
 */
export const westgard = (values: readonly number[]): Chart | null => {
  if (values.length < FEWEST) return null
  const base = values.slice(0, Math.max(FEWEST, Math.ceil(values.length / 2)))
  const mean = meanOf(base)
  const sd = Math.sqrt(base.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (base.length - 1))
  // Where nothing ever varied, any other value is beyond every limit.
  const scores = values.map((value) => (value === mean ? 0 : sd === 0 ? Math.sign(value - mean) * Infinity : (value - mean) / sd))
  return { mean, sd, rules: scores.map((_, at) => rulesAt(scores.slice(0, at + 1))) }
}
