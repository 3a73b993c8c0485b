import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sql } from './sql.ts'
import { defineCheck } from './check.ts'
import { findCheck } from './checks/registry.ts'
import { openDatabase, type QcWorkspace } from './database.ts'
import { runChecks } from './engine.ts'
import type { Parameter } from './parameter.ts'
import type { StagedTable } from './table.ts'
import { stageRows } from './testing/stage-rows.ts'
import { text } from './text.ts'

let database: QcWorkspace
let table: StagedTable
beforeAll(async () => {
  database = await openDatabase({ threads: 2 })
  table = await stageRows(
    database,
    't',
    ['id', 'x', 'site'],
    Array.from({ length: 3000 }, (_, at) => [`S${at % 2900}`, String(at % 100), at % 3 ? 'A' : 'B']),
  )
})
afterAll(() => database.close())

const run = (parameters: readonly Parameter[]) => runChecks({ database, tables: [table], parameters, keys: { t: ['id'] } })

/** A check whose SQL fails only when it runs. */
const broken = defineCheck({
  ...findCheck('A01')!,
  id: 'Z99',
  slug: 'broken',
  params: {},
  compile: ({ scope, column }) => ({ shape: 'row', violates: Sql`error('boom ' || ${scope.text(column)})::BOOLEAN`, fields: [column] }),
})

describe('a broken check', () => {
  it('gets status error for itself alone, wherever it stands', async () => {
    const parameters = Array.from({ length: 9 }, (_, at): Parameter => ({
      id: `p${at}`,
      check: at === 4 ? 'broken' : 'not_null',
      columns: ['x'],
    }))
    const { results } = await runChecks({ database, tables: [table], parameters, find: (name) => (name === 'broken' ? broken : undefined) })
    expect(results.map((result) => result.status)).toEqual([
      ...Array.from({ length: 4 }, () => 'passed'),
      'error',
      ...Array.from({ length: 4 }, () => 'passed'),
    ])
    expect(results[4]!.message!.en).toContain('parameter "p4" could not run')
  })
})

describe('codes that mean missing', () => {
  it('are those of the column: what means missing in one is a value in another', async () => {
    const cells = await stageRows(
      database,
      'codes',
      ['a', 'b'],
      [
        ['999', '999'],
        ['5', '5'],
        ['-1', '7'],
      ],
    )
    const range = (id: string, column: string, missingCodes: NonNullable<Parameter['missingCodes']>): Parameter => ({
      id,
      check: 'range',
      columns: [column],
      params: { min: 0, max: 100 },
      missingCodes,
    })
    const { results } = await runChecks({
      database,
      tables: [cells],
      parameters: [
        range('everywhere', 'a', ['999']),
        range('own', 'a', { a: ['-1'], b: ['999'] }),
        range('other', 'b', { 'codes.b': ['999'], 'other.b': ['7'] }),
        { id: 'used', check: 'missing_code_used', columns: ['b'], missingCodes: { a: ['5'], b: ['999'] } },
        { ...range('wrong', 'a', []), missingCodes: { a: '-1' } as never },
      ],
    })
    expect(results.map(({ status, violated, denominator }) => [status, violated, denominator])).toEqual([
      ['failed', 1, 2],
      ['failed', 1, 2],
      ['passed', 0, 2],
      ['failed', 1, 3],
      ['error', 0, 0],
    ])
    expect(results[4]?.message?.en).toContain('missingCodes')
  })
})

