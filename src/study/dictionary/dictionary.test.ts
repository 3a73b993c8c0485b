import { expect, test } from 'vitest'
import { checkContent, errorsIn } from './check.ts'
import { parseContent } from './content.ts'
import { differenceOf } from './difference.ts'
import { LIBRARY } from './library.ts'
import { readDictionary } from './read.ts'
import { withSlots } from './slot.ts'
import { blankVariable } from './variable.ts'
import type { Content, Variable } from './variable.ts'

const form = { code: 'vitals', name: '生命体征', nameEn: 'Vitals', repeats: false, doubleEntry: false }
const variable = (code: string, more: Partial<Variable> = {}): Variable => ({ ...blankVariable('vitals', code), label: code, ...more })
const content = (variables: Variable[], more: Partial<Content> = {}): Content => ({ forms: [form], codelists: [], variables, ...more })
const wrong = (given: Content) => errorsIn(checkContent(given)).map(({ variable, field, at }) => [variable, field, ...(at ? [at] : [])])

test('a draft without mistakes has no problem, a missing label is only noticed', () => {
  const fine = content([variable('sbp', { type: 'integer', min: '50', max: '260', unit: 'mmHg' }), variable('dbp', { label: '' })])
  expect(checkContent(fine)).toMatchObject([{ variable: 'dbp', field: 'label', isNotice: true }])
  expect(errorsIn(checkContent(fine))).toEqual([])
})

test('codes are names, stand once in a form and are not those of the record itself', () => {
  expect(wrong(content([variable('1a'), variable('sbp'), variable('SBP'), variable('visit'), variable('收缩压')]))).toEqual([
    ['1a', 'code'],
    ['sbp', 'code'],
    ['SBP', 'code'],
    ['visit', 'code'],
  ])
})

test('other units are read, of a number that has a unit of its own, each once', () => {
  expect(
    wrong(
      content([
        variable('a', { type: 'number', unit: 'kg', units: 'lb' }),
        variable('b', { type: 'text', unit: 'kg', units: 'lb = 0.4536' }),
        variable('c', { type: 'number', units: 'lb = 0.4536' }),
        variable('d', { type: 'number', unit: 'kg', units: 'KG = 1' }),
        variable('e', { type: 'number', unit: 'kg', units: 'lb = 0.4536 : 1; g = 0.001' }),
      ]),
    ),
  ).toEqual(['a', 'b', 'c', 'd'].map((code) => [code, 'units']))
})

test('a range is read as the type, and its ends are in order', () => {
  expect(
    wrong(
      content([
        variable('a', { type: 'number', min: 'x' }),
        variable('b', { type: 'number', min: '9', max: '10' }),
        variable('c', { type: 'number', min: '10', max: '9' }),
        variable('d', { type: 'date', min: '2026-02-30' }),
        variable('e', { min: '1' }),
      ]),
    ),
  ).toEqual([
    ['a', 'min'],
    ['c', 'min'],
    ['d', 'min'],
    ['e', 'min'],
  ])
})

test('a choice names a list that is there, and the codes of a list stand once', () => {
  const sex = {
    code: 'sex',
    name: '性别',
    items: [
      { code: '1', label: '男', labelEn: '' },
      { code: '1', label: '女', labelEn: '' },
    ],
  }
  const variables = [
    variable('a', { type: 'choice' }),
    variable('b', { type: 'choice', codelist: 'gone' }),
    variable('c', { type: 'choices', codelist: 'sex' }),
  ]
  expect(wrong(content(variables, { codelists: [sex] }))).toEqual([
    ['sex', 'codelists'],
    ['a', 'codelist'],
    ['b', 'codelist'],
  ])
})

test('expressions are told with the character, and a formula does not need itself', () => {
  expect(wrong(content([variable('age', { type: 'integer' }), variable('preg', { branching: 'agee >= 18' })]))).toEqual([
    ['preg', 'branching', 1],
  ])
  expect(wrong(content([variable('a', { type: 'number', formula: '1 + (b' }), variable('b', { type: 'number' })]))).toEqual([
    ['a', 'formula', 7],
  ])
  expect(
    wrong(content([variable('a', { type: 'number', formula: 'b + 1' }), variable('b', { type: 'number', formula: 'a + 1' })])),
  ).toEqual([
    ['a', 'formula'],
    ['b', 'formula'],
  ])
  expect(
    wrong(content([variable('a', { type: 'number', formula: 'b * 2' }), variable('b', { type: 'number', branching: 'a is null' })])),
  ).toEqual([])
})

test('a form has at most 400 variables', () => {
  const many = Array.from({ length: 401 }, (_, i) => variable(`v${i}`))
  expect(wrong(content(many))).toEqual([['', 'form']])
  expect(wrong(content(many.slice(1)))).toEqual([])
})

