import type { Dimension } from './check.ts'
import type { Severity } from './parameter.ts'
import type { CheckResult, Status } from './result.ts'

/** Stored with every run: another formula is another version, so that an old score can still be explained. */
export const FORMULA = 'severity-weighted-mean-1'
export const WEIGHTS: Record<Severity, number> = { blocking: 10, major: 5, minor: 2, info: 1 }
export const CAP = 59

export type Score = {
  /** Null when nothing was applicable: no data is not a perfect score. */
  score: number | null
  applicable: number
  total: number
}
export type RunScore = Score & {
  formula: string
  capped: boolean
  /** The mean before the cap; absent in runs stored before it was kept. */
  uncapped?: number | null
  statuses: Record<Status, number>
  dimensions: readonly (Score & { dimension: Dimension; weight: number })[]
  groups: readonly (Score & { group: Readonly<Record<string, string | null>>; capped: boolean })[]
}

type Scored = { dimension: Dimension; severity: Severity; status: Status; score: number | null }

export function scoreRun(results: readonly CheckResult[]): RunScore {
  const statuses: Record<Status, number> = { error: 0, not_applicable: 0, skipped: 0, failed: 0, warned: 0, passed: 0 }
  for (const result of results) statuses[result.status] += 1
  const whole = scoreOf(results)
  return { formula: FORMULA, ...whole, statuses, groups: scoreGroups(results) }
}

function scoreOf(results: readonly Scored[]): Score & { capped: boolean; uncapped: number | null; dimensions: RunScore['dimensions'] } {
  const names = [...new Set(results.map((result) => result.dimension))]
  const dimensions = names.map((dimension) => ({ dimension, ...mean(results.filter((result) => result.dimension === dimension)) }))
  const judged = dimensions.filter((item) => item.score !== null)
  const weight = judged.reduce((sum, item) => sum + item.weight, 0)
  const open = judged.reduce((sum, item) => sum + item.weight * (item.score ?? 0), 0) / weight
  const blocked = results.some((result) => result.severity === 'blocking' && result.status === 'failed')
  const capped = blocked && weight > 0 && open > CAP
  return {
    score: weight === 0 ? null : capped ? CAP : open,
    applicable: dimensions.reduce((sum, item) => sum + item.applicable, 0),
    total: results.length,
    capped,
    uncapped: weight === 0 ? null : open,
    dimensions,
  }
}

function mean(results: readonly Scored[]): Score & { weight: number } {
  const judged = results.filter(
    (result) => result.score !== null && (result.status === 'failed' || result.status === 'warned' || result.status === 'passed'),
  )
  const weight = judged.reduce((sum, result) => sum + WEIGHTS[result.severity], 0)
  const sum = judged.reduce((total, result) => total + WEIGHTS[result.severity] * (result.score ?? 0), 0)
  return { score: weight === 0 ? null : sum / weight, applicable: judged.length, total: results.length, weight }
}

function scoreGroups(results: readonly CheckResult[]): RunScore['groups'] {
  const groups = new Map<string, { group: Readonly<Record<string, string | null>>; results: Scored[] }>()
  for (const result of results) {
    for (const item of result.groups ?? []) {
      const key = JSON.stringify(item.group)
      const found = groups.get(key) ?? { group: item.group, results: [] }
      found.results.push({ dimension: result.dimension, severity: result.severity, status: item.status, score: item.score })
      groups.set(key, found)
    }
  }
  return [...groups.values()].map(({ group, results: members }) => {
    const { dimensions: _dimensions, uncapped: _uncapped, ...score } = scoreOf(members)
    return { group, ...score }
  })
}
