import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointsOf } from '../context.ts'
import { openDatabase } from '../database.ts'
import { runChecks, type Run } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { QcDatabase, SqlRow, StagedTable } from '../table.ts'
import { stageRows } from '../testing/stage-rows.ts'

const NOW = '2026-06-13T08:00:00'
let database: QcDatabase
let tables: StagedTable[]
beforeAll(async () => {
  database = await openDatabase({ threads: 2 })
  tables = [
    await stageRows(
      database,
      '访视',
      ['编号', '中心', '采血', '体重'],
      [
        ['S1', '北', '2026-01-10', '60'],
        ['S2', '北', '2026-01-05', '61'],
        ['S3', '南', '2026-01-10', '62'],
        ['S9', '南', '2025-12-01', '63'],
        ['S1', '南', '2026-02-10', '64'],
      ],
    ),
    await stageRows(
      database,
      '受试者',
      ['编号', '中心', '同意', '体重'],
      [
        ['S1', '北', '2026-01-06', '1'],
        ['S2', '北', '2026-01-06', '2'],
        ['S3', '东', '', '3'],
      ],
    ),
  ]
})
afterAll(() => database.close())

const run = (parameters: readonly Omit<Parameter, 'id'>[], context: SqlRow = {}): Promise<Run> =>
  runChecks({
    database,
    tables,
    now: NOW,
    context,
    keys: { 访视: ['编号'] },
    parameters: parameters.map((item, index) => ({ table: '访视', ...item, id: `p${index + 1}` })),
  })

describe('looking into another table', () => {
  it('names the violating rows by business key, in row order, and counts by group', async () => {
    const { results, violations } = await run([
      {
        check: 'consent_first',
        columns: ['采血'],
        params: { consent: '同意', table: '受试者', on: ['编号'], withoutConsent: true },
        groupBy: ['中心'],
      },
      { check: 'foreign_key', columns: ['编号'], params: { parent: '受试者' }, groupBy: ['中心'] },
    ])
    expect(results.map((result) => [result.status, result.denominator, result.violated])).toEqual([
      ['failed', 5, 3],
      ['failed', 5, 1],
    ])
    expect(results[0]!.groups!.map((group) => [group.group['中心'], group.denominator, group.violated])).toEqual([
      ['北', 2, 1],
      ['南', 3, 2],
    ])
    const found = await violations.first(2)
    expect(found.get('p1')!.map((item) => [item.row, item.key, item.value])).toEqual([
      [2, '{"编号":"S2"}', '2026-01-05'],
      [3, '{"编号":"S3"}', '2026-01-10'],
    ])
    expect(found.get('p2')!.map((item) => item.row)).toEqual([4])
  })

  it('judges a group that only the other table has', async () => {
    const { results } = await run([{ check: 'row_count_equals_other', params: { other: '受试者' }, groupBy: ['中心'] }])
    expect(results[0]!.groups!.map((group) => [group.group['中心'], group.value, group.status])).toEqual([
      ['东', -1, 'failed'],
      ['北', 0, 'passed'],
      ['南', 3, 'failed'],
    ])
  })

  it('says which setting names a table or a column that is not there', async () => {
    const { results } = await run([
      { check: 'foreign_key', columns: ['编号'], params: { parent: '受试' } },
      { check: 'foreign_key', columns: ['编号'], params: { parent: '受试者', key: ['编码'] } },
      { check: 'foreign_key', columns: ['采血'], params: { parent: '受试者' } },
      { check: 'after_birth', columns: ['采血'], params: { birth: '生日', table: '受试者', on: ['编号'] } },
      { check: 'after_birth', columns: ['采血'], params: { birth: '同意', table: '受试者' } },
      { check: 'row_count_equals_other', params: { other: '受试者' }, groupBy: ['采血'] },
      { check: 'distribution_vs_reference', columns: ['采血'], params: { table: '受试者' } },
      { check: 'foreign_key', columns: ['编号'], params: { parent: '随机' }, whenAbsent: 'not_applicable' },
      { check: 'foreign_key', columns: ['编号'], params: { parent: '受试者', key: ['编码'] }, whenAbsent: 'not_applicable' },
    ])
    expect(results.map((result) => [result.status, result.reason ?? result.message?.en])).toEqual([
      ['error', 'parameter "p1", params.parent: there is no table "受试"; did you mean "受试者"'],
      ['error', 'parameter "p2", params.key: table "受试者" has no column "编码"; did you mean "编号"'],
      ['error', 'parameter "p3", params.key: table "受试者" has no column "采血"'],
      ['error', 'parameter "p4", params.birth: table "受试者" has no column "生日"'],
      ['error', 'parameter "p5", params.on: name the key columns'],
      ['error', 'parameter "p6", groupBy: table "受试者" has no column "采血" to group by'],
      ['error', 'parameter "p7", params.column: table "受试者" has no column "采血"'],
      ['not_applicable', 'table_missing'],
      ['not_applicable', 'column_missing'],
    ])
  })
})

