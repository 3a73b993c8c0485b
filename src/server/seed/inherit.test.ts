import { expect, test } from 'vitest'
import { inherited } from './inherit.ts'
import type { Rule } from './inherit.ts'

const rule = (id: number, parentId: number | null): Rule => ({ id, parentId, name: String(id) })
/** A menu of two areas: 2 with the buttons 3 and 4, 5 with the button 6. */
const BEFORE = [rule(1, null), rule(2, 1), rule(3, 2), rule(4, 2), rule(5, 1), rule(6, 5)]

test('who held a whole area gets what is added to it; who lacked a part of it does not', () => {
  const added = [rule(10, 2)]
  expect(inherited(new Set([1, 2, 3, 4]), BEFORE, added)).toEqual([10])
  expect(inherited(new Set([1, 2, 3]), BEFORE, added)).toEqual([])
  expect(inherited(new Set([1, 3, 4]), BEFORE, added)).toEqual([])
  expect(inherited(new Set([5, 6]), BEFORE, added)).toEqual([])
})

test('a new area goes with its buttons to who held the whole menu', () => {
  const added = [rule(10, 1), rule(11, 10)]
  expect(inherited(new Set([1, 2, 3, 4, 5, 6]), BEFORE, added)).toEqual([10, 11])
  expect(inherited(new Set([1, 2, 3, 4, 5]), BEFORE, added)).toEqual([])
  // A menu that is new itself was held by nobody.
  expect(inherited(new Set([1, 2, 3, 4, 5, 6]), BEFORE, [rule(20, null), rule(21, 20)])).toEqual([])
})
