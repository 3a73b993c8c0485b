import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

test('a day is understood however it is written, and anything else is left as it is', () => {
  for (const text of ['1990-02-08', '1990-2-8', '1990/02/08', '1990.2.8', '19900208', '1990年2月8日', ' 1990-02-08 '])
    expect(typedDay(text), text).toBe('1990-02-08')
  expect(typedDay('8 Feb')).toBe('8 Feb')
  expect(typedDay('')).toBe('')
})
