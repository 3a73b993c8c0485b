import { expect, test } from 'vitest'
import { pairsOf, valueCalled } from './found-value.ts'

test('a value of several columns is taken apart by their names, whatever the values hold', () => {
  expect(pairsOf('sbp, dbp', 'sbp=88; dbp=94')).toEqual([
    ['sbp', '88'],
    ['dbp', '94'],
  ])
  expect(pairsOf('note, sbp', 'note=a; b=c; sbp=')).toEqual([
    ['note', 'a; b=c'],
    ['sbp', ''],
  ])
  for (const [field, value] of [
    ['sbp', 'sbp=88'],
    ['sbp, dbp', '••••'],
    ['sbp, dbp', 'sbp=88'],
    ['sbp, dbp', '3 groups; dbp=1'],
  ] as const)
    expect(pairsOf(field, value)).toEqual([])
})

test('it is said by what the reader calls the variables', () => {
  const called = (code: string) => ({ sbp: '收缩压', dbp: '舒张压' })[code] ?? code
  expect(valueCalled('zh-cn', 'sbp, dbp', 'sbp=88; dbp=94', called)).toBe('收缩压：88；舒张压：94')
  expect(valueCalled('en', 'sbp, hr', 'sbp=88; hr=', () => 'X')).toBe('X: 88; X: ∅')
  expect(valueCalled('en', 'sbp', '88', called)).toBe('88')
})
