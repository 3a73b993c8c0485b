import { expect, test } from 'vitest'
import { partsOf } from './part.ts'

const say = { language: 'en', count: (n: number) => `${n} items`, yes: (is: boolean) => (is ? 'Yes' : 'No') } as const

test('of two records what differs is said, value by value', () => {
  const before = { rows: 2, by: { id: 2, kind: 'admin' }, columns: ['a'], notes: [] }
  const after = { rows: 3, by: { id: 2, kind: 'member' }, columns: ['a', 'b'], notes: [{ code: 'x' }] }
  expect(partsOf(before, after, say)).toEqual([
    { name: 'rows', before: '2', after: '3' },
    { name: 'by.kind', before: 'admin', after: 'member' },
    { name: 'columns', before: 'a', after: 'a, b' },
    { name: 'notes', before: null, after: '1 items' },
  ])
})

test('of a hash there is enough to tell it from another', () => {
  expect(partsOf({ file: 'a'.repeat(64) }, { file: 'b'.repeat(64) }, say)).toEqual([
    { name: 'file', before: 'aaaaaaaaaaaa…', after: 'bbbbbbbbbbbb…' },
  ])
})

test('what comes or goes is there as a whole; what is the same is not there', () => {
  expect(partsOf(null, { k: 5, site: null, notes: [] }, say)).toEqual([{ name: 'k', before: null, after: '5' }])
  expect(partsOf({ k: 5 }, { k: 5 }, say)).toEqual([])
  expect(partsOf(null, [{ code: '1' }, { code: '2' }], say)).toEqual([{ name: '', before: null, after: '2 items' }])
})

test('a sentence is said in the language of the reader, and yes is no “true”', () => {
  const after = { trouble: { 'zh-cn': '没有表头', en: 'No header' }, held: true }
  expect(partsOf(null, after, say)).toEqual([
    { name: 'trouble', before: null, after: 'No header' },
    { name: 'held', before: null, after: 'Yes' },
  ])
})
