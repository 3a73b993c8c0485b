import type { Parameter } from '../../parameter.ts'
import { text, type Text } from '../../text.ts'
import type { ColumnProfile } from '../types.ts'

/** A rule with what speaks for it: a person decides by the evidence, not by the rule. */
export type Suggestion = {
  parameter: Omit<Parameter, 'id' | 'table' | 'keyFields'> & { columns: readonly string[] }
  /** How sure it is that the rule holds in general: the lower bound of Wilson's 95 % interval of the share it holds for. */
  confidence: number
  evidence: Text
}

/** What the suggestions know of a column beyond its profile. */
export type Candidate = {
  profile: ColumnProfile
  /** Every value with its count, most frequent first; only of columns with few. */
  values?: readonly (readonly [string, number])[]
  /** The commonest shape with digits counted, and with runs of digits taken as one. */
  tight?: Shape
  loose?: Shape
  missingCodes: readonly string[]
}
export type Shape = { pattern: string; share: number }

const Z = 1.96

export function wilson(holding: number, of: number): number {
  if (of === 0) return 0
  const share = holding / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  return Number(Math.max(0, (share + (Z * Z) / (2 * of) - spread) / (1 + (Z * Z) / of)).toFixed(3))
}

/** "980 of 1,000 values …", with what was seen. */
export const holds = (holding: number, of: number, zh: string, en: string): Pick<Suggestion, 'confidence' | 'evidence'> => ({
  confidence: wilson(holding, of),
  evidence: text(
    `${of.toLocaleString('en')} 个值中 ${holding.toLocaleString('en')} 个${zh}`,
    `${holding.toLocaleString('en')} of ${of.toLocaleString('en')} values ${en}`,
  ),
})
