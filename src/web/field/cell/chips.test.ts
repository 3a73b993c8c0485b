import { expect, test } from 'vitest'
import { wholeChips } from './chips.ts'

test('chips that fit all stand, without room for a number of others', () => {
  expect(wholeChips([40, 40], 84)).toBe(2)
  expect(wholeChips([], 84)).toBe(0)
})

test('where some do not fit, whole ones stand and the number of the others has its room', () => {
  expect(wholeChips([40, 40], 83)).toBe(1)
  expect(wholeChips([40, 40, 40], 115)).toBe(1)
  expect(wholeChips([40, 40, 40], 116)).toBe(2)
})

test('one stands, even where it is wider than the line', () => expect(wholeChips([200, 40], 100)).toBe(1))
