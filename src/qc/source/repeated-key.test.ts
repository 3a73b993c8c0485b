import { describe, expect, it } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

describe('a key that stands twice', () => {
  it('is found in the same object only', () => {
    expect(repeatedKey('{"a":{"x":1},"b":{"x":2},"c":[{"x":1},{"x":2}]}')).toBeUndefined()
    expect(repeatedKey('{"a":"\\"a\\":1","b":":"}')).toBeUndefined()
    expect(repeatedKey('{"a":{"x":1,"y":[],"x":2}}')).toBe('x')
    expect(repeatedKey('{"a":1,"\\u0061":2}')).toBe('a')
  })

  it('is looked for in values of many megabytes', () => {
    expect(repeatedKey(`{"a":"${'x'.repeat(12e6)}${'\\"'.repeat(1e6)}","a":1}`)).toBe('a')
  })
})
