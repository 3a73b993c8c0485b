import { expect, test } from 'vitest'
import { firstDue, joined, ripeAt } from './recheck.ts'

const calm = (now: number) => ({ seconds: 2, most: 60, now })
const of = (subject: number, parameter = 1) => ({ parameters: [parameter], pairs: [{ form: 1, subject }] })
const subjects = (wanted: { pairs: readonly { subject: number }[] } | null) => wanted?.pairs.map(({ subject }) => subject) ?? []

test('each pair waits for its own calm: the next edit elsewhere delays nothing', () => {
  const first = joined(null, of(1), calm(0))
  const both = joined(first, of(2, 7), calm(1500))
  expect(firstDue(both)).toBe(2000)
  expect(both.parameters).toEqual([1, 7])
  const { ripe, rest } = ripeAt(both, 2000)
  expect([subjects(ripe), subjects(rest)]).toEqual([[1], [2]])
  // Handed on, it is calm when it would have been.
  expect(firstDue(joined(null, rest ?? of(0), calm(2000)))).toBe(3500)
})
test('the same pair again waits from then on, but never longer than the most', () => {
  const twice = joined(joined(null, of(1), calm(0)), of(1), calm(1000))
  expect([twice.pairs.length, firstDue(twice)]).toEqual([1, 3000])
  expect(firstDue(joined(twice, of(1), calm(59_500)))).toBe(60_000)
})
test('a run that begins looks at something, whatever its clock says', () => {
  const { ripe, rest } = ripeAt(joined(null, of(1), calm(10_000)), 0)
  expect([subjects(ripe), rest]).toEqual([[1], null])
})
