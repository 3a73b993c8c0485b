import { expect, test } from 'vitest'
import { blankVariable } from '../dictionary/variable.ts'
import type { SlottedVariable } from '../dictionary/variable.ts'
import { formDefinition } from './definition.ts'
import type { FormContent } from './definition.ts'
import { rolesBySite } from '../team.ts'
import { readsClear } from './sensitivity.ts'
import { tableStatements } from './table.ts'
import { computed, judge } from './value.ts'

const variable = (slot: number, code: string, more: Partial<SlottedVariable> = {}): SlottedVariable => ({
  ...blankVariable('vitals', code),
  slot,
  ...more,
})
const content: FormContent = {
  form: { code: 'vitals', name: '生命体征', nameEn: 'Vitals', repeats: false, doubleEntry: false },
  codelists: [
    {
      code: 'sex',
      name: '',
      items: [
        { code: '1', label: '男', labelEn: 'Male' },
        { code: '2', label: '女', labelEn: 'Female' },
      ],
    },
  ],
  variables: [
    variable(1, 'sex', { type: 'choice', codelist: 'sex', label: '性别', required: true }),
    variable(2, 'preg', { type: 'yesNo', branching: "sex = '2'", required: true }),
    variable(3, 'weight', { type: 'number', min: '20', max: '300', unit: 'kg', missingCodes: ['-9'], section: '体格' }),
    variable(4, 'height', { type: 'number', section: '体格' }),
    variable(5, 'bmi', { type: 'number', formula: 'round(weight / (height / 100 * height / 100), 1)', section: '体格' }),
    variable(6, 'fat', { type: 'yesNo', formula: "if(bmi > 28, '1', '0')", sensitivity: 2 }),
  ],
}
const NOW = '2026-11-16T08:00:00'

test('a form is a resource with a column for each slot, in both languages', () => {
  const { resource, locale } = formDefinition(content)
  expect(resource.fields).toMatchObject({
    v1: { kind: 'select', entered: true, options: ['1', '2'] },
    v2: { kind: 'radio', options: ['1', '0'] },
    v3: { kind: 'number', unit: 'kg', min: 20, max: 300 },
    v5: { kind: 'number', readonly: true },
    v6: { sensitive: true, readonly: true },
  })
  expect(resource.list.columns).toEqual(['subject', 'visit', 'state', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'updatedAt'])
  expect(resource.scopedBy).toBe('subject')
  expect(locale.en).toMatchObject({
    title: 'Vitals',
    fields: { v1: '性别', v3: 'weight' },
    options: { v1: { '2': 'Female' }, v2: { '1': 'Yes' } },
  })
  expect(locale['zh-cn'].options).toMatchObject({ v1: { '2': '女' }, state: { verified: '已核对' } })
})

test('formulas follow each other, whatever their order, and a missing code is no number', () => {
  const turned = { ...content, variables: content.variables.toReversed() }
  for (const form of [content, turned]) expect(computed(form, { v3: '90', v4: '170' }, NOW)).toEqual({ v5: '31.1', v6: '1' })
  expect(computed(content, { v3: '-9', v4: '170' }, NOW)).toEqual({ v5: null, v6: '0' })
})

test('a record is judged by the dictionary: what is hidden, missing and odd', () => {
  expect(judge(content, { v1: '1', v3: '500' }, NOW)).toMatchObject({ hidden: ['v2'], missing: [], odd: { v3: 'outOfRange' } })
  expect(judge(content, { v1: '2', v3: '<20' }, NOW)).toMatchObject({ hidden: [], missing: ['v2'], odd: { v3: 'unreadable' } })
  expect(judge(content, { v1: '3', v3: '-9' }, NOW)).toMatchObject({ hidden: ['v2'], odd: { v1: 'notInList' } })
  expect(judge(content, { v1: ' ' }, NOW)).toMatchObject({ missing: ['v1'], odd: {} })
})

test('the table of a form is made once, and gets what it lacks', () => {
  const made = tableStatements(12, [1, 3], null)
  expect(made[0]).toContain('CREATE TABLE "record"."t12"')
  expect(made.at(-1)).toBe('ALTER TABLE "record"."t12" ADD COLUMN "v1" text, ADD COLUMN "v3" text')
  expect(tableStatements(12, [1, 3, 4], new Set(['id', 'v1', 'v3']))).toEqual(['ALTER TABLE "record"."t12" ADD COLUMN "v4" text'])
  expect(tableStatements(12, [1], new Set(['id', 'v1']))).toEqual([])
  expect(() => tableStatements(12, [1.5], null)).toThrow()
  expect(() => tableStatements(Number.NaN, [], null)).toThrow()
})

test('a role reads up to its level', () => {
  expect(readsClear([], 0)).toBe(true)
  expect(readsClear([['analyst']], 1)).toBe(false)
  expect(readsClear([['analyst', 'monitor']], 1)).toBe(true)
  expect(readsClear([['monitor']], 2)).toBe(false)
  expect(readsClear([['coordinator']], 3)).toBe(true)
  expect(readsClear([['coordinator'], ['monitor']], 2)).toBe(false)
  const places = [
    { role: 'monitor', departments: [1] },
    { role: 'coordinator', departments: [2] },
  ]
  expect(readsClear(rolesBySite(places), 3)).toBe(false)
  expect(readsClear(rolesBySite(places.slice(1)), 3)).toBe(true)
  expect(rolesBySite([...places, { role: 'dataManager', departments: [] }])).toEqual([
    ['dataManager'],
    ['dataManager', 'monitor'],
    ['coordinator', 'dataManager'],
  ])
  expect(readsClear([['stranger']], 1)).toBe(false)
})
