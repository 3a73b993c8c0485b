import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from './database.ts'
import { runChecks, type Run } from './engine.ts'
import type { Parameter } from './parameter.ts'
import { fingerprintOf } from './plan/copy-column.ts'
import { Sql } from './sql.ts'
import type { StagedTable } from './table.ts'
import { addShadows } from './testing/add-shadows.ts'
import { stageRows } from './testing/stage-rows.ts'

let database: QcWorkspace
beforeAll(async () => void (database = await openDatabase({ threads: 2 })))
afterAll(() => database.close())

type Rows = readonly (readonly (string | null)[])[]
const COLUMNS = ['id', 'sbp', 'dbp', 'status', 'site', 'note']
const FIRST: Rows = [
  ['S1', '80', '120', 'done', 'A', 'x'],
  ['S2', '120', '80', 'done', 'A', 'x'],
]
const PRESSURE: Parameter = { id: 'p', check: 'row_expression', params: { expression: 'sbp < dbp' }, filter: "status != 'planned'" }

async function run(parameters: readonly Parameter[], rows: Rows, others: Readonly<Record<string, Rows>> = {}): Promise<Run> {
  const table = await stageRows(database, 't', COLUMNS, rows)
  const rest = await Promise.all(Object.entries(others).map(([name, list]) => stageRows(database, name, ['id', 'sbp'], list)))
  return runChecks({
    database,
    tables: [table, ...rest],
    parameters: parameters.map((item) => ({ table: 't', ...item })),
    keys: { t: ['id'] },
  })
}

async function hashes(
  parameter: Parameter,
  rows: Rows,
  others?: Readonly<Record<string, Rows>>,
  more: readonly Parameter[] = [],
): Promise<string[]> {
  const { results, violations } = await run([...more, parameter], rows, others)
  expect(results.at(-1)).toMatchObject({ status: 'failed' })
  return (await violations.first(10, { parameters: [parameter.id] })).get(parameter.id)!.map((item) => item.hash)
}

const change = (rows: Rows, at: number, column: string, value: string | null): Rows =>
  rows.map((row, index) => (index === at ? row.map((cell, place) => (COLUMNS[place] === column ? value : cell)) : row))

