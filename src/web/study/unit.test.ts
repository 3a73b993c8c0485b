import { expect, test } from 'vitest'
import { unitOf } from './unit.ts'

test('a unit stands behind numbers alone', () => {
  const unit = 'kg'
  expect([68, '68', '68.5', '0'].map((value) => unitOf({ value, unit }))).toEqual(['kg', 'kg', 'kg', 'kg'])
  expect(['68kg', '', null, '<60'].map((value) => unitOf({ value, unit }))).toEqual(['', '', '', ''])
})
