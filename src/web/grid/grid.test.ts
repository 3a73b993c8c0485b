import { describe, expect, test } from 'vitest'
import { clampWidth, layoutOf } from './column.ts'
import { nextFlag } from './flags.ts'
import { positionAfter } from './focus.ts'
import { buildTree, openItems } from './item.ts'
import { emptyMemory, inOrder, isVisible, parseMemory, withMoved, withPinned, withVisible, withWidth } from './memory.ts'
import { handleKey } from './keyboard.ts'
import { mayMove, neighbour, reordered } from './reorder.ts'
import { coverage, ranged, toggled, toggledAll } from './selection.ts'
import { nextSort, sortPlace } from './sort.ts'
import { inPlaces } from './order.ts'
import { columnRange, rowRange, slotsOf, VIRTUAL_COLUMNS, VIRTUAL_ROWS, windowSize } from './window.ts'

describe('column memory', () => {
  test('A-08 a width below 40 px is never kept', () => {
    expect(withWidth(emptyMemory, 'name', 0).width).toEqual({ name: 40 })
    expect(parseMemory('{"width":{"name":3}}').width).toEqual({ name: 40 })
    expect(clampWidth(Number.NaN)).toBe(120)
  })
  test('what an older version or a hand wrote does not stop the list', () => {
    for (const text of [null, '', '[]', 'null', '{"width":7,"hidden":"x"}', '{']) expect(parseMemory(text)).toEqual(emptyMemory)
  })
  test('a column of the definition is on until hidden, another off until shown', () => {
    const hidden = withVisible(emptyMemory, 'name', true, false)
    expect(isVisible(hidden, 'name', true)).toBe(false)
    expect(isVisible(emptyMemory, 'motto', false)).toBe(false)
    expect(isVisible(withVisible(emptyMemory, 'motto', false, true), 'motto', false)).toBe(true)
    expect(withVisible(hidden, 'name', true, true)).toEqual(emptyMemory)
  })
})

describe('layout', () => {
  const columns = [
    { id: 'a', width: 100, grow: true },
    { id: 'b', width: 100 },
    { id: 'c', width: 100, grow: true },
  ]
  test('spare width goes to growing columns whose width nobody chose', () => {
    const { width, total } = layoutOf({ columns, chosen: { a: 100 }, viewport: 500, lead: 20, tail: 80 })
    expect(width).toEqual([100, 100, 200])
    expect(total).toBe(500)
  })
  test('columns wider than the window scroll', () => {
    expect(layoutOf({ columns, chosen: {}, viewport: 200, lead: 20, tail: 80 })).toMatchObject({ x: [20, 120, 220], total: 400 })
  })
})

test('several columns stay in place as long as the rest has room; one always does', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({ id, width: 100 }))
  const at = (viewport: number, pinned: number) => layoutOf({ columns, chosen: {}, viewport, lead: 20, tail: 0, pinned })
  expect(at(1000, 2)).toMatchObject({ pinned: 2, pane: 220 })
  expect(at(300, 2)).toMatchObject({ pinned: 1, pane: 120 })
  expect(at(100, 1)).toMatchObject({ pinned: 1, pane: 120 })
  expect(at(1000, 9)).toMatchObject({ pinned: 3, pane: 320 })
  expect(columnRange(at(1000, 2), 0, 1000)).toEqual({ from: 2, to: 3 })
})

describe('window', () => {
  test('A-09 rows are virtual from 100 on, columns from 60 on', () => {
    expect(rowRange(VIRTUAL_ROWS - 1, 36, 2000, 400)).toEqual({ from: 0, to: 99 })
    const { from, to } = rowRange(VIRTUAL_ROWS, 36, 36 * 50, 360)
    expect(to - from).toBeLessThan(30)
    const layout = (n: number) => ({
      x: Array.from({ length: n }, (_, i) => i * 100),
      width: Array<number>(n).fill(100),
      pane: 100,
      pinned: 1,
      tail: 0,
      total: n * 100,
    })
    expect(columnRange(layout(VIRTUAL_COLUMNS - 1), 0, 500)).toEqual({ from: 1, to: 59 })
    expect(columnRange(layout(VIRTUAL_COLUMNS), 0, 500).to).toBeLessThan(10)
  })
  test('the end of a list that shrank while scrolled down still shows rows', () => {
    const { from, to } = rowRange(120, 36, 36 * 5000, 360)
    expect(from).toBeLessThan(to)
  })
  test('a row keeps its element until it leaves, and no element serves two rows', () => {
    const size = windowSize(36, 360)
    const at = (from: number, focused: number) => {
      const rows = Array.from({ length: size }, (_, i) => from + i)
      const all = focused >= from && focused < from + size ? rows : [...rows, focused]
      return new Map(all.map((r, i) => [r, slotsOf(all, size, focused)[i]!]))
    }
    const before = at(100, 105)
    const after = at(108, 105)
    expect(new Set(after.values()).size).toBe(after.size)
    for (const [row, slot] of after) if (before.has(row)) expect(slot).toBe(before.get(row))
  })
})

