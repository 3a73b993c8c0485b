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

export const spanOf = ({ low, high }: Bin, lang: string): string => {
  const figure = (value: number) => formatNumber(value, lang, 2)
  if (low === null) return `< ${figure(high ?? 0)}`
  return high === null ? `> ${figure(low)}` : `${figure(low)} – ${figure(high)}`
}
