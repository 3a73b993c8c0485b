import { expect, test } from 'vitest'
import { f } from '#kernel'
import { inOrder, orderOf } from './order.ts'

const fields = { a: f.string({}), birth: f.date({}), title: f.string({}) }

test('fields stand in the order that was chosen; what it does not know follows, what is gone is left out', () => {
  expect(orderOf(inOrder({ fields }, ['title', 'gone', 'a']))).toEqual(['title', 'a', 'birth'])
  expect(orderOf(inOrder({ fields }, null))).toEqual(['a', 'birth', 'title'])
  expect(inOrder({ fields, label: 'title' }, ['title']).label).toBe('title')
})
