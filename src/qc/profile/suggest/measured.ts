import { numberIn } from '../../cast.ts'
import type { NumberProfile } from '../types.ts'

export type Measured = Pick<NumberProfile, 'quantiles' | 'negatives' | 'min'>

/** The numbers among counted values but for the given ones; undefined where none is left. */
export function measuredIn(values: readonly (readonly [string, number])[], without: (number: number) => boolean): Measured | undefined {
  const numbers = values
    .flatMap(([value, count]) => {
      const number = numberIn(value)
      return number === null || without(number) ? [] : [[number, count] as const]
    })
    .toSorted(([one], [other]) => one - other)
  const [first] = numbers
  if (!first) return undefined
  const total = numbers.reduce((sum, [, count]) => sum + count, 0)
  const at = (share: number): number => {
    let passed = 0
    return numbers.find(([, count]) => (passed += count) >= share * total)?.[0] ?? first[0]
  }
  return {
    quantiles: {
      p01: at(0.01),
      p05: at(0.05),
      p25: at(0.25),
      p50: at(0.5),
      p75: at(0.75),
      p95: at(0.95),
      p99: at(0.99),
    },
    negatives: numbers.reduce((sum, [number, count]) => sum + (number < 0 ? count : 0), 0),
    min: first[0],
  }
}