describe('violations', () => {
  const parameters: Parameter[] = [
    { id: 'r', check: 'range', columns: ['x'], params: { max: 49 } },
    { id: 'u', check: 'unique', columns: ['id'], severity: 'blocking' },
    { id: 'ok', check: 'not_null', columns: ['id'] },
    {
      id: 'few',
      check: 'range',
      columns: ['x'],
      params: { max: 97 },
      fail: { metric: 'ratio', op: '>', value: 0.5 },
      warn: { metric: 'count', op: '>', value: 0 },
    },
  ]

  it('are all written to one file, with key, row, field and value', async () => {
    const { results, violations } = await run(parameters)
    expect(results.map((result) => result.violated)).toEqual([1500, 200, 0, 60])
    for (const format of ['csv', 'parquet'] as const) await violations.copy(path.join(database.directory, `v.${format}`), format)
    const counts = await database.all(
      `SELECT parameter, count(*)::INT AS n, count("key")::INT AS k FROM read_parquet('${path.join(database.directory, 'v.parquet')}') GROUP BY ALL ORDER BY ALL`,
    )
    expect(counts).toEqual([
      { parameter: 'few', n: 60, k: 60 },
      { parameter: 'r', n: 1500, k: 1500 },
      { parameter: 'u', n: 200, k: 200 },
    ])
    const lines = (await readFile(path.join(database.directory, 'v.csv'), 'utf8')).trim().split('\n')
    expect(lines[0]).toBe('parameter,row,key,field,value,hash')
    expect(lines).toHaveLength(1761)
    let streamed = 0
    for await (const rows of violations.stream({ parameters: ['r'] })) streamed += rows.length
    expect(streamed).toBe(1500)
  })

  it('come first by first, as many as asked for of each', async () => {
    const { violations } = await run(parameters)
    const first = await violations.first(3)
    expect([...first].map(([id, list]) => [id, list.map((item) => item.row)])).toEqual([
      ['r', [51, 52, 53]],
      ['u', [1, 2, 3]],
      ['few', [99, 100, 199]],
    ])
    await violations.dispose()
  })

  it('an empty list is still a file with a header', async () => {
    const { violations } = await run([parameters[2]!])
    const file = path.join(database.directory, 'none.csv')
    await violations.copy(file, 'csv')
    expect(await readFile(file, 'utf8')).toBe('parameter,row,key,field,value,hash\n')
  })
})

describe('bad input', () => {
  it.each<[string, Partial<Parameter>, string]>([
    ['a check that does not exist', { check: 'rang' }, 'parameter "p", check: there is no check type "rang"; did you mean "range"'],
    ['a column that does not exist', { columns: ['X1'] }, 'parameter "p", columns: table "t" has no column "X1"; did you mean "x"'],
    ['no column', { columns: [] }, 'parameter "p", columns: check "range" needs at least 1 column'],
    ['a setting that does not exist', { params: { mni: 1 } }, 'parameter "p", params.mni: there is no such setting; did you mean "min"'],
    ['limits that cross', { params: { min: 3, max: 1 } }, 'parameter "p", params.min: the lower limit is above the upper'],
    [
      'a filter that does not parse',
      { params: { min: 1 }, filter: 'x >' },
      'parameter "p", filter: at 4: the expression stops here; a value should follow',
    ],
    [
      'a filter with SQL in it',
      { params: { min: 1 }, filter: 'x > 1) or (select 1 from t' },
      'parameter "p", filter: at 6: expected an operator or the end, found ")"',
    ],
    [
      'a threshold without value',
      { params: { min: 1 }, fail: { metric: 'count', op: '>' } },
      'parameter "p", fail: give a number as value',
    ],
    ['a table that does not exist', { table: 'tt', params: { min: 1 } }, 'parameter "p", table: there is no table "tt"; did you mean "t"'],
    [
      'a group-by column that does not exist',
      { params: { min: 1 }, groupBy: ['sites'] },
      'parameter "p", groupBy: table "t" has no column "sites"; did you mean "site"',
    ],
    [
      'columns that are no list',
      { params: { min: 1 }, columns: 'x' as unknown as string[] },
      'parameter "p", columns: must be a list of quoted texts, such as ["age"]',
    ],
  ])('%s is an error that says so', async (_name, over, message) => {
    const { results } = await run([{ id: 'p', check: 'range', columns: ['x'], ...over }])
    expect([results[0]!.status, results[0]!.message?.en]).toEqual(['error', message])
  })

  it('an absent column may be a reason not to apply', async () => {
    const { results } = await run([
      { id: 'p', check: 'not_null', columns: ['later'], whenAbsent: 'not_applicable' },
      { id: 'q', check: 'not_null', columns: ['x'], enabled: false },
    ])
    expect(results.map((result) => [result.status, result.reason])).toEqual([
      ['not_applicable', 'column_missing'],
      ['skipped', undefined],
    ])
  })

  it('names with quotes, spaces and signs of SQL are only names', async () => {
    const odd = await stageRows(
      database,
      'o"; DROP',
      ['a"b', "it's", '§t0c1', 'select'],
      [
        ['1', '2', '3', null],
        ['1', 'x', '', 'y'],
      ],
    )
    const { results, violations } = await runChecks({
      database,
      tables: [odd],
      parameters: [
        { id: "p'1", check: 'not_null', columns: ['a"b', "it's", '§t0c1', 'select'], keyFields: ['a"b'] },
        { id: 'p2', check: 'row_expression', params: { expression: `[a"b] = 1 and [it's] = 'x' and [select] = 'y'` } },
      ],
    })
    expect(results.map((result) => result.violated)).toEqual([2, 1])
    expect((await violations.first(5)).get("p'1")!.map((item) => [item.field, item.key])).toEqual([
      ['§t0c1', '{"a\\"b":"1"}'],
      ['select', '{"a\\"b":"1"}'],
    ])
  })
})

