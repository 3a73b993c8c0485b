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

  const [LESS, MORE] = ['9999999999999999', '10000000000000000']
  it.each<[string, Omit<Parameter, 'id'>, readonly string[], number]>([
    ['row_expression', { check: 'row_expression', params: { expression: 'a < b' } }, [LESS, MORE], 1],
    ['sorted_by', { check: 'sorted_by', columns: ['a'] }, [LESS, MORE, '10000000000000001', MORE], 1],
    ['sorted_by, downwards', { check: 'sorted_by', columns: ['a'], params: { descending: true } }, [`-${LESS}`, `-${MORE}`, `-${LESS}`], 1],
    ['monotone', { check: 'monotone', columns: ['a'], params: { by: ['id'], date: 'day' } }, [OTHER, ONE, LESS, MORE], 2],
    ['sequence_gapless', { check: 'sequence_gapless', columns: ['a'], params: { by: ['id'] } }, [MORE, LESS, '10000000000000001'], 0],
    ['sequence_gapless, a gap', { check: 'sequence_gapless', columns: ['a'], params: { by: ['id'] } }, [ONE, '110101199003071236'], 1],
    ['sequence_gapless, a repeat', { check: 'sequence_gapless', columns: ['a'], params: { by: ['id'] } }, [ONE, ONE], 1],
    [
      'sequence_gapless, where floating point ends',
      { check: 'sequence_gapless', columns: ['a'], params: { by: ['id'] } },
      ['9007199254740991', '9007199254740992', '9007199254740993'],
      0,
    ],
    [
      'sequence_gapless, a gap where floating point ends',
      { check: 'sequence_gapless', columns: ['a'], params: { by: ['id'] } },
      ['9007199254740990', '9007199254740992'],
      1,
    ],
  ])('are put in order to the last digit by %s', async (_, parameter, values, expected) => {
    const rows = values.map((value, at) => ['S', value, '10000000000000000', `2026-01-${String(at + 1).padStart(2, '0')}`])
    const table = await stageRows(database, 'ordered', ['id', 'a', 'b', 'day'], rows)
    const { results } = await runChecks({ database, tables: [table], parameters: [{ id: 'p', table: 'ordered', ...parameter }] })
    expect([results[0]!.status === 'error' ? results[0]!.message!.en : '', results[0]!.violated]).toEqual(['', expected])
  })

  it('are refused as a limit that JSON cannot hold', async () =>
    expect(await violated({ check: 'range', columns: ['a'], params: { min: Number(ONE) } })).toContain('the last digits are lost'))
})
