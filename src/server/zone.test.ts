import { expect, test } from 'vitest'
import { clockOf, hospitalDay, hospitalNow, hospitalTime, zoneOf } from './zone.ts'

const hours = (zone: string, at: string) => clockOf(zone)(Date.parse(at)) / 3_600_000

test('a clock follows its zone, half hours and the change of the clocks included', () => {
  expect(hours('Asia/Shanghai', '2026-11-16T05:23:03.098Z')).toBe(8)
  expect(hours('Asia/Kolkata', '2026-11-16T05:23:03Z')).toBe(5.5)
  expect(hours('Europe/Berlin', '2026-03-29T00:59:59Z')).toBe(1)
  expect(hours('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(2)
})
test('an unknown zone reads the hospital’s own clock', () => {
  expect(zoneOf('Nowhere/Land')).toBe('Asia/Shanghai')
  expect(zoneOf(undefined)).toBe('Asia/Shanghai')
  expect(zoneOf('Europe/Berlin')).toBe('Europe/Berlin')
})

test('a day begins at midnight of the hospital, not of Greenwich', () => {
  expect(hospitalDay('2026-11-16T15:59:59Z')).toBe('2026-11-16')
  expect(hospitalDay('2026-11-16T16:00:00Z')).toBe('2026-11-17')
  expect(hospitalDay(Date.UTC(2026, 11, 31, 20))).toBe('2027-01-01')
})

test('a sentence of the server tells the time of the hospital', () =>
  expect(hospitalTime('2026-11-16T16:00:01.5Z')).toBe('2026-11-17 00:00:01'))

test('what rules call now is the hospital’s own clock, in the form of a value', () =>
  expect(hospitalNow('2026-11-16T16:00:01.5Z')).toBe('2026-11-17T00:00:01'))
