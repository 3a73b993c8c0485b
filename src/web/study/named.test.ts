import { expect, test } from 'vitest'
import type { Table } from '../expression/suggest.ts'
import { findEntry } from '#study/parameter/catalogue.ts'
import type { CheckType, Setting } from './catalogue.ts'
import { isFound, judgesSame, namesFor, oddIn } from './named.ts'

const same = (text: string) => ({ 'zh-cn': text, en: text })
const tables: readonly Table[] = [
  {
    code: 'vitals',
    label: { 'zh-cn': '生命体征', en: 'Vitals' },
    columns: [
      { name: 'sbp', label: { 'zh-cn': '收缩压', en: 'Systolic' }, type: 'integer' },
      { name: 'dbp', label: same('Diastolic'), type: 'integer' },
      { name: 'subject', label: same('Subject') },
    ],
    former: { systolic: 'sbp' },
  },
  {
    code: 'demo',
    label: same('Demography'),
    columns: [
      { name: 'birth', label: same('Birth'), type: 'date' },
      { name: 'subject', label: same('Subject') },
    ],
  },
]
const checkOf = (name: string): CheckType => {
  const found = findEntry(name)
  if (!found) throw new Error(name)
  return found
}
const settingOf = (check: string, path: string): Setting => {
  const { target, params, common } = checkOf(check).settings
  const found = [...target, ...params, ...common].find((one) => one.path.join('.') === path)
  if (!found) throw new Error(path)
  return found
}
const columns = settingOf('C02', 'columns')
const birth = settingOf('G02', 'params.birth')

test('columns are those of the tables that the rule names, each once', () => {
  expect(namesFor(columns, { table: 'vitals' }, tables).map(({ value }) => value)).toEqual(['sbp', 'dbp', 'subject'])
  expect(namesFor(columns, {}, tables).map(({ value }) => value)).toEqual(['sbp', 'dbp', 'subject', 'birth'])
  expect(namesFor(settingOf('C02', 'table'), {}, tables).map(({ value }) => value)).toEqual(['vitals', 'demo'])
  expect(namesFor(columns, {}, tables)[0]).toMatchObject({ type: 'integer', table: { en: 'Vitals' } })
  expect(
    namesFor(columns, {}, tables)
      .filter((name) => isFound(name, '收缩'))
      .map(({ value }) => value),
  ).toEqual(['sbp'])
})

test('a second column is picked from the second table that another setting names', () => {
  const body = { table: 'vitals', params: { table: 'demo' } }
  expect(namesFor(birth, body, tables).map(({ value }) => value)).toEqual(['birth', 'subject'])
  expect(oddIn(birth, body, tables, 'birth')).toEqual([])
  expect(oddIn(birth, body, tables, 'sbp')).toEqual([{ name: 'sbp', is: 'unknown' }])
  expect(namesFor(birth, { table: 'vitals' }, tables).map(({ value }) => value)).toContain('sbp')
})

test('a name that the dictionary does not have is odd; a pattern, another case and a former name are not unknown', () => {
  expect(oddIn(columns, { table: 'vitals' }, tables, ['sbp', 'SBP', 's*', '--BP'])).toEqual([])
  expect(oddIn(columns, { table: 'vitals' }, tables, ['sbq', 'x*'])).toEqual([
    { name: 'sbq', is: 'unknown' },
    { name: 'x*', is: 'unknown' },
  ])
  expect(oddIn(columns, { table: 'vitals' }, tables, ['Systolic'])).toEqual([{ name: 'Systolic', is: 'former', now: 'sbp' }])
  expect(oddIn(settingOf('C02', 'table'), {}, tables, 'gone')).toEqual([{ name: 'gone', is: 'unknown' }])
  expect(oddIn(columns, { table: 'gone' }, tables, ['sbp'])).toEqual([])
})

test('two rules of a check judge the same where they look at the same, whatever their limits', () => {
  const one = { table: 'vitals', columns: ['sbp', 'dbp'], params: { min: 60 } }
  expect(judgesSame(checkOf('C02'), one, { table: 'Vitals', columns: ['dbp', 'sbp'], params: { min: 70, max: 260 } })).toBe(true)
  expect(judgesSame(checkOf('C02'), one, { table: 'vitals', columns: ['sbp'] })).toBe(false)
  expect(judgesSame(checkOf('C02'), one, { ...one, filter: 'sbp > 1' })).toBe(false)
  expect(judgesSame(checkOf('C02'), { params: { min: 1 } }, { params: { min: 1 } })).toBe(false)
  const rule = (never: string) => ({ table: 'vitals', params: { never } })
  expect(judgesSame(checkOf('E02'), rule('sbp < dbp'), rule('sbp < dbp'))).toBe(true)
  expect(judgesSame(checkOf('E02'), rule('sbp < dbp'), rule('sbp > 260'))).toBe(false)
})
