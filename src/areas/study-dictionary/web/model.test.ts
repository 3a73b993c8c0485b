import { expect, test } from 'vitest'
import { blank, joined, listItems, listText, moved, paste, slotsGiven, withForm, withForms, withStoredSlots } from './model.ts'
import type { Content, Variable } from './model.ts'

const variable = (code: string, more: Partial<Variable> = {}): Variable => ({ ...blank('a'), code, ...more })

test('a block from a sheet is laid over the cells and makes the rows that it needs', () => {
  const own = [variable('x', { slot: 4 })]
  const words = { types: new Map([['整数', 'integer'] as const]), yes: new Set(['是']) }
  const next = paste(own, 'a', 0, 'code', 'sbp\t收缩压\tSBP\t整数\tmmHg\r\nsex\t性别\t\tchoice\t\tsex\t\t\t是\r\n', words)
  expect(next).toMatchObject([
    { slot: 4, code: 'sbp', label: '收缩压', labelEn: 'SBP', type: 'integer', unit: 'mmHg' },
    { slot: expect.any(Number), form: 'a', code: 'sex', type: 'choice', codelist: 'sex', required: true },
  ])
  expect(paste(next, 'a', 1, 'type', 'nonsense')[1]?.type).toBe('choice')
  expect(paste(next, 'a', 0, 'missingCodes', '-9，-8')[0]?.missingCodes).toEqual(['-9', '-8'])
})

test('a row goes to another place, and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('the variables of a form are replaced where they stood', () => {
  const all = [variable('1'), { ...variable('2'), form: 'b' }, { ...variable('3'), form: 'c' }]
  expect(
    withForm(all, 'b', [
      { ...variable('x'), form: 'b' },
      { ...variable('y'), form: 'b' },
    ]).map((v) => v.code),
  ).toEqual(['1', 'x', 'y', '3'])
  expect(withForm(all, 'd', [{ ...variable('z'), form: 'd' }]).map((v) => v.code)).toEqual(['1', '2', '3', 'z'])
})

test('a list is typed line by line and reads back the same', () => {
  const items = [
    { code: '1', label: '男', labelEn: 'Male' },
    { code: '2', label: '女', labelEn: '' },
  ]
  const text = listText({ code: 'sex', name: '', items })
  expect(text).toBe('1 = 男 | Male\n2 = 女')
  expect(listItems(`${text}\n\n9`)).toEqual([...items, { code: '9', label: '', labelEn: '' }])
})

test('what was read joins what is there: same codes keep their slot', () => {
  const form = { code: 'a', name: '', nameEn: '', repeats: false, doubleEntry: false }
  const now: Content = { forms: [form], codelists: [], variables: [variable('x', { slot: 1 }), variable('y', { slot: 2 })] }
  const read: Content = {
    forms: [form, { ...form, code: 'b' }],
    codelists: [{ code: 'l', name: '', items: [] }],
    variables: [variable('Y', { type: 'date' }), { ...variable('z'), form: 'b' }],
  }
  const next = joined(now, read)
  expect(next.forms.map(({ code }) => code)).toEqual(['a', 'b'])
  expect(next.variables.map(({ code, slot, type }) => [code, slot, type])).toEqual([
    ['x', 1, 'text'],
    ['Y', 2, 'date'],
    ['z', expect.any(Number), 'text'],
  ])
  expect(next.codelists).toHaveLength(1)
})

test('a new variable keeps its number on the page, and goes out with the slot that the server gave it', () => {
  const content: Content = { forms: [], codelists: [], variables: [variable('x', { slot: 4 }), blank('a'), blank('a')] }
  const [, first, second] = content.variables
  expect(new Set(content.variables.map(({ slot }) => slot)).size).toBe(3)
  expect(withStoredSlots(content.variables, new Map()).map(({ slot }) => slot)).toEqual([4, null, null])
  const answered = { ...content, variables: [4, 5, 6].map((slot) => variable('', { slot })) }
  const slots = slotsGiven(content, answered, new Map())
  // What was typed and moved while the server answered is the same variable.
  const typed = [{ ...second!, code: 'typed later' }, first!, blank('a')]
  expect(withStoredSlots(typed, slots).map(({ slot }) => slot)).toEqual([6, 5, null])
})

test('forms of another dictionary come beside what is there; what is called the same and means something else gets another name', () => {
  const form = { code: 'a', name: '甲', nameEn: '', repeats: false, doubleEntry: false }
  const list = (text: string) => ({ code: 'sex', name: '', items: listItems(text) })
  const now: Content = { forms: [form], codelists: [list('1 = 男')], variables: [variable('x', { slot: 1, codelist: 'sex' })] }
  const read: Content = {
    forms: [form, { ...form, code: 'b' }],
    codelists: [list('M = 男'), { ...list('1 = x'), code: 'unused' }],
    variables: [variable('x', { slot: 7, codelist: 'sex' }), { ...variable('y'), form: 'b' }],
  }
  const next = withForms(now, read, ['a'])
  expect(next.forms.map(({ code }) => code)).toEqual(['a', 'a_2'])
  expect(next.codelists.map(({ code }) => code)).toEqual(['sex', 'sex_2'])
  expect(next.variables.map(({ form: of, codelist }) => [of, codelist])).toEqual([
    ['a', 'sex'],
    ['a_2', 'sex_2'],
  ])
  expect(next.variables[1]?.slot).toBeLessThan(0)
  expect(withForms(now, { ...read, codelists: now.codelists }, ['a']).codelists).toEqual(now.codelists)
})