describe('the hash of a violation', () => {
  it('changes with every column the check looked at, and with no other', async () => {
    const [before] = await hashes(PRESSURE, FIRST)
    expect(before).toMatch(/^[0-9a-f]{32}$/)
    for (const [column, value] of [
      ['sbp', '81'],
      ['dbp', '121'],
      ['status', 'entered'],
    ] as const)
      expect((await hashes(PRESSURE, change(FIRST, 0, column, value)))[0], column).not.toBe(before)
    for (const column of ['id', 'site', 'note']) expect((await hashes(PRESSURE, change(FIRST, 0, column, 'other')))[0], column).toBe(before)
  })

  it('is the same beside other parameters, in another order of columns and rows, and with typed copies of the columns', async () => {
    const [before] = await hashes(PRESSURE, FIRST)
    const others: Parameter[] = [
      { id: 'a', check: 'range', columns: ['dbp', 'sbp'], params: { max: 1 } },
      { id: 'b', check: 'compare_fields', columns: ['dbp'], params: { op: '<', other: 'sbp' } },
    ]
    expect(await hashes(PRESSURE, FIRST, {}, others)).toEqual([before])
    expect(await hashes(PRESSURE, [...FIRST].toReversed())).toEqual([before])
    const order = [5, 4, 3, 2, 1, 0]
    const turned = await stageRows(
      database,
      't',
      order.map((at) => COLUMNS[at]!),
      FIRST.map((row) => order.map((at) => row[at]!)),
    )
    const cells = FIRST.map((row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at] ?? null])))
    for (const table of [turned, await addShadows(database, turned, cells)] satisfies StagedTable[]) {
      const { violations } = await runChecks({ database, tables: [table], parameters: [PRESSURE] })
      expect((await violations.first(1)).get('p')![0]!.hash).toBe(before)
    }
  })

  it('does not take one list of cells for another', async () => {
    const both: Parameter = { id: 'p', check: 'row_expression', params: { expression: "concat(site, note) = '1:2'" } }
    const [one] = await hashes(both, [['S1', '', '', '', '1', ':2']])
    const [other] = await hashes(both, [['S1', '', '', '', '1:', '2']])
    expect(one).not.toBe(other)
    const blank: Parameter = { id: 'p', check: 'not_null', columns: ['site'] }
    expect(await hashes(blank, [['S1', '', '', '', '', '']])).toEqual(await hashes(blank, [['S1', '', '', '', null, '']]))
  })

  it('covers what was found in another table, but not the place it was found at', async () => {
    const entered: Parameter = { id: 'p', check: 'double_entry_conflict', columns: ['sbp'], params: { other: 'second', on: ['id'] } }
    const [before] = await hashes(entered, FIRST, {
      second: [
        ['S1', '85'],
        ['S2', '120'],
      ],
    })
    expect(
      await hashes(entered, FIRST, {
        second: [
          ['S9', '1'],
          ['S2', '120'],
          ['S1', '85'],
        ],
      }),
    ).toEqual([before])
    expect(
      await hashes(entered, FIRST, {
        second: [
          ['S1', '86'],
          ['S2', '120'],
        ],
      }),
    ).not.toEqual([before])
  })

  it('covers the row that a row is compared with, but not where it stands', async () => {
    const sorted: Parameter = { id: 'p', check: 'sorted_by', columns: ['sbp'] }
    const [before] = await hashes(sorted, FIRST.toReversed())
    expect(await hashes(sorted, [['S0', '1', '', '', '', ''], ...FIRST.toReversed()])).toEqual([before])
    expect(await hashes(sorted, change(FIRST.toReversed(), 0, 'sbp', '121'))).not.toEqual([before])
    const together: Parameter = { id: 'p', check: 'contiguous', columns: ['site'] }
    const rows = change([...FIRST, FIRST[0]!], 1, 'site', 'B')
    expect(await hashes(together, [['S0', '', '', '', 'C', ''], ...rows])).toEqual(await hashes(together, rows))
  })

  it('of a group is found once, also where equal rows without numbers of their own are called the same', async () => {
    const twins = await stageRows(
      database,
      't',
      ['id', 'site'],
      [
        ['S1', 'A'],
        ['S1', 'A'],
        ['S1', 'B'],
      ],
    )
    const relation = Sql`(SELECT hash(id, site) % 1000 AS "__row", id, site FROM ${twins.relation})`
    const constant: Parameter = { id: 'p', check: 'constant_should_not_change', columns: ['site'], params: { subject: ['id'] } }
    const { results, violations } = await runChecks({ database, tables: [{ ...twins, relation, unordered: true }], parameters: [constant] })
    expect(results[0]).toMatchObject({ violated: 1 })
    expect((await violations.first(10)).get('p')).toHaveLength(1)
  })

  it('of a group covers all its rows, in any order', async () => {
    const constant: Parameter = { id: 'p', check: 'constant_should_not_change', columns: ['site'], params: { subject: ['id'] } }
    const rows: Rows = [
      ['S1', '', '', '', 'A', ''],
      ['S1', '', '', '', 'B', ''],
      ['S1', '', '', '', 'B', ''],
    ]
    const [before] = await hashes(constant, rows)
    expect(await hashes(constant, [...rows].toReversed())).toEqual([before])
    expect(await hashes(constant, change(rows, 2, 'site', 'C'))).not.toEqual([before])
  })

  it('of what no row is to blame for is that of the value', async () => {
    const few: Parameter = { id: 'p', check: 'row_count_between', params: { min: 5 } }
    const [two] = await hashes(few, FIRST)
    expect(await hashes(few, FIRST)).toEqual([two])
    expect(await hashes(few, FIRST.slice(1))).not.toEqual([two])
  })
})

