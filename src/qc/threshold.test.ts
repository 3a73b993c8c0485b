import { describe, expect, it } from 'vitest'
import type { Threshold } from './parameter.ts'
import type { CheckResult, Counts } from './result.ts'
import { CAP, scoreRun } from './score.ts'
import { judge, reevaluate } from './threshold.ts'

const rule = { minDenominator: 0, judgesEmpty: false, measured: false, filtered: false }
const counts = (violated: number, denominator = 100): Counts => ({ rows: 120, denominator, base: denominator, violated })
const result = (over: Partial<CheckResult> = {}): CheckResult => ({
  parameter: 'p',
  check: 'C02',
  slug: 'range',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  severity: 'major',
  table: 't',
  columns: ['x'],
  ...rule,
  ...counts(10),
  status: 'failed',
  score: 90,
  fields: [],
  ...over,
})

describe('a verdict', () => {
  it('fails on any violation unless told otherwise', () => {
    expect(judge(counts(0), rule).status).toBe('passed')
    expect(judge(counts(1), rule)).toMatchObject({ status: 'failed', score: 99 })
  })
  it('with a warning alone warns and never fails', () => {
    const warn: Threshold = { metric: 'ratio', op: '>', value: 0.05 }
    expect([5, 6, 100].map((n) => judge(counts(n), { ...rule, warn }).status)).toEqual(['passed', 'warned', 'warned'])
  })
  it('lets a value equal to the limit pass with ">" and fail with ">="', () => {
    const fail = (op: Threshold['op']): Threshold => ({ metric: 'ratio', op, value: 0.1 })
    expect(judge(counts(10), { ...rule, fail: fail('>') }).status).toBe('passed')
    expect(judge(counts(10), { ...rule, fail: fail('>=') }).status).toBe('failed')
  })
  it('asks for failure before warning', () => {
    const warn: Threshold = { metric: 'count', op: '>', value: 3 }
    const fail: Threshold = { metric: 'count', op: '>', value: 10 }
    expect([3, 4, 10, 11].map((n) => judge(counts(n), { ...rule, warn, fail }).status)).toEqual(['passed', 'warned', 'warned', 'failed'])
  })
  it('does not apply without rows, without values, or below the minimum', () => {
    expect(judge({ ...counts(0, 0), rows: 0 }, rule)).toMatchObject({ status: 'not_applicable', reason: 'no_rows', score: null })
    expect(judge({ ...counts(0, 0), rows: 0 }, { ...rule, filtered: true }).reason).toBe('subgroup_absent')
    expect(judge(counts(0, 0), rule).reason).toBe('column_empty')
    expect(judge(counts(9, 9), { ...rule, minDenominator: 10 }).reason).toBe('below_minimum')
    expect(judge(counts(0, 10), { ...rule, minDenominator: 10 }).status).toBe('passed')
  })
  it('counts each measured column that is out of limits', () => {
    const fail: Threshold = { metric: 'value', op: 'outside', min: 0.9 }
    const measured = { ...rule, measured: true, fail }
    expect(judge({ rows: 5, denominator: 3, base: 15, violated: 0, values: [0.9, 0.8, null] }, measured)).toMatchObject({
      status: 'failed',
      violated: 1,
    })
  })
})

describe('thresholds moved afterwards', () => {
  it('give the verdict of a new run, without data', () => {
    const loose = reevaluate(result(), { fail: { metric: 'ratio', op: '>', value: 0.2 }, warn: { metric: 'count', op: '>', value: 0 } })
    expect([loose.status, loose.violated, loose.score]).toEqual(['warned', 10, 90])
    expect(reevaluate(loose, {}).status).toBe('failed')
    expect(reevaluate(result(), { minDenominator: 101 })).toMatchObject({ status: 'not_applicable', reason: 'below_minimum' })
  })
  it('judge groups again, and leave errors alone', () => {
    const groups = [{ group: { site: 'A' }, ...counts(1, 10), status: 'failed' as const, score: 90 }]
    expect(reevaluate(result({ groups }), { fail: { metric: 'count', op: '>', value: 50 } }).groups![0]!.status).toBe('passed')
    expect(reevaluate(result({ status: 'error', score: null }), { fail: { metric: 'count', op: '>', value: 50 } }).status).toBe('error')
  })
})

describe('the score', () => {
  it('is the mean of applicable checks, weighted by severity', () => {
    const score = scoreRun([
      result({ severity: 'major', score: 90 }),
      result({ severity: 'minor', score: 20 }),
      result({ status: 'not_applicable', score: null }),
      result({ status: 'error', score: null }),
    ])
    expect(score.score).toBeCloseTo((5 * 90 + 2 * 20) / 7)
    expect([score.applicable, score.total]).toEqual([2, 4])
    expect(score.statuses).toMatchObject({ failed: 2, error: 1, not_applicable: 1 })
  })
  it('is capped while a blocking check fails, and is unknown without anything applicable', () => {
    expect(scoreRun([result({ severity: 'blocking', score: 99.9 })])).toMatchObject({ score: CAP, capped: true })
    expect(scoreRun([result({ severity: 'blocking', score: 99.9, status: 'warned' })])).toMatchObject({ capped: false })
    expect(scoreRun([result({ severity: 'blocking', score: 12 })])).toMatchObject({ score: 12 })
    expect(scoreRun([result({ status: 'skipped', score: null })]).score).toBe(null)
  })
})
