import { describe, expect, test } from 'vitest'
import { assigned, chosen, guessMapping, missing, type Target } from './mapping.ts'
import { tableOf } from './table.ts'

const target = (name: string, title: string, required = false, aliases: string[] = []): Target => ({
  name,
  title,
  required,
  hint: '',
  aliases,
})
const targets = [target('name', '名称', true, ['Name']), target('code', '编码', true), target('headcount', '编制人数')]

describe('columns of a sheet find their fields', () => {
  test('by title in either language, by name, whatever star, case or space is beside it', () => {
    expect(guessMapping(['名称*', ' CODE ', '编制 人数', 'x', ''], targets)).toEqual(['name', 'code', 'headcount', null, null])
    expect(guessMapping(['NAME', '名称'], targets)).toEqual(['name', null])
  })
  test('one column each; what is required and not there is named', () => {
    expect(assigned(['name', 'code'], 1, 'name')).toEqual([null, 'name'])
    expect(assigned(['name', 'code'], 0, null)).toEqual([null, 'code'])
    expect(missing([null, 'name'], targets).map((t) => t.name)).toEqual(['code'])
  })
  test('what fills no field is not sent', () => {
    expect(chosen(['code', null, 'name'], [['A', 'x', '甲']])).toEqual({ columns: ['code', 'name'], rows: [['A', '甲']] })
  })
})

test('a table begins at its first filled row; empty rows are none; more than asked for is said to be cut', () => {
  const rows = [['', ''], ['名称 ', '编码', ''], ['甲', 'A', 'beyond'], ['', ' '], ['乙'], ['丙', 'C']]
  expect(tableOf(rows, 10)).toEqual({
    head: ['名称', '编码'],
    rows: [
      ['甲', 'A'],
      ['乙', ''],
      ['丙', 'C'],
    ],
    numbers: [3, 5, 6],
    isCut: false,
  })
  expect(tableOf(rows, 2)).toMatchObject({
    rows: [
      ['甲', 'A'],
      ['乙', ''],
    ],
    isCut: true,
  })
  expect(tableOf([['', '']], 2)).toBeUndefined()
})
