import { expect, it } from 'vitest'
import { CHECKS } from './registry.ts'

const FIRST_RELEASE = {
  A: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16],
  B: [1, 2, 3, 5, 8, 11],
  C: [1, 2, 3, 4, 5, 10, 12, 13, 14, 18, 22, 24, 26, 29],
  D: [1, 2, 3, 4, 5, 10],
  E: [1, 2, 5, 6, 7],
  F: [1, 4, 7, 11],
  G: [1, 2, 3, 5, 6, 7, 8, 12],
  H: [1, 3],
  I: [1, 2, 3, 4, 5, 7, 8, 9, 12, 18],
  J: [1, 2, 3, 7, 12, 14, 23],
  K: [1, 2],
}

it('the catalogue holds the 78 check types of the first release and at least 32 more, in the order of their codes', () => {
  const codes = Object.entries(FIRST_RELEASE).flatMap(([family, numbers]) =>
    numbers.map((number) => `${family}${String(number).padStart(2, '0')}`),
  )
  expect(codes).toHaveLength(78)
  const found = CHECKS.map((check) => check.id)
  expect(found.filter((id) => codes.includes(id))).toEqual(codes)
  expect(found).toEqual(found.toSorted())
  expect(found.length).toBeGreaterThanOrEqual(110)
})

it('every text of every check type is there in both languages', () => {
  for (const check of CHECKS) {
    const texts = [check.title, check.counts, check.help, ...Object.values(check.params).map((field) => field.label)]
    for (const { zh, en } of texts) {
      expect(zh, check.id).toMatch(/\p{Script=Han}/u)
      expect(en, check.id).toMatch(/^[^\p{Script=Han}]+$/u)
    }
  }
})
