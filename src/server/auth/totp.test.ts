import { expect, test } from 'vitest'
import { base32, codeAt, keyAddress, matchingStep, newSecret, stepOf } from './totp.ts'

const SECRET = base32(Buffer.from('12345678901234567890'))

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of RFC 6238 at second %i is %s', (seconds, code) => {
  expect(codeAt(SECRET, stepOf(seconds * 1000), 8)).toBe(code)
  expect(codeAt(SECRET, stepOf(seconds * 1000))).toBe(code.slice(2))
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of RFC 4648: %s', (text, coded) => expect(base32(Buffer.from(text))).toBe(coded))

test('a clock may be wrong by one step and no more', () => {
  const at = 1_700_000_000_000
  const step = stepOf(at)
  expect([-2, -1, 0, 1, 2].map((by) => matchingStep(SECRET, codeAt(SECRET, step + by), at))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect(matchingStep(SECRET, codeAt(SECRET, step, 8), at)).toBeUndefined()
})

test('a new secret has 160 bits, and the address fits the picture whatever the house is called', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(keyAddress(newSecret(), '院'.repeat(60), 'a'.repeat(15)).length).toBeLessThanOrEqual(271)
})
