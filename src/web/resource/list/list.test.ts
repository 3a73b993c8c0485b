import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPERATORS, PAGE_SIZES } from '#kernel'
import { job } from '#areas/job/index.ts'
import { type ListState, listParams, readAddress, writeAddress } from '../address.ts'
import { inSentence } from '../../field/words.ts'
import { exportWays } from './export-way.ts'
import { chunksIn } from './use-chunks.ts'
import { lastPage, pagerButtons } from '../../ui/pager-buttons.ts'

const plain: ListState = { page: 1, limit: 10, sort: [], quickSearch: '', filters: [], bin: false, view: null, saved: null }
const roundTrip = (state: ListState) => readAddress(new URLSearchParams(writeAddress(state).toString()))

test('a column’s name in a sentence is small, unless it is a proper name', () => {
  expect(['Name', 'Rule name', 'IP address', 'Chinese title', 'ID'].map((name) => inSentence(name, 'en'))).toEqual([
    'name',
    'rule name',
    'IP address',
    'Chinese title',
    'ID',
  ])
  expect(inSentence('科室名称', 'zh-cn')).toBe('科室名称')
})

describe('address', () => {
  test('a plain list has a plain address', () => {
    expect(writeAddress(plain).toString()).toBe('')
    expect(readAddress(new URLSearchParams())).toEqual(plain)
  })
  test('every state of a list survives its address', () => {
    const field = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/)
    const state = fc.record({
      page: fc.integer({ min: 1, max: 99_999 }),
      limit: fc.constantFrom(...PAGE_SIZES),
      sort: fc.array(fc.record({ id: field, descending: fc.boolean() }), { maxLength: 3 }),
      quickSearch: fc.string(),
      filters: fc.array(fc.record({ field, operator: fc.constantFrom(...OPERATORS), val: fc.string() }), { maxLength: 4 }),
      bin: fc.boolean(),
      view: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: null }),
      saved: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: null }),
    })
    fc.assert(
      fc.property(state, (s) => {
        expect(roundTrip(s)).toEqual(s)
      }),
    )
  })
  test('nonsense in an address falls back to a list that opens', () => {
    expect(readAddress(new URLSearchParams('page=-3&limit=7&filter=::&filter=a:DROP:1&view=x&order='))).toEqual(plain)
  })
  test('keys of others in the address stay', () => {
    expect(writeAddress({ ...plain, page: 2 }, new URLSearchParams('tab=a&page=9')).toString()).toBe('tab=a&page=2')
  })
  test('the lists of one page do not touch each other, nor what else the address says', () => {
    const one: ListState = { ...plain, page: 3, quickSearch: 'a', filters: [{ field: 'status', operator: '=', val: '1' }] }
    const two: ListState = { ...plain, limit: 50, sort: [{ id: 'name', descending: true }], view: 7 }
    const query = writeAddress(two, writeAddress(one, new URLSearchParams('tab=staff&page=9'), 'people.'), 'jobs.')
    expect(readAddress(query, 'people.')).toEqual(one)
    expect(readAddress(query, 'jobs.')).toEqual(two)
    expect(readAddress(query)).toEqual({ ...plain, page: 9 })
    expect(writeAddress(plain, writeAddress(plain, query, 'people.'), 'jobs.').toString()).toBe('tab=staff&page=9')
  })
  test('the call gets the contract’s names', () => {
    const state: ListState = {
      ...plain,
      sort: [
        { id: 'category', descending: false },
        { id: 'name', descending: true },
      ],
      quickSearch: 'a',
      filters: [{ field: 'status', operator: '=', val: '1' }],
    }
    expect(listParams(state, job)).toEqual({
      page: 1,
      limit: 10,
      order: 'category,asc;name,desc',
      quick_search: 'a',
      search: '[{"field":"status","operator":"=","val":"1"}]',
    })
  })
})

describe('pager', () => {
  test('A-07 sizes 10, 15, 20, 50, 100 and never more than seven page buttons', () => {
    expect(PAGE_SIZES).toEqual([10, 15, 20, 50, 100])
    for (const last of [1, 2, 7, 8, 20, 1000])
      for (let page = 1; page <= Math.min(last, 30); page++) {
        const numbers = pagerButtons(page, last).filter((n) => n !== null)
        expect(numbers).toHaveLength(Math.min(last, 7))
        expect(numbers).toContain(page)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect([numbers[0], numbers.at(-1)]).toEqual([1, last])
      }
  })
  test('gaps are marked where pages are left out', () => {
    expect(pagerButtons(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20])
    expect(pagerButtons(1, 20)).toEqual([1, 2, 3, 4, 5, 6, null, 20])
  })
  test('behind a capped total one can go on while pages are full', () => {
    expect(lastPage(10_000, 10, true, 1000, 10)).toBe(1001)
    expect(lastPage(10_000, 10, true, 1005, 3)).toBe(1005)
    expect(lastPage(95, 10, false, 1, 10)).toBe(10)
    expect(lastPage(0, 10, false, 1, 0)).toBe(1)
  })
})

test('an export is offered as a task where the list is longer than is counted, to whoever has the page of tasks', () => {
  expect(exportWays(true, '/admin/task')).toEqual(['now', 'task'])
  expect(exportWays(false, '/admin/task')).toEqual(['now'])
  expect(exportWays(true, null)).toEqual(['now'])
})

describe('a list that is scrolled through', () => {
  test('asks for the chunks in its window and for what comes next, and never for one behind the last', () => {
    expect(chunksIn({ from: 0, to: 40 }, 100_000)).toEqual([])
    expect(chunksIn({ from: 110, to: 150 }, 100_000)).toEqual([2])
    expect(chunksIn({ from: 50_000, to: 50_040 }, 100_000)).toEqual([250, 251])
    expect(chunksIn({ from: 99_960, to: 100_000 }, 100_000)).toEqual([500])
    expect(chunksIn({ from: 120, to: 150 }, 150)).toEqual([])
  })
})
