import { expect, test } from 'vitest'
import { isJudged, type TriedTable } from './trial.ts'

const table = (status: TriedTable['status']): TriedTable => ({
  table: 'vitals',
  status,
  reason: null,
  why: null,
  isMeasured: false,
  rows: 3,
  of: 3,
  denominator: 0,
  violated: 0,
  value: null,
  columns: [],
})
const trial = (...statuses: TriedTable['status'][]): Parameters<typeof isJudged>[0] => ({
  hash: '',
  study: null,
  form: null,
  datafile: null,
  delivery: null,
  faults: [],
  trouble: null,
  tables: statuses.map(table),
  list: [],
  rows: 3,
  violated: 0,
  snapshot: { sha256: '', moment: null, number: null },
  engine: '1',
  ms: 1,
})

test('a trial counts where the rule judged something: on no row, or in error, nothing was tested', () => {
  expect(isJudged(trial('passed', 'not_applicable'))).toBe(true)
  expect(isJudged(trial('not_applicable'))).toBe(false)
  expect(isJudged(trial('failed', 'error'))).toBe(false)
  expect(isJudged(trial())).toBe(false)
  // What it will compare with is not there before it is in force.
  const measured = { ...table('not_applicable'), reason: 'insufficient', isMeasured: true }
  expect(isJudged({ ...trial(), tables: [measured] })).toBe(true)
  expect(isJudged({ ...trial(), tables: [{ ...measured, rows: 0 }] })).toBe(false)
})
