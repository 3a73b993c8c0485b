import { formatNumber } from '#web/ui/format.ts'
import type { Bin, Barred } from './distribution-door.ts'

export type Distribution = Barred & {
  name: string
  title: string
  from: number
  median: number | null
  bins: Bin[]
  limits: { min: number | null; max: number | null; code: string | null; parameter: number | null; out: number }[]
}
export type DistributionTable = { name: string; title: string; form: number | null; rows: number; columns: Distribution[] }

const MOST_DIGITS = 12
/** Decimals that tell two figures so far apart from each other: a rate of 0.001 is no 0. */
export const digitsFor = (step: number): number =>
  step > 0 && Number.isFinite(step) ? Math.min(MOST_DIGITS, Math.max(0, 1 - Math.floor(Math.log10(step)))) : 2
/** Of all bars alike. */
export const digitsOf = ({ bins }: Pick<Distribution, 'bins'>): number => {
  const inner = bins.find(({ low, high }) => low !== null && high !== null)
  return inner ? digitsFor((inner.high ?? 0) - (inner.low ?? 0)) : 2
}

export const spanOf = ({ low, high }: Bin, lang: string, digits: number): string => {
  const figure = (value: number) => formatNumber(value, lang, digits)
  if (low === null) return `< ${figure(high ?? 0)}`
  return high === null ? `> ${figure(low)}` : `${figure(low)} – ${figure(high)}`
}
