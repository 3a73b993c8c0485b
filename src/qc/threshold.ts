import { NO_VIOLATION, type Threshold, type Thresholds } from './parameter.ts'
import type { CheckResult, Counts, Verdict } from './result.ts'

export type Rule = Thresholds & { minDenominator: number; judgesEmpty: boolean; measured: boolean; filtered: boolean }

/** The verdict from counts alone, in the order error → not_applicable → skipped → failed → warned → passed. */
export function judge(counts: Counts, rule: Rule): Verdict & { violated: number } {
  const reason = reasonNotToApply(counts, rule)
  if (reason) return { status: 'not_applicable', reason, score: null, violated: counts.violated }
  // Whoever sets a warning alone wants no failure: any violation would fail first, and nothing could ever be warned.
  const fail = rule.fail ?? (rule.measured || rule.warn ? undefined : NO_VIOLATION)
  const failed = fail !== undefined && reached(fail, counts)
  const warned = !failed && rule.warn !== undefined && reached(rule.warn, counts)
  const violated = rule.measured ? breaches(fail, counts) : counts.violated
  const score = counts.denominator === 0 ? null : 100 * (1 - violated / counts.denominator)
  return { status: failed ? 'failed' : warned ? 'warned' : 'passed', score, violated }
}

function reasonNotToApply(counts: Counts, rule: Rule): Verdict['reason'] {
  const unknown = rule.measured && valuesOf(counts).every((value) => value === null)
  if (rule.judgesEmpty) return unknown ? 'insufficient' : undefined
  if (counts.rows === 0) return rule.filtered ? 'subgroup_absent' : 'no_rows'
  if (counts.base === 0 || counts.denominator === 0) return 'column_empty'
  if (unknown) return 'insufficient'
  return counts.base < rule.minDenominator ? 'below_minimum' : undefined
}

const valuesOf = (counts: Counts): readonly (number | null)[] => counts.values ?? [counts.value ?? null]

/** How many measured values break the limit; a limit on counts or ratios has no value of its own and breaks at most once. */
function breaches(fail: Threshold | undefined, counts: Counts): number {
  if (!fail) return 0
  if (fail.metric !== 'value') return Number(reached(fail, counts))
  return valuesOf(counts).filter((value) => value !== null && holds(fail, value)).length
}

export function reached(threshold: Threshold, counts: Counts): boolean {
  if (threshold.metric === 'value') return valuesOf(counts).some((value) => value !== null && holds(threshold, value))
  if (threshold.metric === 'count') return holds(threshold, counts.violated)
  return counts.denominator > 0 && holds(threshold, counts.violated / counts.denominator)
}

function holds(threshold: Threshold, value: number): boolean {
  const limit = threshold.value ?? 0
  switch (threshold.op) {
    case '>':
      return value > limit
    case '>=':
      return value >= limit
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '==':
      return value === limit
    case '!=':
      return value !== limit
    case 'outside':
      return value < (threshold.min ?? -Infinity) || value > (threshold.max ?? Infinity)
    case 'inside':
      return value >= (threshold.min ?? -Infinity) && value <= (threshold.max ?? Infinity)
  }
}

/** The same result under other thresholds, from its stored counts: no data is read. Errors and skipped results stay what they are. */
export function reevaluate(result: CheckResult, thresholds: Thresholds & { minDenominator?: number }): CheckResult {
  const { warn: _warn, fail: _fail, reason: _reason, ...rest } = result
  const changed = { ...rest, ...thresholds, minDenominator: thresholds.minDenominator ?? result.minDenominator }
  if (result.status === 'error' || result.status === 'skipped') return { ...result, ...thresholds }
  const { groups, ...whole } = { ...changed, ...judge(changed, changed) }
  if (!groups) return whole
  return {
    ...whole,
    groups: groups.map(({ reason: _old, ...group }) => ({ ...group, ...judge(group, changed) })),
  }
}
