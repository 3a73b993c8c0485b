import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchNames } from './match-column.ts'
import { fitsWildcard, type Step } from './wildcard.ts'

const letter = fc.constantFrom('a', 'b', '😀')
const step: fc.Arbitrary<Step> = fc.oneof(
  letter.map((is) => ({ is })),
  fc.constantFrom<Step>('one', 'any'),
)

/** By definition, without cleverness. */
const fits = (text: readonly string[], steps: readonly Step[]): boolean => {
  const [first, ...rest] = steps
  if (first === undefined) return text.length === 0
  if (first === 'any') return text.some((_, at) => fits(text.slice(at), rest)) || fits([], rest)
  return text.length > 0 && (first === 'one' || first.is === text[0]) && fits(text.slice(1), rest)
}

it('a wildcard fits exactly what its definition says', () => {
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 8 }), fc.array(step, { maxLength: 6 }), (text, steps) => {
      expect(fitsWildcard(text.join(''), steps)).toBe(fits(text, steps))
    }),
    { numRuns: 2000 },
  )
})

it('many stars on a long name end at once', () => {
  expect(matchNames(`${'*a'.repeat(20)}*b`, ['a'.repeat(20_000)])).toEqual([])
})

it('a star is any letters, two hyphens are two letters, everything else is itself', () => {
  const names = ['AESTAT', 'STAT', 'DMSTAT', 'x.date', 'x_date', '--STAT2']
  expect(matchNames('--STAT', names)).toEqual(['AESTAT', 'DMSTAT'])
  expect(matchNames('*_date', names)).toEqual(['x_date'])
  expect(matchNames('x.*', names)).toEqual(['x.date'])
})
