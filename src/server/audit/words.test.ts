import { expect, test } from 'vitest'
import { isData } from './words.ts'

test('what a program keeps for itself is data: records, lists of them and hashes, not words, numbers and lists of words', () => {
  expect([{ rows: 8 }, [{ rows: 8 }], 'a'.repeat(64), '/storage/default/1/x.png', '-----BEGIN PUBLIC KEY-----'].map(isData)).not.toContain(
    false,
  )
  expect(['ready', 12, null, undefined, true, ['a', 'b'], [1, 2], 'deadbeef'].map(isData)).toEqual(Array.from({ length: 8 }, () => false))
})