describe('statistics', () => {
  it('say nothing about too few values, unless told to', async () => {
    const few = { check: 'outlier_sd', columns: ['体重'], params: { k: 0.5 }, filter: '体重 < 63' }
    const { results } = await run([
      few,
      { ...few, minDenominator: 3 },
      { check: 'statistic_between', columns: ['体重'], params: { statistic: 'stdev', max: 1 }, filter: '体重 = 60' },
      { check: 'distribution_vs_reference', columns: ['体重'], params: { table: '受试者', where: '体重 > 100' } },
    ])
    expect(results.map((result) => [result.status, result.reason])).toEqual([
      ['not_applicable', 'below_minimum'],
      ['failed', undefined],
      ['not_applicable', 'insufficient'],
      ['not_applicable', 'insufficient'],
    ])
  })

  it('find a number too large to be squared', async () => {
    const wild = await stageRows(
      database,
      '狂',
      ['x'],
      ['1', '2', '3', '4', '5', '1e300'].map((cell) => [cell]),
    )
    const checks = ['J01', 'J02', 'J03']
    const { violations } = await runChecks({
      database,
      tables: [wild],
      parameters: checks.map((check) => ({ id: check, check, columns: ['x'], params: {} })),
    })
    const found = await violations.first(9)
    expect(checks.map((check) => found.get(check)?.map((item) => item.row))).toEqual([[6], [6], [6]])
  })

  it('compare two samples of categories, and one with known shares, by chi-square', async () => {
    const shares = [
      { value: '北', share: 0.9 },
      { value: '南', share: 0.1 },
    ]
    const { results } = await run([
      { check: 'J12', columns: ['中心'], params: { test: 'chi2_p', as: 'category', shares, cut: 0.05 } },
      { check: 'J12', columns: ['中心'], params: { test: 'chi2_p', as: 'category', table: '受试者', cut: 0.05 } },
      { check: 'J12', columns: ['体重'], params: { test: 'ks_p', table: '受试者', cut: 0.05 } },
    ])
    // (2 − 4.5)² / 4.5 + (3 − 0.5)² / 0.5, one degree of freedom.
    expect(results[0]!.measures!['chi2']).toBeCloseTo(13.888888, 5)
    expect(results[0]!.value).toBeCloseTo(0.000194, 6)
    // 2×3 table with rows 2 3 0 and 2 0 1.
    expect(results[1]!.measures!['chi2']).toBeCloseTo(3.733333, 5)
    expect(results[1]!.measures!['freedom']).toBe(2)
    expect(results[2]!.measures!['distance']).toBe(1)
    expect(results.map((result) => result.status)).toEqual(['failed', 'passed', 'failed'])
  })

  it('keep what they measured for the next run, and find the site that fell silent', async () => {
    const parameter = { check: 'volume_change', groupBy: ['中心'] }
    const first = await run([parameter])
    expect([first.results[0]!.status, first.results[0]!.reason]).toEqual(['not_applicable', 'insufficient'])
    const history = { p1: pointsOf(first.results[0]!, '2026-06-01') }
    expect(history.p1).toEqual([
      { at: '2026-06-01', value: 5 },
      { at: '2026-06-01', value: 2, group: { 中心: '北' } },
      { at: '2026-06-01', value: 3, group: { 中心: '南' } },
    ])
    const { results } = await run([{ ...parameter, filter: "中心 = '北'" }], { history })
    expect([results[0]!.value, results[0]!.status]).toEqual([-60, 'failed'])
    expect(results[0]!.groups!.map((group) => [group.group['中心'], group.value, group.status])).toEqual([
      ['北', 0, 'passed'],
      ['南', -100, 'failed'],
    ])
  })

  it('take any change after a constant past as an anomaly', async () => {
    const past = Array.from({ length: 6 }, (_, index) => ({ at: `2026-05-0${index + 1}`, value: 0.1 }))
    const { results } = await run([{ check: 'metric_anomaly', columns: ['体重'] }], { history: { p1: past } })
    expect([results[0]!.status, results[0]!.value]).toEqual(['failed', 1e6])
  })
})

