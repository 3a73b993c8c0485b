import { expect, test } from 'vitest'
import type { SnapshotForm } from '../record/snapshot.ts'
import { drawn, narrowed } from './narrow.ts'
import { formSource } from './source.ts'

const form = (id: number, code: string, names: readonly string[]): SnapshotForm => ({
  id,
  code,
  columns: names.map((name, i) => ({ name, slot: i + 1, sensitivity: 0, missingCodes: [], isFormer: false })),
})
const FORMS = [form(1, 'vitals', ['sbp', 'dbp', '体重', 'note']), form(2, 'keys', ['k', 'other'])]
const columnsBy = (...rules: Parameters<typeof narrowed>[0]) => narrowed(rules, FORMS).map(({ columns }) => columns.map(({ name }) => name))
const ALL = FORMS.map(({ columns }) => columns.map(({ name }) => name))

test('a re-check reads the columns that its rules name, in expressions and in other forms too', () => {
  expect(columnsBy({ id: 'a', check: 'range', table: 'vitals', columns: ['SBP'], params: { max: 1 } })).toEqual([['sbp'], []])
  expect(columnsBy({ id: 'b', check: 'row_expression', table: 'vitals', params: { never: 'sbp <= dbp and 体重 > 3' } })).toEqual([
    ['sbp', 'dbp', '体重'],
    [],
  ])
  const key = { id: 'c', check: 'foreign_key', table: 'vitals', columns: ['note'], params: { parent: 'keys', key: ['k'] } }
  expect(columnsBy(key, { id: 'a', check: 'range', table: 'vitals', columns: ['sbp'], params: { max: 1 } })).toEqual([
    ['sbp', 'note'],
    ['k'],
  ])
})

test('where one rule may mean any column, all are read', () => {
  const range = { id: 'a', check: 'range', table: 'vitals', columns: ['sbp'], params: { max: 1 } }
  for (const other of [
    { id: 'b', check: 'not_null', table: 'vitals', columns: ['*bp'] },
    { id: 'b', check: 'not_null', table: 'vitals' },
    { id: 'b', check: 'not_null', table: 'vitals', columns: ['gone'] },
    { id: 'b', check: 'no such check', table: 'vitals', columns: ['sbp'] },
    { id: 'b', check: 'duplicate_row', table: 'vitals', columns: ['sbp'] },
  ])
    expect(columnsBy(range, other)).toEqual(ALL)
})

test('the report of a re-check draws what its rules look at', () => {
  const sources = FORMS.map((one) => formSource(one, `${one.code}.csv`))
  const shownBy = (...rules: Parameters<typeof drawn>[0]) => drawn(rules, sources).map(({ shown }) => shown)
  const rest = sources[1]?.shown
  expect(shownBy({ id: 'a', check: 'range', table: 'vitals', columns: ['SBP'], params: { max: 1 } })).toEqual([['sbp'], rest])
  expect(shownBy({ id: 'b', check: 'unique', table: 'vitals', columns: ['visit', 'note'] })).toEqual([['visit', 'note'], ['visit']])
})
