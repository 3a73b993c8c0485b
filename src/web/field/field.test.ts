import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Option } from '#kernel'
import { numberOf, stepped } from './number.ts'
import { branchOf, closedSet, deriveChecks, flipCheck, foundLines, putChecks, treeOrder } from './tree-checks.ts'
import { uploadProblem } from './upload-check.ts'
import { signsOf } from './cell/marked.tsx'

const option = (value: number, parentId: number | null): Option => ({ value, label: String(value), parentId })
/** 1 ─ 2 ─ 3, 4 · 1 ─ 5 · 6 */
const tree = [option(1, null), option(2, 1), option(3, 2), option(4, 2), option(5, 1), option(6, null)]

describe('half-checked trees', () => {
  const state = (stored: number[]) => Object.fromEntries(deriveChecks(tree, new Set(stored)))
  test('a leaf is stored with its ancestors, and they show half', () => {
    const stored = flipCheck(tree, new Set(), 3)
    expect([...stored].toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(state([...stored])).toEqual({ 1: 'half', 2: 'half', 3: 'on', 4: 'off', 5: 'off', 6: 'off' })
  })
  test('a branch takes everything below it, and gives it back', () => {
    const on = flipCheck(tree, new Set([1, 2, 3]), 2)
    expect(state([...on])).toMatchObject({ 1: 'half', 2: 'on', 3: 'on', 4: 'on' })
    expect([...flipCheck(tree, on, 2)]).toEqual([])
  })
  test('the last leaf completes its ancestors', () => {
    expect(state([...flipCheck(tree, new Set([1, 2, 3, 4]), 5)])).toMatchObject({ 1: 'on', 2: 'on' })
  })
  test('a search keeps the way to each match and what is below it, and means only the matches', () => {
    const search = (text: string) => {
      const { lines, found } = foundLines(treeOrder(tree), ({ label }) => label === text)
      return { shown: lines.map((l) => l.option.value), found }
    }
    expect(search('4')).toEqual({ shown: [1, 2, 4], found: [4] })
    expect(search('2')).toEqual({ shown: [1, 2, 3, 4], found: [2, 3, 4] })
    expect(search('9')).toEqual({ shown: [], found: [] })
    expect([...putChecks(tree, new Set([6]), [4], true)].toSorted((a, b) => a - b)).toEqual([1, 2, 4, 6])
    expect([...putChecks(tree, new Set([1, 2, 3, 4]), [4], false)]).toEqual([1, 2, 3])
    expect([...putChecks(tree, new Set([1, 2, 4, 6]), [4], false)]).toEqual([6])
  })
  test('a stored parent whose children are new stays, as half', () => {
    expect(state([1, 2])).toMatchObject({ 1: 'half', 2: 'half', 3: 'off' })
    expect(closedSet(tree, new Set([1, 2]))).toEqual([1, 2])
  })
  test('what is stored reads back as the same checks, whatever was clicked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }), (clicks) => {
        const stored = clicks.reduce<Set<number>>((s, id) => flipCheck(tree, s, id), new Set())
        const kept = closedSet(tree, stored)
        expect(kept).toEqual([...stored].toSorted((a, b) => a - b))
        for (const [id, check] of deriveChecks(tree, new Set(kept)))
          if (check === 'on') for (const below of branchOf(tree, id)) expect(kept).toContain(below)
      }),
    )
  })
  test('the list stands in the order of the tree', () => {
    expect(treeOrder(tree).map((l) => [l.option.value, l.depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 1],
      [6, 0],
    ])
  })
})

test('typed numbers are read, everything else is kept as typed', () => {
  expect([' 12 ', '１２', '－３６。５', '1，234.5', '1,234.5', '-.5', '1e3', '', 'abc', '1,5x', '1..2'].map(numberOf)).toEqual([
    12,
    12,
    -36.5,
    1234.5,
    1234.5,
    -0.5,
    1000,
    null,
    'abc',
    '1,5x',
    '1..2',
  ])
  expect(stepped(0.1, 0.2)).toBe(0.3)
})

describe('V-04 upload checks before sending', () => {
  const limits = { maxsize: 100, accept: ['image/*', 'csv', '.pdf'] }
  const file = (name: string, size: number, type = '') => ({ name, size, type })
  test.each([
    ['incomplete', file('', 5)],
    ['incomplete', file('a.csv', 0)],
    ['type', file('a.exe', 5, 'application/x-msdownload')],
    ['type', file('csv', 5)],
    ['size', file('a.csv', 101)],
    [null, file('A.CSV', 100)],
    [null, file('a.pdf', 1)],
    [null, file('photo', 1, 'image/png')],
  ])('%s', (problem, given) => expect(uploadProblem(given, limits)).toBe(problem))
})

test('a cell shows two marks, and that there are more by a plus', () => {
  expect(signsOf(['outOfRange'])).toEqual({ corner: true, sign: '' })
  expect(signsOf(['outOfRange', 'finding', 'query'])).toEqual({ corner: true, sign: '?' })
  expect(signsOf(['finding', 'query', 'verified'])).toEqual({ corner: true, sign: '?+' })
  expect(signsOf(['answered', 'verified'])).toEqual({ corner: false, sign: '↩✓' })
  expect(signsOf(['query', 'locked', 'verified'])).toEqual({ corner: false, sign: '?▣+' })
})
