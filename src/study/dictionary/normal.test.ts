import { expect, test } from 'vitest'
import { missedNormal, rangeText, readNormal } from './normal.ts'

test('normal ranges are read with their conditions, and told apart from what is none', () => {
  expect(readNormal('3.9~6.1；sex=2 age=18～65：3.5~5.8; site=IM-CV: ~7')).toEqual([
    { range: { low: 3.9, high: 6.1 } },
    { sex: '2', age: { low: 18, high: 65 }, range: { low: 3.5, high: 5.8 } },
    { site: 'IM-CV', range: { low: null, high: 7 } },
  ])
  expect(readNormal('')).toEqual([])
  for (const wrong of ['5', '~', '6~5', 'x~3', 'sex=: 1~2', 'weight=3: 1~2', 'age=old: 1~2', '1~2~3']) expect(readNormal(wrong)).toBeNull()
})

test('the range that says most about a person counts; what is not known meets no condition', () => {
  const normals = readNormal('sex=2: 10~20; 5~9; sex=2 age=60~: 11~12')!
  const missed = (text: string, whose: object = {}) => {
    const range = missedNormal(normals, { sex: null, age: null, site: null, ...whose }, text)
    return range && rangeText(range)
  }
  expect([missed('7'), missed('9.1'), missed('9.1', { sex: '1' })]).toEqual([null, '5~9', '5~9'])
  expect([missed('9.1', { sex: '2' }), missed('15', { sex: '2' })]).toEqual(['10~20', null])
  expect([missed('15', { sex: '2', age: 60 }), missed('15', { sex: '2', age: 59 })]).toEqual(['11~12', null])
  expect(missed('unreadable')).toBeNull()
})
