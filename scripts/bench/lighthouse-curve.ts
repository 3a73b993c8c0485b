/** The error function to seven digits (Abramowitz and Stegun 7.1.26). */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** Where a measure reaches half of the points, and where nine tenths. */
export type Curve = { median: number; p10: number; weight: number }

/** The log-normal share of pages that are worse: 0.9 at `p10`, 0.5 at `median`. */
export const scoreOf = (value: number, { median, p10 }: Curve): number => {
  if (value <= 0) return 1
  // The error function is 0.8 here, which puts `p10` at nine tenths.
  const at = (Math.log(value / median) * 0.9061938024368232) / Math.log(median / p10)
  return (1 - erf(at)) / 2
}

/** Lighthouse 12, mobile: milliseconds, and the layout shift without a unit. */
export const MOBILE = {
  fcp: { median: 3000, p10: 1800, weight: 10 },
  si: { median: 5800, p10: 3387, weight: 10 },
  lcp: { median: 4000, p10: 2500, weight: 25 },
  tbt: { median: 600, p10: 200, weight: 30 },
  cls: { median: 0.25, p10: 0.1, weight: 25 },
} as const satisfies Record<string, Curve>

export type Measures = Record<keyof typeof MOBILE, number>
export const performanceOf = (m: Measures): number => {
  const names = Object.keys(MOBILE) as (keyof typeof MOBILE)[]
  const points = names.reduce((sum, name) => sum + scoreOf(m[name], MOBILE[name]) * MOBILE[name].weight, 0)
  return points / names.reduce((sum, name) => sum + MOBILE[name].weight, 0)
}
