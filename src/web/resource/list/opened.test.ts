import { expect, test } from 'vitest'
import { freshList } from '../address.ts'
import { changeOpened, openedAs } from './opened.ts'

const where = [{ field: 'state', operator: 'IN', val: 'new' }] as const
const inbox = { list: { columns: [], opens: { where, sort: [{ field: 'severity', descending: false }] } } }
const plain = { list: { columns: [] } }
const all = [{ id: 'id', descending: true }]

test('a plain address opens what waits, every other one what it says', () => {
  expect(openedAs(inbox, freshList)).toMatchObject({ filters: where, sort: [{ id: 'severity', descending: false }] })
  expect(openedAs(plain, freshList)).toBe(freshList)
  for (const part of [{ quickSearch: 'x' }, { sort: all }, { saved: 3 }, { bin: true }]) {
    const state = { ...freshList, ...part }
    expect(openedAs(inbox, state)).toBe(state)
  }
})

test('what is changed is changed in what is shown; what is cleared is everything', () => {
  expect(changeOpened(inbox, freshList, { page: 2 })).toMatchObject({ page: 2, filters: where })
  expect(changeOpened(inbox, freshList, { filters: [] })).toMatchObject({ filters: [], sort: [{ id: 'severity' }] })
  expect(changeOpened(inbox, { ...freshList, filters: where }, { filters: [] })).toEqual({ filters: [], sort: all })
  expect(changeOpened(plain, { ...freshList, filters: where }, { filters: [] })).toEqual({ filters: [] })
})
