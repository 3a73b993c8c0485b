import { expect, test } from 'vitest'
import { isLostLine } from './lost-line.ts'

const coded = (code: string) => Object.assign(new Error('terminating connection due to administrator command'), { code })

test('an ended line is told from what went wrong on it', () => {
  expect(['57P01', '08006', 'ECONNRESET'].map((code) => isLostLine(coded(code)))).toEqual([true, true, true])
  expect(isLostLine(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect([coded('23505'), new Error('the disk is full'), 'Connection terminated', null].map(isLostLine)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
