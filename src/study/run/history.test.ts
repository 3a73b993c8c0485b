import { expect, test } from 'vitest'
import type { ReportModel } from '#qc'
import { historyOf, withHistory, type PastRun, type SaidThen } from './history.ts'

const said = (code: string, status: SaidThen['status'], violated: number): SaidThen => ({
  parameter: 1,
  form: null,
  code,
  status,
  violated,
  denominator: 100,
  score: 100 - violated,
  value: null,
})
const past = (id: number, score: number, all: readonly SaidThen[]): PastRun => ({
  id,
  title: `run ${id}`,
  at: `2026-01-${String(id).padStart(2, '0')}T08:00:00`,
  score,
  said: all,
})
const results = ['a', 'b', 'c', 'd'].map((parameter) => ({ parameter, title: { zh: `规则${parameter}`, en: `Rule ${parameter}` } }))
const model = { run: { results } } as unknown as ReportModel
const NOW = '2026-02-01T08:00:00'

test('the first run has nothing to be compared with', () => {
  expect(historyOf([], { at: NOW, score: 90, said: [] }, model)).toBeUndefined()
})

test('against the run before: what got worse first, what passed in both left out', () => {
  const before = past(1, 80, [said('a', 'failed', 9), said('b', 'passed', 0), said('c', 'passed', 0)])
  const older = past(0, 10, [said('b', 'failed', 50)])
  const now = { at: NOW, score: 90, said: [said('a', 'passed', 0), said('b', 'failed', 4), said('c', 'passed', 0), said('d', 'failed', 1)] }
  const history = historyOf([older, before], now, model)
  expect(history?.before).toMatchObject({ title: 'run 1', score: 80 })
  expect(history?.before.changes.map(({ code, kind, title }) => [code, kind, title.en])).toEqual([
    ['b', 'worse', 'Rule b'],
    ['a', 'better', 'Rule a'],
    ['d', 'elsewhere', 'Rule d'],
  ])
  expect(withHistory(model, history).run).toMatchObject({ previous: 80 })
})

test('a control chart of the score, and of the rules that are out of control in this run alone', () => {
  const steady = Array.from({ length: 10 }, (_, at) =>
    past(at + 1, 90 + (at % 2), [said('a', 'failed', 5 + (at % 2)), said('b', 'passed', at % 2)]),
  )
  const now = { at: NOW, score: 40, said: [said('a', 'failed', 6), said('b', 'failed', 30)] }
  const [score, ...rules] = historyOf(steady, now, model)?.charts ?? []
  expect(score?.points).toHaveLength(11)
  expect(score?.points.at(-1)).toMatchObject({ label: '●', figure: 40, rules: expect.arrayContaining(['1-3s']) })
  expect(rules.map(({ title }) => title.en)).toEqual(['Rule b b'])
  expect(rules[0]?.points.map(({ label }) => label).slice(-2)).toEqual(['#10', '●'])
})