test('a slot is given once and never to another variable', () => {
  const history = new Map([['vitals', new Set([1, 2, 7])]])
  const given = withSlots([variable('a', { slot: 2 }), variable('b'), variable('c')], history)
  expect(given.map(({ slot }) => slot)).toEqual([2, 8, 9])
  const now = new Map([['vitals', new Set([1, 2, 7, 8])]])
  const taken = content([variable('a', { slot: 2 }), variable('b', { slot: 2 }), variable('c', { slot: 5 }), variable('d', { slot: 8 })])
  expect(errorsIn(checkContent(taken, now)).map(({ variable: code }) => code)).toEqual(['b', 'c'])
})

test('two versions differ by slots: a new name is a change, and a list counts with its items', () => {
  const lists = (label: string) => [{ code: 'l', name: '', items: [{ code: '1', label, labelEn: '' }] }]
  const before = content(
    [variable('a', { slot: 1 }), variable('b', { slot: 2, type: 'choice', codelist: 'l' }), variable('c', { slot: 3 })],
    { codelists: lists('是') },
  )
  const after = content(
    [variable('x', { slot: 1, label: 'a' }), variable('b', { slot: 2, type: 'choice', codelist: 'l' }), variable('d')],
    { codelists: lists('对') },
  )
  expect(differenceOf(before, after)).toMatchObject([
    { code: 'x', kind: 'changed', cells: [{ field: 'code', before: 'a', after: 'x' }] },
    { code: 'b', kind: 'changed', cells: [{ field: 'items', before: '1=是|', after: '1=对|' }] },
    { code: 'd', kind: 'added' },
    { code: 'c', kind: 'removed' },
  ])
  expect(differenceOf(before, before)).toEqual([])
})

const REDCAP = `Variable / Field Name,Form Name,Section Header,Field Type,Field Label,"Choices, Calculations, OR Slider Labels",Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,Branching Logic (Show field only if...),Required Field?
name,demo,基本情况,text,姓名,,,,,y,,y
sex,demo,,radio,性别,"1, 男 | 2, 女",,,,,,y
preg,demo,,yesno,妊娠,,,,,,[sex] = '2',
sbp,vitals,,text,SBP,,integer,50,260,,,
bmi,vitals,,calc,BMI,[sbp] * 2,,,,,,
odd,vitals,,text,odd,,,,,,[visit_1_arm_1][sbp] > 3,`

test('a dictionary of REDCap becomes forms, lists and conditions; what has no counterpart is told', () => {
  const { content: read, notes } = readDictionary(REDCAP, 'dictionary.csv')
  expect(read.forms.map(({ code }) => code)).toEqual(['demo', 'vitals'])
  expect(read.variables).toMatchObject([
    { form: 'demo', code: 'name', label: '姓名', section: '基本情况', sensitivity: 3, required: true },
    { code: 'sex', type: 'choice', codelist: 'sex', section: '基本情况' },
    { code: 'preg', type: 'yesNo', branching: "not ([sex] differs from '2')" },
    { form: 'vitals', code: 'sbp', labelEn: 'SBP', section: '', type: 'integer', min: '50', max: '260' },
    { code: 'bmi', type: 'number', formula: '[sbp] * 2' },
    { code: 'odd', branching: '' },
  ])
  expect(read.codelists).toEqual([
    {
      code: 'sex',
      name: 'sex',
      items: [
        { code: '1', label: '男', labelEn: '' },
        { code: '2', label: '女', labelEn: '' },
      ],
    },
  ])
  expect(notes).toMatchObject([{ variable: 'odd', field: 'branching', isNotice: true }])
  expect(errorsIn(checkContent(read))).toEqual([])
})

test('a plain table in Chinese is read, and what is no dictionary is refused', () => {
  const { content: read } = readDictionary('变量名,类型,标签,单位,下限\n收缩压,整数,收缩压,mmHg,50\n', 'a.csv', 'vitals')
  expect(read.variables).toMatchObject([{ form: 'vitals', code: '收缩压', type: 'integer', unit: 'mmHg', min: '50' }])
  expect(() => readDictionary('a,b\n1,2\n', 'a.csv')).toThrow('no data dictionary')
})

test('only the shape of a dictionary is taken from a page', () => {
  const fine = content([variable('a')])
  expect(parseContent(JSON.parse(JSON.stringify(fine)))).toEqual(fine)
  expect(parseContent({ ...fine, more: 1 })).toBe(null)
  expect(parseContent({ ...fine, variables: [{ ...variable('a'), type: 'blob' }] })).toBe(null)
  expect(parseContent(null)).toBe(null)
})

test('the library has nothing to mend, and says everything in both languages', () => {
  expect(checkContent(LIBRARY)).toEqual([])
  expect(LIBRARY.forms.map(({ code }) => code)).toEqual(['demography', 'vitals', 'laboratory', 'adverse', 'medication'])
  for (const { label, labelEn } of LIBRARY.variables) expect(label !== '' && labelEn !== '').toBe(true)
  for (const item of LIBRARY.codelists.flatMap(({ items }) => items)) expect(item.label !== '' && item.labelEn !== '').toBe(true)
})
