import { numberIn } from '../../cast.ts'
import type { ColumnProfile } from '../types.ts'
import { measuredIn } from './measured.ts'

const WORDS = new Set(
  'na n/a n.a. ni nd nk unk unknown null none nan missing 未查 未测 未做 未检 未采集 不详 未知 缺失 不适用 拒绝 - -- . / ? ／ —'.split(' '),
)
const SENTINELS = new Set([-1, -7, -8, -9, -77, -88, -99, -777, -888, -999, -9999, 77, 88, 99, 777, 888, 999, 7777, 8888, 9999, 99999])
const LEAST = 3

/** Texts that stand for "no value": by the word, or a number of a known kind that lies apart from all others and repeats. */
export function missingCodesIn(profile: ColumnProfile, values: readonly (readonly [string, number])[]): string[] {
  const least = Math.max(LEAST, profile.filled * 0.003)
  const repeated = values.filter(([, count]) => count >= least).map(([value]) => value)
  const words = repeated.filter((value) => WORDS.has(value.trim().toLowerCase()))
  if (!profile.numbers) return words
  const suspects = new Set(repeated.map(numberIn).filter((number) => number !== null && SENTINELS.has(number)))
  // Measured without them: codes in a third of the rows would be the upper quartile themselves.
  const measured = measuredIn(values, (number) => suspects.has(number))
  if (!measured) return words
  const { p05, p25, p75 } = measured.quantiles
  const room = 3 * (p75 - p25 || 1)
  const apart = repeated.filter((value) => {
    const number = numberIn(value)
    return suspects.has(number) && number !== null && (number < p25 - room || number > p75 + room || (number < 0 && p05 >= 0))
  })
  return [...words, ...apart]
}
