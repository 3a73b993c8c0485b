import { dateIn } from '../../cast.ts'
import { DAY, deviation, mean, present, quantile, type Cell, type Facts, type MeasureReference, type Reference } from './model.ts'

export const HISTORY_OF = { J14: [3.1, 4.4, 2.2, 5.3, 3.7, 4.1], J23: [9, 14, 6, 12, 8, 11] } as const

/** The same made-up past for every parameter: one point a week, for the whole and for one of the two sites. */
export const history = (values: readonly number[]): { at: string; value: number; group?: { 中心: string } }[] =>
  values.flatMap((value, index) => {
    const at = `2026-0${index < 3 ? 1 : 2}-${String(3 + 7 * (index % 3)).padStart(2, '0')}`
    return [
      { at, value },
      { at, value: value * 2, group: { 中心: '北' } },
    ]
  })

const past = (values: readonly number[], group: Cell | undefined): readonly { at: string; value: number }[] =>
  history(values).filter((point) => (group === undefined ? !point.group : point.group?.['中心'] === group))

const anomaly = (method: 'sd' | 'mad' | 'relative' | 'absolute', limit: number): MeasureReference => ({
  kind: 'measure',
  check: 'J14',
  parameter: { columns: ['x'], params: { method, limit } },
  measure(rows, { read }: Facts, group) {
    const values = present(rows.map((row) => read.number(row, 'x')))
    const before = past(HISTORY_OF.J14, group).map((point) => point.value)
    if (values.length === 0 || before.length === 0) return null
    const value = mean(values)
    if (method === 'absolute') return Math.abs(value - before.at(-1)!)
    if (method === 'relative') return (100 * Math.abs(value - before.at(-1)!)) / before.at(-1)!
    if (method === 'sd') return Math.abs(value - mean(before)) / deviation(before)!
    const centre = quantile(before, 0.5)
    return (
      Math.abs(value - centre) /
      (1.4826 *
        quantile(
          before.map((item) => Math.abs(item - centre)),
          0.5,
        ))
    )
  },
  fails: (value) => value > limit,
})

const volume = (against: 'previous' | 'mean7' | 'mean30', count?: string): MeasureReference => ({
  kind: 'measure',
  check: 'J23',
  parameter: { params: { against, maxDrop: 21.3, maxRise: 33.7, ...(count ? { count } : {}) } },
  measure(rows, { read, now }, group) {
    const days = { previous: Infinity, mean7: 7, mean30: 30 }[against]
    const before = past(HISTORY_OF.J23, group).filter((point) => dateIn(now)! - dateIn(point.at)! <= days * DAY)
    if (before.length === 0) return null
    const base = against === 'previous' ? before.at(-1)!.value : mean(before.map((point) => point.value))
    const metric = count ? new Set(present(rows.map((row) => read.value(row, count)))).size : rows.length
    return (100 * (metric - base)) / base
  },
  fails: (value) => value < -21.3 || value > 33.7,
})

export const HISTORY: readonly Reference[] = [
  anomaly('sd', 2.3),
  anomaly('mad', 2.3),
  anomaly('relative', 41.7),
  anomaly('absolute', 1.37),
  volume('previous'),
  volume('mean7'),
  volume('mean30', '受试者'),
]
