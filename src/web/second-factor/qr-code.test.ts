import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const picture = (length: number) =>
  qrCode('otpauth://totp/'.repeat(20).slice(0, length))
    ?.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
    .join('\n')

test.each([
  [10, 21, 'a362ffc01bdd5fe2'],
  [100, 37, 'ebc371c24dbd1885'],
  [134, 41, '9ed4b7e7939d059a'],
  [150, 45, '9dd4e076f70db513'],
  [271, 57, 'e91ac0bf5790d422'],
])('a text of %i bytes is the picture that another reader (jsQR 1.4.0) has read', (length, size, hash) => {
  const drawn = picture(length) ?? ''
  expect(drawn.split('\n')).toHaveLength(size)
  expect(createHash('sha256').update(drawn).digest('hex').slice(0, 16)).toBe(hash)
})

test('a text that is too long has no picture', () => expect(picture(272)).toBeUndefined())
