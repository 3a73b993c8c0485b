import { expect, test } from 'vitest'
import { checkField, f } from '../../../kernel/index.ts'
import { checkNewPassword } from './check.ts'

test('a new password is as long as the house asks for, and the form of the back office says the same', () => {
  const field = f.password({ required: true, min: 9 })
  const judged = (value: string) => [checkNewPassword(value, 9), checkField('p', field, value)?.key]
  expect(judged('')).toEqual(['required.password', 'required'])
  expect(judged('a<b>cdefghi')).toEqual(['invalid.password', 'pattern.password'])
  expect(judged('12345678')).toEqual(['short.password', 'tooShort'])
  expect(judged('123456789')).toEqual([undefined, undefined])
  expect(checkField('p', f.password({}), '123456')).toBeNull()
})
