import { deviation, mean, present, quantile, type Facts, type MeasureReference, type Reference, type RowReference } from './model.ts'

const numbers = (rows: Parameters<RowReference['verdicts']>[0], { read }: Facts): number[] =>
  present(rows.map((row) => read.number(row, 'x')))
const median = (values: readonly number[]): number => quantile(values, 0.5)

/** `limits` of all numbers that pass the filter; what lies outside is violated. */
const outliers = (
  check: string,
  params: Record<string, unknown>,
  limits: (values: readonly number[]) => readonly [number, number],
): RowReference => ({
  kind: 'row',
  check,
  parameter: { columns: ['x'], params, minDenominator: 0 },
  verdicts(rows, facts) {
    const values = numbers(rows, facts)
    const [low, high] = values.length === 0 ? [0, 0] : limits(values)
    return rows.map((row) => {
      const value = facts.read.number(row, 'x')
      return value === null ? null : value < low - 1e-9 || value > high + 1e-9
    })
  },
})

/** The same within each value of another column, where there are at least two numbers. */
const outliersWithin = (
  check: string,
  params: Record<string, unknown>,
  limits: (values: readonly number[]) => readonly [number, number],
): RowReference => ({
  kind: 'row',
  check,
  parameter: { columns: ['x'], params: { ...params, within: ['类'] }, minDenominator: 2 },
  verdicts: (rows, facts) =>
    rows.map((row) => {
      const [value, name] = [facts.read.number(row, 'x'), facts.read.value(row, '类')]
      const values = numbers(
        rows.filter((other) => facts.read.value(other, '类') === name),
        facts,
      )
      if (value === null || name === null || values.length < 2) return null
      const [low, high] = limits(values)
      return value < low - 1e-9 || value > high + 1e-9
    }),
})

const fences = (values: readonly number[]): readonly [number, number] => {
  const [q1, q3] = [quantile(values, 0.25), quantile(values, 0.75)]
  return [q1 - 0.53 * (q3 - q1), q3 + 0.53 * (q3 - q1)]
}

const around = (centre: number, reach: number): readonly [number, number] => [centre - reach, centre + reach]

/** The smallest of the most frequent. */
function mode(values: readonly number[]): number {
  const count = (value: number): number => values.filter((other) => other === value).length
  return values.toSorted((a, b) => count(b) - count(a) || a - b)[0]!
}

function robust(values: readonly number[]): readonly [number, number] {
  const centre = median(values)
  const distances = values.map((value) => Math.abs(value - centre))
  const mad = median(distances)
  return around(centre, 2.17 * (mad > 0 ? 1.4826 * mad : 1.253314 * mean(distances)))
}

const STATISTIC: Record<string, (values: readonly number[]) => number | null> = {
  mean,
  median,
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  stdev: deviation,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  quantile: (values) => quantile(values, 0.9),
}

const between = (name: string): MeasureReference => ({
  kind: 'measure',
  check: 'J07',
  parameter: { columns: ['x'], params: { statistic: name, share: 0.9, min: 1.03, max: 9.07 } },
  measure: (rows, facts) => (numbers(rows, facts).length === 0 ? null : STATISTIC[name]!(numbers(rows, facts))),
  fails: (value) => value < 1.03 || value > 9.07,
})

const share = (values: readonly (number | string)[], test: (value: number | string) => boolean): number =>
  values.filter(test).length / values.length

/** The largest gap of the two step functions, looked for at every value of either. */
const distance: MeasureReference = {
  kind: 'measure',
  check: 'J12',
  parameter: { columns: ['x'], params: { table: 'other', cut: 0.313 }, minDenominator: 0 },
  measure(rows, facts) {
    const [own, reference] = [numbers(rows, facts), numbers(facts.other, facts)]
    if (own.length === 0 || reference.length === 0) return null
    const at = [...own, ...reference]
    return Math.max(...at.map((x) => Math.abs(share(own, (value) => Number(value) <= x) - share(reference, (value) => Number(value) <= x))))
  },
  fails: (value) => value > 0.313,
}

const FLOOR = 1e-4
const categories = (test: 'psi' | 'js', as: 'category' | 'number', shares?: Record<string, number>): MeasureReference => ({
  kind: 'measure',
  check: 'J12',
  parameter: {
    columns: [as === 'number' ? 'x' : '类'],
    params: {
      test,
      as,
      cut: 0.217,
      bins: 4,
      ...(shares ? { shares: Object.entries(shares).map(([value, item]) => ({ value, share: item })) } : { table: 'other' }),
    },
    minDenominator: 0,
  },
  measure(rows, facts) {
    const texts = (from: Facts['main']): string[] => present(from.map((row) => facts.read.value(row, '类')))
    const cuts = numbers(facts.other, facts).length === 0 ? [] : [0.25, 0.5, 0.75].map((at) => quantile(numbers(facts.other, facts), at))
    const bin = (value: number): string => String(cuts.filter((cut) => value > cut).length)
    const own = as === 'number' ? numbers(rows, facts).map(bin) : texts(rows)
    const reference = as === 'number' ? numbers(facts.other, facts).map(bin) : texts(facts.other)
    if (own.length === 0 || (!shares && reference.length === 0)) return null
    const whole = shares ? Object.values(shares).reduce((sum, item) => sum + item, 0) : 1
    const names = new Set([...own, ...(shares ? Object.keys(shares) : reference)])
    const pairs = [...names].map(
      (name) =>
        [share(own, (item) => item === name), shares ? (shares[name] ?? 0) / whole : share(reference, (item) => item === name)] as const,
    )
    if (test === 'psi')
      return pairs
        .map(([p, q]) => [Math.max(p, FLOOR), Math.max(q, FLOOR)] as const)
        .reduce((sum, [p, q]) => sum + (p - q) * Math.log(p / q), 0)
    const half = (p: number, q: number): number => (p > 0 ? p * Math.log2((2 * p) / (p + q)) : 0)
    return Math.sqrt(
      Math.max(
        0,
        pairs.reduce((sum, [p, q]) => sum + (half(p, q) + half(q, p)) / 2, 0),
      ),
    )
  },
  fails: (value) => value > 0.217,
})

export const STATISTICS: readonly Reference[] = [
  outliers('J01', { k: 1.37 }, (values) => around(mean(values), 1.37 * (deviation(values) ?? Infinity))),
  outliers('J01', { k: 0.91, centre: 'median' }, (values) => around(median(values), 0.91 * (deviation(values) ?? Infinity))),
  outliers('J01', { k: 0.93, centre: 'mode' }, (values) => around(mode(values), 0.93 * (deviation(values) ?? Infinity))),
  outliers('J02', { k: 0.53 }, fences),
  outliers('J03', { cut: 2.17 }, robust),
  outliersWithin('J01', { k: 0.87 }, (values) => around(mean(values), 0.87 * (deviation(values) ?? Infinity))),
  outliersWithin('J02', { k: 0.53 }, fences),
  outliersWithin('J03', { cut: 2.17 }, robust),
  ...Object.keys(STATISTIC).map(between),
  distance,
  categories('psi', 'category'),
  categories('js', 'category'),
  categories('psi', 'category', { A: 2, B: 1, 其他: 1 }),
  categories('js', 'number'),
]