it('a run stops when it is told to', async () => {
  const controller = new AbortController()
  controller.abort(new Error(text('已取消', 'cancelled').en))
  await expect(
    runChecks({ database, tables: [table], parameters: [{ id: 'p', check: 'unique', columns: ['id'] }], signal: controller.signal }),
  ).rejects.toThrow('cancelled')
})

it('the same file delivered twice is found by its hash', async () => {
  const source = (name: string, sha256: string) => ({ ...table, name, source: { ...table.source, path: `${name}.csv`, sha256 } })
  const { results, violations } = await runChecks({
    database,
    tables: [source('a', '1'), source('b', '1'), source('c', '2')],
    context: { files: [{ name: 'old.csv', sha256: '2' }] },
    parameters: [{ id: 'p', check: 'duplicate_file' }],
  })
  expect([results[0]!.status, results[0]!.denominator, results[0]!.violated]).toEqual(['failed', 3, 3])
  expect((await violations.first(9)).get('p')!.map((item) => [item.field, item.value])).toEqual([
    ['a.csv', 'b.csv'],
    ['b.csv', 'a.csv'],
    ['c.csv', 'old.csv'],
  ])
})

describe('one parameter for many tables and columns', () => {
  it('takes patterns of tables and columns, also in settings and expressions', async () => {
    const vs = await stageRows(database, 'vs', ['VSSTAT', 'VSDONE', 'a_date', 'b_date'], [['NOT DONE', 'Y', '', '2024-01-01']])
    const lb = await stageRows(database, 'lb', ['LBSTAT', 'LBDONE'], [['', 'Y']])
    const parameters: Parameter[] = [
      { id: 'dates', check: 'not_null', table: 'vs', columns: ['*_date'] },
      { id: 'stat', check: 'row_expression', table: '*', params: { expression: "[--STAT] = 'NOT DONE' and [--DONE] = 'Y'" } },
      { id: 'same', check: 'compare_fields', table: '*', columns: ['--STAT'], params: { op: '!=', other: '--DONE', as: 'text' } },
      { id: 'only', check: 'not_null', table: '*b', columns: ['*_date'] },
    ]
    const { results } = await runChecks({ database, tables: [vs, lb], parameters })
    expect(results.map(({ parameter, status, violated, columns }) => [parameter, status, violated, columns])).toEqual([
      ['dates', 'failed', 1, ['a_date', 'b_date']],
      ['stat@vs', 'failed', 1, []],
      ['stat@lb', 'not_applicable', 0, []],
      ['same@vs', 'passed', 0, ['VSSTAT']],
      ['same@lb', 'not_applicable', 0, ['LBSTAT']],
      ['only@lb', 'not_applicable', 0, ['*_date']],
    ])
  })
})

describe('a column that is absent', () => {
  it.each<[string, Partial<Parameter>]>([
    ['in an expression', { check: 'row_expression', params: { expression: 'gone > 1' } }],
    ['in a filter', { check: 'not_null', columns: ['x'], filter: 'gone > 1' }],
    ['of a table that is not there', { check: 'row_expression', params: { expression: 'lookup(gone, id, x) > 1' } }],
  ])('%s is a mistake, or with whenAbsent a reason not to apply', async (_, parameter) => {
    const { results } = await run([
      { id: 'a', check: '', ...parameter },
      { id: 'b', check: '', whenAbsent: 'not_applicable', ...parameter },
    ])
    expect(results.map((result) => result.status)).toEqual(['error', 'not_applicable'])
  })
})
