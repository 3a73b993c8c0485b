import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crowdedField } from './json-body.ts'

const partsOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const names = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, part) => sum + partsOf(part), 1 + names)
}

test('counts names, records and lists as a reader of the text would', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value, undefined, 1)
      const parts = partsOf(JSON.parse(text))
      expect(crowdedField(text, parts)).toBeUndefined()
      if (parts > 0) expect(crowdedField(text, parts - 1)).toBeTypeOf('string')
    }),
  )
})

test('names the field at the top in which the limit is passed', () => {
  const text = JSON.stringify({ first: 'a "quoted": [{', second: { deep: [[], []] }, third: [] })
  expect(crowdedField(text, 4)).toBe('second')
  expect(crowdedField(text, 8)).toBe('third')
  expect(crowdedField(text, 10)).toBeUndefined()
})

test('a text that is no JSON is left to the parser', () => {
  for (const text of ['', '"', '"\\', '{"a', ']]]]', '"\\"']) expect(crowdedField(text)).toBeUndefined()
})
