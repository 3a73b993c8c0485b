import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, runChecks } from '#qc'
import type { Parameter, QcWorkspace } from '#qc'
import { stageRows } from '../../qc/testing/stage-rows.ts'
import type { SubmitRule } from '../parameter/in-force.ts'
import { brokenRules } from './rule.ts'

let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ threads: 1, memory: '256MB' })))
afterAll(() => db.close())

const NOW = '2026-11-16T08:00:00'
const rule = (check: string, body: Omit<Parameter, 'id' | 'check'>, more: Partial<SubmitRule> = {}): SubmitRule => ({
  id: 1,
  code: 'R',
  check,
  name: '规则',
  nameEn: 'Rule',
  version: 1,
  number: 1,
  body: { table: 'vitals', ...body },
  messageZh: null,
  messageEn: null,
  gates: null,
  ...more,
})
const broken = (given: SubmitRule, row: Record<string, string | null>) => brokenRules([given], 'vitals', row, NOW)

const RULES: [string, Omit<Parameter, 'id' | 'check'>][] = [
  ['not_null', { columns: ['a'] }],
  ['not_null', { columns: ['a', 'b'], missingCodes: ['-9'] }],
  ['range', { columns: ['a'], params: { min: 1, max: 10 } }],
  ['C02', { columns: ['a', 'b'], params: { min: -5.5, inclusive: false } }],
  ['range', { columns: ['b'], params: { max: 3 }, missingCodes: ['-9', '7'] }],
  ['range', { columns: ['a'], params: { max: 3 }, filter: "b = 'x'" }],
  ['row_expression', { params: { never: 'a <= b' } }],
  ['row_expression', { params: { must: 'a > b or b is null' }, missingCodes: ['-9'] }],
  ['E02', { params: { expression: 'a = b', meaning: 'good' } }],
]
const cell = fc.constantFrom<string | null>(
  null,
  '',
  ' ',
  '　',
  '0',
  '1',
  '10',
  '10.5',
  '１２',
  '-9',
  '-5.5',
  '7',
  '1e2',
  'x',
  '<3',
  '2026-01-01',
)

test('a rule about one record says of it what the engine says of a table with this row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...RULES), cell, cell, async ([check, body], a, b) => {
      const table = await stageRows(db, 'vitals', ['a', 'b'], [[a, b]])
      const run = await runChecks({ database: db, tables: [table], parameters: [{ id: 'R', check, table: 'vitals', ...body }], now: NOW })
      const [result] = run.results
      expect(result!.status).not.toBe('error')
      await run.violations.dispose()
      expect([check, a, b, broken(rule(check, body), { a, b }).length > 0]).toEqual([check, a, b, result!.status === 'failed'])
    }),
    { numRuns: 300 },
  )
})

describe('a record is not judged by', () => {
  const low = { a: '1', b: '2' }
  test.each([
    ['a rule of another form', rule('range', { table: 'labs', columns: ['a'], params: { min: 5 } })],
    ['a rule that names no form', { ...rule('range', {}), body: { columns: ['a'], params: { min: 5 } } }],
    ['a share of many records', rule('range', { columns: ['a'], params: { min: 5 }, fail: { metric: 'ratio', op: '>', value: 0.1 } })],
    ['a rule by groups', rule('range', { columns: ['a'], params: { min: 5 }, groupBy: ['b'] })],
    ['a rule that is switched off', rule('range', { columns: ['a'], params: { min: 5 }, enabled: false })],
    ['rows beside it', rule('row_expression', { params: { never: 'count(a > 0, b) < 5' } })],
    ['a column that it does not have', rule('not_null', { columns: ['gone'] })],
    ['a check of another kind', rule('D01', { columns: ['a'] })],
    ['an expression that cannot be read', rule('row_expression', { params: { never: 'a <' } })],
  ])('%s', (_, given) => expect(broken(given, low)).toEqual([]))
})

test('what is blocking stops, and what holds the submission back; people are told its message, or else its name', () => {
  const body = { columns: ['a'], params: { min: 5 } }
  expect(broken(rule('range', body), { a: '1' })).toEqual([
    { rule: 'R', words: { 'zh-cn': '规则', en: 'Rule' }, columns: ['a'], stops: false },
  ])
  expect(broken(rule('range', { ...body, severity: 'blocking' }, { messageZh: '太低', messageEn: 'Too low' }), { a: '1' })).toMatchObject([
    { stops: true, words: { 'zh-cn': '太低', en: 'Too low' } },
  ])
  expect(broken(rule('range', body, { gates: ['submit'] }), { a: '1' })).toMatchObject([{ stops: true }])
})
