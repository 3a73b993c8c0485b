import { expect, test } from 'vitest'
import { translate } from './translate.ts'

const own = { a: { b: 'deep' }, row_one: '{{count}} row', row_other: '{{count}} rows', hi: 'Hi {{ name }}, {{gone}}' }
const say = (key: string, values = {}) => translate('en', [own, { ok: 'OK', a: { c: 'behind' } }], key, values)

test('A-13 keys reach into the file, and the file behind it answers what this one lacks', () => {
  expect(say('a.b')).toBe('deep')
  expect(say('ok')).toBe('OK')
  expect(say('a.c')).toBe('behind')
  expect(say('nothing')).toBe(undefined)
  expect(say('constructor')).toBe(undefined)
})

test('A-13 values are filled in as they are, counts choose their plural', () => {
  expect(say('hi', { name: '<b>' })).toBe('Hi <b>, {{gone}}')
  expect(say('row', { count: 1 })).toBe('1 row')
  expect(say('row', { count: 12 })).toBe('12 rows')
  const zh = { row: '{{count}} 条', row_one: '这一条' }
  expect(translate('zh-cn', [zh], 'row', { count: 1 })).toBe('这一条')
  expect(translate('zh-cn', [zh], 'row', { count: 2 })).toBe('2 条')
})
