import { expect, test } from 'vitest'
import type { CheckResult } from '#qc/result.ts'
import { differenceOf, type Said } from './difference.ts'
import { whatIf } from './what-if.ts'

const said = (code: string, status: Said['status'], violated = 0): Said => ({
  parameter: 1,
  form: null,
  code,
  status,
  violated,
  denominator: 10,
  score: 100 - violated * 10,
})
const kinds = (now: Said[], before: Said[]) => differenceOf(now, before).map(({ code, kind }) => `${code} ${kind}`)

test('rules are told apart by what became of them, what got worse first', () => {
  const now = [said('a', 'passed'), said('b', 'failed', 2), said('c', 'passed'), said('d', 'warned', 1), said('e', 'failed', 1)]
  const before = [said('a', 'passed'), said('b', 'passed'), said('c', 'failed', 3), said('d', 'warned', 2), said('f', 'failed', 1)]
  expect(kinds(now, before)).toEqual(['b worse', 'd still', 'c better', 'e elsewhere', 'f elsewhere', 'a fine'])
})
test('a rule that could not be judged proves nothing', () => {
  expect(kinds([said('a', 'error')], [said('a', 'failed', 1)])).toEqual(['a elsewhere'])
  expect(kinds([said('a', 'passed')], [said('a', 'not_applicable')])).toEqual(['a elsewhere'])
})

const result = (parameter: string, violated: number, more: Partial<CheckResult> = {}): CheckResult => ({
  parameter,
  check: 'C02',
  slug: 'range',
  dimension: 'validity',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  severity: 'major',
  table: null,
  columns: [],
  judgesEmpty: false,
  measured: false,
  filtered: false,
  minDenominator: 0,
  fields: [],
  rows: 100,
  base: 100,
  denominator: 100,
  violated,
  status: violated > 0 ? 'failed' : 'passed',
  score: 100 - violated,
  ...more,
})

test('other limits change verdicts, not counts; a measured value keeps its own', () => {
  const results = [result('a', 0), result('b', 3), result('c', 8), result('m', 1, { measured: true, denominator: 1, score: 0 })]
  expect(whatIf(results, { warn: 0, fail: 0.05 })).toMatchObject({
    failed: 2,
    warned: 1,
    passed: 1,
    left: 1,
    flips: [{ parameter: 'b', from: 'failed', to: 'warned', violated: 3, denominator: 100 }],
  })
  expect(whatIf(results, { warn: null, fail: 0.05, dimension: 'completeness' }).flips).toEqual([])
  expect(whatIf(results, { warn: null, fail: 0.05, dimension: 'validity' }).flips.map(({ to }) => to)).toEqual(['passed'])
})
test('one rule alone, a number of violations, and what a rule measures', () => {
  const most = (op: '>' | 'outside') => ({ metric: 'value' as const, op, value: 5, max: 5 })
  const measured = (value: number, op: '>' | 'outside' = '>') => ({ measured: true, denominator: 1, value, fail: most(op), score: 0 })
  const results = [result('b', 3), result('c', 8), result('m', 1, measured(7)), result('o', 1, measured(7, 'outside'))]
  const flips = (wish: Parameters<typeof whatIf>[1]) => whatIf(results, wish).flips.map(({ parameter, to }) => `${parameter} ${to}`)
  expect(flips({ warn: null, fail: 0.5, parameter: 'c' })).toEqual(['c passed'])
  expect(flips({ warn: null, fail: 4, by: 'count' })).toEqual(['b passed'])
  expect(flips({ warn: 2, fail: 4, by: 'count' })).toEqual(['b warned'])
  expect(flips({ warn: null, fail: 8, by: 'value' })).toEqual(['m passed'])
  // Between two limits there is no single one, and what counts has no value.
  expect(whatIf(results, { warn: null, fail: 8, by: 'value' }).left).toBe(3)
})
test('a blocking rule that no longer fails gives the score back that it held down', () => {
  const results = [result('a', 0), result('b', 1, { severity: 'blocking' })]
  const { before, after } = whatIf(results, { warn: null, fail: 0.05 })
  expect(before).toBe(59)
  expect(after).toBeGreaterThan(95)
})
