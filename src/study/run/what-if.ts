import type { Threshold } from '#qc/parameter.ts'
import type { CheckResult, Status } from '#qc/result.ts'
import { scoreRun } from '#qc/score.ts'
import { reevaluate } from '#qc/threshold.ts'

/** Shares of violations from which on a rule would warn or fail; null leaves that limit out. */
export type Wish = { warn: number | null; fail: number | null; dimension?: string }
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

const above = (share: number): Threshold => ({ metric: 'ratio', op: '>', value: share })
const isMeant = ({ dimension }: Wish, result: CheckResult): boolean => dimension === undefined || result.dimension === dimension

/** What a run would have said under other limits, from its counts alone. A measured value has no share of violations: it keeps its limits. */
export const whatIf = (results: readonly CheckResult[], wish: Wish): WhatIf => {
  const limits = { ...(wish.warn === null ? {} : { warn: above(wish.warn) }), ...(wish.fail === null ? {} : { fail: above(wish.fail) }) }
  const meant = results.map((result) => isMeant(wish, result))
  const then = results.map((result, at) => (meant[at] && !result.measured ? reevaluate(result, limits) : result))
  const score = scoreRun(then)
  return {
    before: scoreRun(results).score,
    after: score.score,
    failed: score.statuses.failed,
    warned: score.statuses.warned,
    passed: score.statuses.passed,
    left: results.filter(({ measured }, at) => meant[at] && measured).length,
    flips: then.flatMap(({ parameter, status, violated, denominator }, at) => {
      const from = results[at]?.status ?? status
      return from === status ? [] : [{ parameter, from, to: status, violated, denominator }]
    }),
  }
}
