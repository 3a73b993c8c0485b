import { expect, test } from 'vitest'
import { smsParts } from './sms-parts.ts'

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['验'.repeat(70), 1],
  ['验'.repeat(71), 2],
  ['验'.repeat(134), 2],
  [`${'a'.repeat(134)}验`, 3],
])('AA-13 a text is billed by its parts (%#)', (text, parts) => expect(smsParts(text)).toEqual({ length: text.length, parts }))