describe('a copy with columns of the caller', () => {
  it('carries texts, cells of the row and a fingerprint that anyone can compute again', async () => {
    const rows: Rows = [...FIRST, FIRST[0]!]
    const few: Parameter = { id: 'few', check: 'row_count_between', params: { min: 5 } }
    const { violations } = await run([PRESSURE, few], rows)
    const file = path.join(database.directory, 'own.parquet')
    await violations.copy(
      file,
      'parquet',
      {},
      {
        lineage: { text: (parameter) => `L-${parameter}` },
        department: { cell: (parameter) => (parameter === 'p' ? 'site' : null) },
        fingerprint: { fingerprint: (parameter) => ({ parts: ['study', `L-${parameter}`], slots: { 'sbp, dbp': 'slot-7' } }) },
      },
    )
    const found = await database.all(`SELECT parameter, "row", lineage, department, fingerprint FROM read_parquet('${file}') ORDER BY ALL`)
    const print = (...parts: readonly string[]): string => fingerprintOf(['study', ...parts])
    expect(found).toEqual([
      { parameter: 'few', row: null, lineage: 'L-few', department: null, fingerprint: print('L-few', '', 'rows', '1') },
      { parameter: 'p', row: 1, lineage: 'L-p', department: 'A', fingerprint: print('L-p', '{"id":"S1"}', 'slot-7', '1') },
      { parameter: 'p', row: 3, lineage: 'L-p', department: 'A', fingerprint: print('L-p', '{"id":"S1"}', 'slot-7', '2') },
    ])
  })

  it('has the same columns without any violation', async () => {
    const { violations } = await run([{ id: 'ok', check: 'not_null', columns: ['id'] }], FIRST)
    const file = path.join(database.directory, 'none.parquet')
    await violations.copy(file, 'parquet', {}, { department: { cell: () => 'site' } })
    const columns = await database.all<{ column_name: string }>(`DESCRIBE SELECT * FROM read_parquet('${file}')`)
    expect(columns.map((item) => item.column_name)).toEqual(['parameter', 'row', 'key', 'field', 'value', 'hash', 'department'])
  })

  it('written as CSV, has no cell that a spreadsheet would take for a formula, and leaves numbers alone', async () => {
    const texts = ['=1+1', '+cmd', '-2+3', '@sum(a)', '\t=1', '＝1', '-5', '+6', 'a=b', "it's"]
    const rows = texts.map((value) => ['=k', value])
    const table = await stageRows(database, 't', ['=id', 'v'], rows)
    const { violations } = await runChecks({
      database,
      tables: [table],
      parameters: [{ id: '=p', check: 'not_in_set', columns: ['v'], params: { values: texts } }],
      keys: { t: ['=id'] },
    })
    const file = path.join(database.directory, 'formula.csv')
    await violations.copy(file, 'csv', {}, { department: { cell: () => '=id' } })
    const found = await database.all(`SELECT * FROM read_csv('${file}', header = true, all_varchar = true) ORDER BY "row"::INT`)
    expect(found.map((row) => row['value'])).toEqual(["'=1+1", "'+cmd", "'-2+3", "'@sum(a)", "'\t=1", "'＝1", '-5', '+6', 'a=b', "it's"])
    expect(found[0]).toMatchObject({ parameter: "'=p", key: '{"=id":"=k"}', department: "'=k" })
  })
})

describe('rows that are fine', () => {
  it('are those that were judged and not blamed, by any part, whatever the threshold says', async () => {
    const rows: Rows = [
      ['S1', '80', '120', 'done', 'A', 'x'],
      ['S2', '120', '80', 'done', 'A', 'x'],
      ['S3', '120', '80', 'planned', 'A', 'x'],
      ['S4', null, '300', 'done', 'A', 'x'],
    ]
    const range: Parameter = {
      id: 'r',
      check: 'range',
      columns: ['sbp', 'dbp'],
      params: { max: 200 },
      fail: { metric: 'ratio', op: '>', value: 0.9 },
    }
    const unique: Parameter = { id: 'u', check: 'unique', columns: ['id'] }
    const count: Parameter = { id: 'c', check: 'row_count_between', params: { min: 1 } }
    const { violations } = await run([PRESSURE, range, unique, count], rows)
    expect(await violations.fine('p', 10)).toEqual([2])
    expect(await violations.fine('r', 10)).toEqual([1, 2, 3])
    expect(await violations.fine('u', 3)).toEqual([1, 2, 3])
    expect(await violations.fine('c', 10)).toEqual([])
  })
})

