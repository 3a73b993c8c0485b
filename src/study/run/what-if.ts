import type { Threshold, Thresholds } from '#qc/parameter.ts'
import type { CheckResult, Status } from '#qc/result.ts'
import { scoreRun } from '#qc/score.ts'
import { reevaluate } from '#qc/threshold.ts'

/**
 * What a rule would warn or fail above: a share of violations, how many of them, or what it measures; null leaves that limit out.
 * `parameter`: of one rule alone, as the run calls it.
 */
export type Wish = { warn: number | null; fail: number | null; by?: Threshold['metric']; dimension?: string; parameter?: string }
export type Flip = { parameter: string; from: Status; to: Status; violated: number; denominator: number }
export type WhatIf = {
  before: number | null
  after: number | null
  failed: number
  warned: number
  passed: number
  left: number
  flips: Flip[]
}

const isMeant = ({ dimension, parameter }: Wish, result: CheckResult): boolean =>
  (dimension === undefined || result.dimension === dimension) && (parameter === undefined || result.parameter === parameter)
/** On which side of a limit a measured value is wrong, its rule says. One that must lie between two limits has no single one. */
const SIDES: readonly Threshold['op'][] = ['>', '>=', '<', '<=']
const sideOf = ({ fail, warn }: CheckResult): Threshold['op'] | undefined => SIDES.find((op) => op === (fail ?? warn)?.op)

/** The limits that are wished for as this rule would have them; undefined where they say nothing about it. */
const limitsOf = ({ warn, fail, by = 'ratio' }: Wish, result: CheckResult): Thresholds | undefined => {
  const op = by === 'value' ? sideOf(result) : '>'
  if (op === undefined || result.measured !== (by === 'value')) return undefined
  const limit = (value: number): Threshold => ({ metric: by, op, value })
  return { ...(warn === null ? {} : { warn: limit(warn) }), ...(fail === null ? {} : { fail: limit(fail) }) }
}

/** What a run would have said under other limits, from its counts alone. What they say nothing about keeps its own. */
export const whatIf = (results: readonly CheckResult[], wish: Wish): WhatIf => {
  const wished = results.map((result) => (isMeant(wish, result) ? limitsOf(wish, result) : undefined))
  const then = results.map((result, at) => (wished[at] ? reevaluate(result, wished[at]) : result))
  const score = scoreRun(then)
  return {
    before: scoreRun(results).score,
    after: score.score,
    failed: score.statuses.failed,
    warned: score.statuses.warned,
    passed: score.statuses.passed,
    left: results.filter((result, at) => !wished[at] && isMeant(wish, result)).length,
    flips: then.flatMap(({ parameter, status, violated, denominator }, at) => {
      const from = results[at]?.status ?? status
      return from === status ? [] : [{ parameter, from, to: status, violated, denominator }]
    }),
  }
}
