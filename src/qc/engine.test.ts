import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { runChecks } from './engine.ts'
import type { QcDatabase, StagedTable } from './table.ts'
import { stageRows } from './testing/stage-rows.ts'

let database: QcDatabase
let table: StagedTable
beforeAll(async () => {
  database = await openDatabase({ threads: 2 })
  table = await stageRows(
    database,
    '随访',
    ['编号', '中心', '体温'],
    [
      ['S1', 'A', '36.5'],
      ['S2', 'A', '41'],
      ['S2', 'B', ''],
      ['S4', 'B', '365'],
      ['S5', 'B', '-9'],
      ['S6', null, 'abc'],
    ],
  )
})
afterAll(() => database.close())

describe('a run', () => {
  it('tells how far it is statement by statement: what is under way is what that statement asks for', async () => {
    const told: [done: number, total: number, under: number][] = []
    await runChecks({
      database,
      tables: [table],
      parameters: [
        { id: 'row', check: 'not_null', columns: ['体温'] },
        { id: 'grouped', check: 'not_null', columns: ['体温'], groupBy: ['中心'] },
        { id: 'measured', check: 'outlier_iqr', columns: ['体温'] },
        { id: 'unique', check: 'unique', columns: ['编号'] },
      ],
      onProgress: (...so) => told.push(so),
    })
    expect(told).toEqual([
      [0, 6, 0],
      // Three in the first pass, the one that counts in groups in a pass of its own.
      [0, 6, 3],
      [3, 6, 0],
      [3, 6, 1],
      [4, 6, 0],
      // What was measured is counted against what was found.
      [4, 6, 0],
      [4, 6, 1],
      [5, 6, 0],
      [5, 6, 1],
      [6, 6, 0],
    ])
  })

  it('counts, scores, groups and names the rows', async () => {
    const run = await runChecks({
      database,
      tables: [table],
      keys: { 随访: ['编号'] },
      parameters: [
        { id: 'p1', check: 'not_null', columns: ['体温'], missingCodes: ['-9'], groupBy: ['中心'] },
        { id: 'p2', check: 'C02', columns: ['体温'], params: { min: 30, max: 43 }, missingCodes: ['-9'], severity: 'blocking' },
        { id: 'p3', check: 'unique', columns: ['编号'], groupBy: ['中心'] },
        { id: 'p4', check: 'not_null', columns: ['体问'] },
        { id: 'p5', check: 'range', columns: ['体温'], params: { min: 0 }, filter: "中心 = 'B' and 体温 > 100" },
        { id: 'p6', check: 'range', columns: ['体温'], params: { min: 'x' } },
        { id: 'p7', check: 'range', columns: ['体温'], params: { min: 0 }, filter: "中心 = 'C'" },
        {
          id: 'p8',
          check: 'not_null',
          columns: ['编号', '中心', '体温'],
          enabled: true,
          fail: { metric: 'ratio', op: '>', value: 0.2 },
          warn: { metric: 'count', op: '>', value: 0 },
        },
      ],
    })
    const short = run.results.map((r) => [r.parameter, r.status, r.denominator, r.violated, r.reason ?? r.message?.en])
    expect(short).toEqual([
      ['p1', 'failed', 6, 2, undefined],
      ['p2', 'failed', 3, 1, undefined],
      ['p3', 'failed', 6, 2, undefined],
      ['p4', 'error', 0, 0, 'parameter "p4", columns: table "随访" has no column "体问"; did you mean "体温"'],
      ['p5', 'passed', 1, 0, undefined],
      ['p6', 'error', 0, 0, 'parameter "p6", params.min: must be a number, not "x"'],
      ['p7', 'not_applicable', 0, 0, 'subgroup_absent'],
      ['p8', 'warned', 18, 2, undefined],
    ])
    expect(run.results[0]!.groups!.map((g) => [g.group['中心'], g.denominator, g.violated, g.status])).toEqual([
      ['A', 2, 0, 'passed'],
      ['B', 3, 2, 'failed'],
      [null, 1, 0, 'passed'],
    ])
    expect(run.results[2]!.groups!.map((g) => [g.group['中心'], g.denominator, g.violated])).toEqual([
      ['A', 2, 1],
      ['B', 3, 1],
      [null, 1, 0],
    ])
    expect(run.results[7]!.fields).toEqual([
      { field: '编号', denominator: 6, violated: 0 },
      { field: '中心', denominator: 6, violated: 1 },
      { field: '体温', denominator: 6, violated: 1 },
    ])
    expect(run.score.capped).toBe(true)
    expect(run.score.score).toBe(59)
    const first = await run.violations.first(10)
    expect(first.get('p1')).toMatchObject([
      { parameter: 'p1', row: 3, key: '{"编号":"S2"}', field: '体温', value: '' },
      { parameter: 'p1', row: 5, key: '{"编号":"S5"}', field: '体温', value: '-9' },
    ])
    expect(first.get('p3')!.map((v) => v.row)).toEqual([2, 3])
    expect(first.get('p8')!.map((v) => [v.row, v.field])).toEqual([
      [6, '中心'],
      [3, '体温'],
    ])
  })
})
