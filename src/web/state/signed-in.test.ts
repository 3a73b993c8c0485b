import { expect, test } from 'vitest'
import { isSignedIn } from './signed-in.ts'

test('T-05 a member is signed in only with both id and token', () => {
  expect(isSignedIn({ id: 7, token: 't' })).toBe(true)
  expect(isSignedIn({ id: 7, token: '' })).toBe(false)
  expect(isSignedIn({ id: 0, token: 't' })).toBe(false)
})
