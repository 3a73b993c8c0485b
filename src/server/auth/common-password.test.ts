import { expect, test } from 'vitest'
import { isCommon, isWeak } from './common-password.ts'

test.each([
  '123456',
  '1234567890',
  '987654',
  'aaaaaa',
  '888888',
  'abcdef',
  'Password',
  'P@ssw0rd',
  'admin123',
  'qwerty',
  '5201314',
  'keeper',
  'Keeper2026',
])('%s is guessed within a few tries', (password) => expect(isCommon(password, 'keeper')).toBe(true))
test.each(['secret-123', 'tulpe7', '135790', 'keeper-of-the-house', 'aabbcc', '一二三四五六'])('%s is not', (password) =>
  expect(isCommon(password, 'keeper')).toBe(false),
)
test('a short password is weak even when it is not common', () => {
  expect([isWeak('tulpe7', 'keeper'), isWeak('tulpe7-blau', 'keeper'), isWeak('12345678', 'keeper')]).toEqual([true, false, true])
})
