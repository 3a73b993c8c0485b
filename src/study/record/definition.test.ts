import { expect, test } from 'vitest'
import { blankVariable } from '../dictionary/variable.ts'
import { formDefinition } from './definition.ts'

const variables = Array.from({ length: 80 }, (_, at) => ({
  ...blankVariable('labs', `x${at}`),
  label: `变量 ${at}`,
  slot: at + 1,
  critical: at % 10 === 3,
  indexed: at === 79 || at === 1,
}))

test('a form of eighty variables offers filters on those that matter, not on all', () => {
  const form = { code: 'labs', name: '检验', nameEn: 'Laboratory', repeats: false, doubleEntry: false }
  const { resource } = formDefinition({ form, variables, codelists: [] })
  expect(resource.list.filters).toEqual([
    'subject',
    'visit',
    'state',
    'hasFinding',
    'hasQuery',
    'changedSince',
    'v2',
    'v4',
    'v14',
    'v24',
    'v34',
  ])
  expect(resource.list.columns).toHaveLength(80 + 4)
})
