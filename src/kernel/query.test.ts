import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasExactDigits } from './input.ts'
import { printQuery, readQuery } from './query.ts'
import type { ListWish } from './query.ts'
import { defineResource } from './resource.ts'
import { f } from './field.ts'
import { readDraft } from './schema.ts'

const resource = defineResource('x.query', {
  label: 'name',
  fields: { name: f.string(), amount: f.integer(), kind: f.select({ options: ['a', 'b'] }) },
  list: { columns: ['name'] },
})
const wish: fc.Arbitrary<ListWish> = fc.record(
  {
    page: fc.integer({ min: 1, max: 1_000_000 }),
    limit: fc.integer({ min: 1, max: 1000 }),
    sort: fc.uniqueArray(fc.record({ field: fc.constantFrom('name', 'amount', 'id'), descending: fc.boolean() }), {
      selector: (s) => s.field,
    }),
    quickSearch: fc.string({ maxLength: 200, unit: 'grapheme-ascii' }),
    search: fc.array(
      fc.record({
        field: fc.constant('name'),
        operator: fc.constantFrom('=', '<>', 'LIKE', 'NOT LIKE'),
        val: fc.string({ unit: 'grapheme-ascii' }),
      }),
      { maxLength: 5 },
    ),
  },
  { requiredKeys: [] },
)

test('what is printed is read back as the same wish', () => {
  fc.assert(
    fc.property(wish, (given) => {
      // An address holds texts only.
      const sent = Object.fromEntries(Object.entries(printQuery(given)).map(([key, value]) => [key, String(value)]))
      const read = readQuery(resource, sent)
      expect(read).toMatchObject({
        page: given.page ?? 1,
        limit: given.limit ?? 10,
        sort: given.sort ?? [],
        quickSearch: given.quickSearch ?? '',
        conditions: (given.search ?? []).map(({ field, operator, val }) => ({ field, operator, value: val })),
      })
    }),
  )
})

test.each([
  ['0.1', true],
  ['123456789012345', true],
  ['-1234567890.12345000', true],
  ['000000000000000000012', true],
  ['1e-7', true],
  ['1234567890123456', false],
  ['99999999999999.12', false],
  ['+1234567890123456', false],
])('%s keeps its digits in JavaScript: %s', (text, kept) => expect(hasExactDigits(text)).toBe(kept))

test('a decimal number of more digits than JavaScript keeps is refused, not changed', () => {
  const decimal = defineResource('x.decimal', { label: 'amount', fields: { amount: f.number() }, list: { columns: ['amount'] } })
  expect(readDraft(decimal, { amount: 123456789012.345 }, 'add').problems).toEqual([])
  expect(readDraft(decimal, { amount: Number('99999999999999.12') }, 'add').problems).toMatchObject([
    { field: 'amount', key: 'tooManyDigits' },
  ])
})

test('a condition on a decimal number keeps its digits, however many; a whole number that cannot is refused', () => {
  const asked = (field: 'amount' | 'count', val: string, operator = '=') => {
    const fields = { amount: f.number(), count: f.integer() }
    const sums = defineResource('x.sums', { label: 'amount', fields, list: { columns: ['amount'] } })
    return readQuery(sums, { search: [{ field, operator, val }] }).conditions[0]?.value
  }
  expect(asked('amount', '1234567890123456.78')).toBe('1234567890123456.78')
  expect(asked('amount', '0.1,1234567890123456.78', 'RANGE')).toEqual([0.1, '1234567890123456.78'])
  expect(asked('amount', '12.50')).toBe(12.5)
  expect(() => asked('count', '12345678901234567')).toThrow()
})