test('rows keep their places in the document while they scroll, and stand in their order once it rests', () => {
  const placed = [2, 3, 4, 10].map((row) => ({ row, slot: String(row % 4) }))
  expect(inPlaces(placed.slice(0, 3), ['0', '1', '2', '3']).map(({ row }) => row)).toEqual([4, 2, 3])
  expect(inPlaces(placed.slice(0, 3), ['2', '3', '0']).map(({ row }) => row)).toEqual([2, 3, 4])
  expect(inPlaces(placed.toReversed(), []).map(({ row }) => row)).toEqual([2, 3, 4, 10])
})

describe('tree', () => {
  const row = (id: number, parentId: number | null) => ({ id, parentId })
  test('children stand below their parent, in their own order, and closed branches are hidden', () => {
    const roots = buildTree([row(3, 1), row(1, null), row(2, 1), row(4, null)])
    expect(openItems(roots, () => true).map((i) => [i.key, i.depth])).toEqual([
      [1, 0],
      [3, 1],
      [2, 1],
      [4, 0],
    ])
    expect(openItems(roots, () => false).map((i) => i.key)).toEqual([1, 4])
  })
  test('no row vanishes: orphans and rings show at the top', () => {
    const rows = [row(1, 99), row(2, 3), row(3, 4), row(4, 2), row(5, 5), row(6, 2)]
    expect(
      openItems(buildTree(rows), () => true)
        .map((i) => i.key)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('selection', () => {
  const alone = () => []
  test('shift chooses everything between', () => {
    expect([...ranged(new Set([2]), [1, 2, 3, 4, 5], 2, 4)]).toEqual([2, 3, 4])
    expect([...ranged(new Set([4]), [1, 2, 3, 4, 5], 4, 2)].toSorted((a, b) => a - b)).toEqual([2, 3, 4])
  })
  test('a branch goes along with its root', () => {
    const descendants = (key: number) => (key === 1 ? [2, 3] : [])
    expect([...toggled(new Set(), 1, descendants)]).toEqual([1, 2, 3])
    expect([...toggled(new Set([1, 2, 3]), 1, descendants)]).toEqual([])
    expect([...toggled(new Set([1]), 1, alone)]).toEqual([])
  })
  test('all of this page, without touching other pages', () => {
    expect(coverage(new Set([1, 9]), [1, 2])).toBe('some')
    expect([...toggledAll(new Set([9]), [1, 2])]).toEqual([9, 1, 2])
    expect([...toggledAll(new Set([9, 1, 2]), [1, 2])]).toEqual([9])
  })
})

test('sorting goes up, down, off', () => {
  const up = nextSort([], 'a')
  expect(up).toEqual([{ id: 'a', descending: false }])
  expect(nextSort(up, 'a')).toEqual([{ id: 'a', descending: true }])
  expect(nextSort(nextSort(up, 'a'), 'a')).toEqual([])
  expect(nextSort(up, 'b')).toEqual([{ id: 'b', descending: false }])
})

test('with Shift a column joins the others, turns in its place, and leaves them as they are', () => {
  const two = nextSort(nextSort([], 'a'), 'b', true)
  expect(two.map((k) => k.id)).toEqual(['a', 'b'])
  expect([sortPlace(two, 'a'), sortPlace(two, 'b'), sortPlace(two, 'c')]).toEqual([1, 2, 0])
  const turned = nextSort(two, 'a', true)
  expect(turned).toEqual([
    { id: 'a', descending: true },
    { id: 'b', descending: false },
  ])
  expect(nextSort(turned, 'a', true)).toEqual([{ id: 'b', descending: false }])
  expect(nextSort(two, 'a')).toEqual([{ id: 'a', descending: false }])
  expect(sortPlace([{ id: 'a', descending: true }], 'a')).toBe(0)
})

test('columns stand as the person placed them; pinned ones come first and move among themselves', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(inOrder(ids, emptyMemory)).toEqual(ids)
  expect(inOrder(ids, { order: ['c', 'gone', 'a'], pinned: [] })).toEqual(['c', 'd', 'a', 'b'])
  const moved = withMoved(emptyMemory, ids, 'c', -1)
  expect(inOrder(ids, moved)).toEqual(['a', 'c', 'b', 'd'])
  expect(withMoved(emptyMemory, ids, 'a', -1)).toEqual(emptyMemory)
  const pinned = withPinned(moved, 'd', true)
  expect(inOrder(ids, pinned)).toEqual(['d', 'a', 'c', 'b'])
  expect(withMoved(pinned, ids, 'd', 1)).toEqual(pinned)
  expect(inOrder(ids, withPinned(pinned, 'd', false))).toEqual(['a', 'c', 'b', 'd'])
  expect(parseMemory(JSON.stringify(pinned))).toEqual(pinned)
})

test('keys stay inside the grid', () => {
  const bounds = { rows: 3, columns: 2, page: 10 }
  expect(positionAfter('ArrowUp', false, { row: -1, column: 0 }, bounds)).toEqual({ row: -1, column: 0 })
  expect(positionAfter('PageDown', false, { row: 0, column: 1 }, bounds)).toEqual({ row: 2, column: 1 })
  expect(positionAfter('End', true, { row: 0, column: 0 }, bounds)).toEqual({ row: 2, column: 1 })
  expect(positionAfter('x', false, { row: 0, column: 0 }, bounds)).toBeNull()
  expect(positionAfter('j', false, { row: 0, column: 1 }, bounds)).toEqual({ row: 1, column: 1 })
  expect(positionAfter('K', false, { row: 0, column: 1 }, bounds)).toEqual({ row: 0, column: 1 })
  expect(positionAfter('k', true, { row: 1, column: 1 }, bounds)).toBeNull()
})

describe('reorder', () => {
  const items = [
    { key: 1, parent: null },
    { key: 2, parent: 1 },
    { key: 3, parent: 1 },
    { key: 4, parent: null },
  ]
  test('only siblings trade places', () => {
    expect(mayMove(items, { id: 2, targetId: 3 })).toBe(true)
    expect(mayMove(items, { id: 2, targetId: 4 })).toBe(false)
    expect(mayMove(items, { id: 2, targetId: 2 })).toBe(false)
    expect(neighbour(items, 1, 1)).toBe(4)
    expect(neighbour(items, 3, 1)).toBeNull()
  })
  test('a row takes the place of its target, in both directions', () => {
    const rows = [1, 2, 3, 4].map((id) => ({ id }))
    expect(reordered(rows, { id: 1, targetId: 3 }).map((r) => r.id)).toEqual([2, 3, 1, 4])
    expect(reordered(rows, { id: 4, targetId: 2 }).map((r) => r.id)).toEqual([1, 4, 2, 3])
  })
})

test('switched off, a letter alone moves nothing; arrows and Ctrl A go on', () => {
  const went: unknown[] = []
  const press = (key: string, letters: boolean, ctrlKey = false) => {
    const event = { key, ctrlKey, target: { closest: () => null }, preventDefault: () => {} }
    handleKey(event as unknown as Parameters<typeof handleKey>[0], {
      position: { row: 1, column: 1 },
      rows: 9,
      columns: 3,
      page: 4,
      first: 1,
      open: null,
      letters,
      go: ({ row }) => went.push(row),
      selectAll: () => went.push('all'),
    })
  }
  press('j', true)
  press('K', true)
  expect(went.splice(0)).toEqual([2, 0])
  press('j', false)
  press('K', false)
  expect(went.splice(0)).toEqual([])
  press('ArrowDown', false)
  press('a', false, true)
  expect(went).toEqual([2, 'all'])
})

describe('from flag to flag', () => {
  const marked = new Set(['1 a', '1 c', '3 b', '6 a'])
  const item = (key: number) => ({ key, row: key, depth: 0, parent: null, children: 0 })
  /** Rows from 5 on have not come. */
  const lines = { count: 8, at: (index: number) => (index < 5 ? item(index) : undefined) }
  const next = (row: number, column: number, step: 1 | -1, at = lines) =>
    nextFlag(at, [{ id: 'a' }, { id: 'b' }, { id: 'c' }], (one: number, id) => marked.has(`${one} ${id}`), { row, column }, step)
  test('the next one is in this row or below it, the one before in this row or above', () => {
    expect(next(-1, 0, 1)).toEqual({ row: 1, column: 0, isThere: true })
    expect(next(1, 0, 1)).toEqual({ row: 1, column: 2, isThere: true })
    expect(next(1, 2, 1)).toEqual({ row: 3, column: 1, isThere: true })
    expect(next(3, 1, -1)).toEqual({ row: 1, column: 2, isThere: true })
    expect(next(1, 0, -1)).toBeNull()
  })
  test('from the box before the columns and the actions behind them it begins in the same row', () => {
    expect(next(1, -1, 1)).toEqual({ row: 1, column: 0, isThere: true })
    expect(next(1, 9, -1)).toEqual({ row: 1, column: 2, isThere: true })
  })
  test('a row that has not come is where nobody knows yet', () => {
    expect(next(3, 1, 1)).toEqual({ row: 5, column: 0, isThere: false })
    expect(next(3, 1, 1, { count: 8, at: item })).toEqual({ row: 6, column: 0, isThere: true })
  })
})