describe('a rule that allows each group its share', () => {
  /** One of ten is wrong at A, five of ten at B, one of two where no site is known. */
  const rows: Rows = [
    ...Array.from({ length: 20 }, (_, n) => [
      `S${n}`,
      n === 0 || (n >= 10 && n < 15) ? '300' : '120',
      '80',
      n % 2 ? 'x' : 'y',
      n < 10 ? 'A' : 'B',
      'n',
    ]),
    ['S20', '300', '80', 'x', null, 'n'],
    ['S21', '120', '80', 'x', null, 'n'],
  ]
  const share = { metric: 'ratio', op: '>', value: 0.2 } as const
  const range: Parameter = { id: 'r', check: 'range', columns: ['sbp'], params: { max: 260 }, fail: share }
  const found = async (parameter: Parameter) => {
    const { results, violations } = await run([parameter], rows)
    const list = (await violations.first(50, { statuses: ['passed', 'warned', 'failed'] })).get(parameter.id) ?? []
    return { result: results[0]!, list, keys: list.map(({ key }) => (JSON.parse(key ?? '{}') as { id: string }).id) }
  }

  it('blames no row of a group that keeps within it, and the hash of the others is as it was', async () => {
    const whole = await found(range)
    expect(whole.keys).toEqual(['S0', 'S10', 'S11', 'S12', 'S13', 'S14', 'S20'])
    const grouped = await found({ ...range, groupBy: ['site'] })
    expect(grouped.result.groups?.map(({ group, status }) => [group['site'], status])).toEqual([
      ['A', 'passed'],
      ['B', 'failed'],
      [null, 'failed'],
    ])
    expect(grouped.keys).toEqual(['S10', 'S11', 'S12', 'S13', 'S14', 'S20'])
    expect(grouped.list.map(({ hash }) => hash)).toEqual(whole.list.slice(1).map(({ hash }) => hash))
    expect((await found({ ...range, fail: undefined!, groupBy: ['site'] })).keys).toEqual(whole.keys)
  })

  it('where no group goes beyond it, blames nobody; also where rows are wrong together', async () => {
    expect((await found({ ...range, groupBy: ['site'], fail: { ...share, value: 0.9 } })).keys).toEqual([])
    // Two of ten stand twice at A, all four at B.
    const same: Rows = [
      ...Array.from({ length: 10 }, (_, n) => [`A${n < 2 ? 0 : n}`, '1', '1', 'x', 'A', 'n']),
      ...Array.from({ length: 4 }, () => ['B0', '1', '1', 'x', 'B', 'n']),
    ]
    const { results, violations } = await run(
      [{ id: 'u', check: 'unique', columns: ['id'], fail: { ...share, value: 0.3 }, groupBy: ['site'] }],
      same,
    )
    expect(results[0]?.groups?.map(({ group, status }) => [group['site'], status])).toEqual([
      ['A', 'passed'],
      ['B', 'failed'],
    ])
    expect((await violations.first(50)).get('u')?.map(({ row }) => row)).toEqual([11, 12, 13, 14])
  })
})

/** Key and hash as they were when each of these was joined with the table: what was accepted of them stays accepted. */
it('findings that blame no row keep their key and their hash', async () => {
  const { violations } = await run(
    [
      { id: 'pattern', check: 'name_pattern', params: { pattern: '[a-r].*' } },
      { id: 'drift', check: 'schema_drift', params: { previous: [{ name: 'site', type: 'number' }], allowAdded: true } },
      { id: 'present', check: 'required_values_present', columns: ['site'], params: { values: ['A', 'B'] } },
    ],
    FIRST,
  )
  const found = [...(await violations.first(10)).values()].flat()
  expect(found.map((one) => `${one.parameter} ${one.row} ${one.key} ${one.field} ${one.value} ${one.hash}`)).toMatchInlineSnapshot(`
    [
      "pattern null {"id":null} sbp sbp e8d221f890a351109d13f0c99dce6908",
      "pattern null {"id":null} status status 91253020c5baaf8f9bcddb98ca6836ea",
      "pattern null {"id":null} site site 47a763314718af59b544b76ee455a2c1",
      "drift null {"id":null} site ≠ number 6820d107215c7c9a333f7b205329affa",
      "present null {"id":null} site B 68a6c3cf9f63a98ed3bcd00e4e4d93df",
    ]
  `)
})
