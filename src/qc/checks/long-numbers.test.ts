import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import { stageRows } from '../testing/stage-rows.ts'

let database: QcWorkspace
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

const [ONE, OTHER] = ['110101199003071234', '110101199003071235']

async function violated(parameter: Omit<Parameter, 'id'>): Promise<number | string> {
  const table = await stageRows(
    database,
    't',
    ['id', 'a', 'b'],
    [
      ['S', ONE, OTHER],
      ['S', ONE, ONE],
    ],
  )
  const second = await stageRows(database, 'second', ['id', 'a'], [['S', OTHER]])
  const { results } = await runChecks({ database, tables: [table, second], parameters: [{ id: 'p', table: 't', ...parameter }] })
  return results[0]!.status === 'error' ? results[0]!.message!.en : results[0]!.violated
}

describe('numbers of more than 15 digits', () => {
  it.each<[string, Omit<Parameter, 'id'>, number]>([
    ['row_expression', { check: 'row_expression', params: { expression: 'a != b' } }, 1],
    ['a literal', { check: 'row_expression', params: { expression: `b = ${ONE}` } }, 1],
    ['compare_fields', { check: 'compare_fields', columns: ['a'], params: { op: '=', other: 'b' } }, 1],
    ['compare_fields, order', { check: 'compare_fields', columns: ['a'], params: { op: '<', other: 'b' } }, 1],
    ['compare_fields, tolerance', { check: 'compare_fields', columns: ['a'], params: { op: '=', other: 'b', tolerance: 0.5 } }, 1],
    ['compare_fields, enough tolerance', { check: 'compare_fields', columns: ['a'], params: { op: '=', other: 'b', tolerance: 1 } }, 0],
    ['double_entry_conflict', { check: 'double_entry_conflict', columns: ['a'], params: { other: 'second', on: ['id'], as: 'number' } }, 2],
    ['constant_should_not_change', { check: 'constant_should_not_change', columns: ['b'], params: { subject: ['id'], as: 'number' } }, 1],
  ])('are told apart to the last digit by %s', async (_, parameter, expected) => expect(await violated(parameter)).toBe(expected))

  it('are refused as a limit that JSON cannot hold', async () =>
    expect(await violated({ check: 'range', columns: ['a'], params: { min: Number(ONE) } })).toContain('the last digits are lost'))
})