describe('process', () => {
  const queries = [
    { id: 'Q1', status: 'open', opened: '2026-06-01', department: '北' },
    { id: 'Q2', status: 'answered', opened: '2026-01-01', department: '南' },
    { id: 'Q3', status: 'closed', opened: '2026-01-01', department: '南' },
  ]

  it('counts open and old queries, by their own attributes', async () => {
    const { results, violations } = await run([{ check: 'open_queries', params: { max: 1, maxDays: 30 }, groupBy: ['department'] }], {
      queries,
    })
    expect([results[0]!.status, results[0]!.denominator, results[0]!.violated]).toEqual(['failed', 3, 2])
    expect(results[0]!.groups!.map((group) => [group.group['department'], group.violated])).toEqual([
      ['北', 0],
      ['南', 1],
    ])
    expect((await violations.first(9)).get('p1')!.map((item) => [item.field, item.key, item.value])).toEqual([
      ['open', null, '2'],
      ['age', '{"id":"Q2"}', '163'],
    ])
  })

  it('does not take "nothing known" for "nothing open", and names what is wrong with the context', async () => {
    const { results } = await run([{ check: 'K01' }, { check: 'K02' }])
    expect(results.map((result) => [result.status, result.reason])).toEqual([
      ['not_applicable', 'out_of_scope'],
      ['not_applicable', 'out_of_scope'],
    ])
    const wrong = await run([{ check: 'K01' }, { check: 'K02' }], {
      queries: [{ id: 'Q1', status: 'open', opened: 'soon' }],
      findings: 'none',
    })
    expect(wrong.results.map((result) => result.message?.en)).toEqual([
      'parameter "p1", context.queries[0]: must be an object with id, status, opened (date)',
      'parameter "p2", context.findings: must be a list',
    ])
  })
})

it('a group stands where brackets are escaped, in a class or unnamed before it, and an endless class is quick', async () => {
  const files = [
    { name: 'S1_x(a.csv', bytes: 1 },
    { name: 'S7_x(a.csv', bytes: 1 },
  ]
  const judged = async (pattern: string) => {
    const { results } = await run(
      [{ check: 'naming_convention', params: { pattern, group: 'subject', table: '受试者', column: '编号' } }],
      { files },
    )
    return results[0]?.violated
  }
  expect(await judged(String.raw`(?:)()[\(\]]?(?P<subject>S[0-9])_x\([a-c](\.csv)`)).toBe(1)
  expect(await judged(String.raw`${String.raw`\[`.repeat(40)}|(?P<subject>S[0-9])_.*`)).toBe(1)
})
