import { expect, test } from 'vitest'
import { inAllUnits, inOwnUnit, readUnits } from './unit.ts'

const glucose = { unit: 'mmol/L', units: readUnits('mg/dL = 0.0555 : 1; g/L = 5.55') ?? [] }
const heat = { unit: '°C', units: readUnits('°F = 0.5555555556 - 17.7777777778 : 1') ?? [] }

test('units are read as a dictionary writes them, and refused where they cannot be', () => {
  expect(glucose.units).toEqual([
    { unit: 'mg/dL', factor: '0.0555', offset: '0', places: 1 },
    { unit: 'g/L', factor: '5.55', offset: '0', places: null },
  ])
  expect(heat.units).toEqual([{ unit: '°F', factor: '0.5555555556', offset: '-17.7777777778', places: 1 }])
  expect(readUnits('')).toEqual([])
  for (const wrong of ['mg/dL', 'mg/dL = 0', 'mg/dL = -1', 'mg/dL = x', '= 2', 'mg/dL = 1.2.3']) expect(readUnits(wrong)).toBeNull()
})

test('a value becomes one in the unit of the field by decimals, rounded as declared', () => {
  expect(inOwnUnit(glucose, '101 mg/dL')).toBe('5.6')
  expect(inOwnUnit(glucose, '101mg/dl')).toBe('5.6')
  // As binary fractions 1.1 × 5.55 is 6.105000000000001.
  expect(inOwnUnit(glucose, '1.1 g/L')).toBe('6.105')
  expect(inOwnUnit(glucose, '< 9 mg/dL')).toBe('<0.5')
  expect(inOwnUnit(glucose, '-9 g/L')).toBe('-49.95')
  expect(inOwnUnit(heat, '98.6 °F')).toBe('37')
  expect(inOwnUnit(heat, '-40 °F')).toBe('-40')
})

test('what is in the unit of the field, in none or in an unknown one stays as it was typed', () => {
  for (const text of ['5.60', ' 5.6', '007', '<0.5', '5.6 mg/mL', 'n/a', '', '-9']) expect(inOwnUnit(glucose, text)).toBe(text)
  expect(inOwnUnit(glucose, '5.60 mmol/L')).toBe('5.60')
  expect(inOwnUnit({ unit: 'kg' }, '68kg')).toBe('68kg')
  const micro = { unit: 'µmol/L', units: readUnits('mg/dL = 88.4') ?? [] }
  expect(inOwnUnit(micro, '80 μmol/L')).toBe('80')
})

test('both directions are shown', () => {
  expect(inAllUnits(glucose, '5.6')).toEqual([
    { number: '101', unit: 'mg/dL' },
    { number: '1.01', unit: 'g/L' },
  ])
  expect(inAllUnits(glucose, '101 mg/dL')).toEqual([
    { number: '5.6', unit: 'mmol/L' },
    { number: '1.01', unit: 'g/L' },
  ])
  expect(inAllUnits(heat, '37')).toEqual([{ number: '98.6', unit: '°F' }])
  expect(inAllUnits(glucose, 'n/a')).toEqual([])
})
