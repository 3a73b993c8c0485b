import { expect, test } from 'vitest'
import { holdsRule } from './ability-rules.ts'

test('P-02 the rule map passes with the wildcard or the rule, never by inherited names', () => {
  expect(holdsRule({ b_rules: { '*': 1 } }, 'auth/admin/edit')).toBe(true)
  expect(holdsRule({ b_rules: { 'auth/admin/edit': 1 } }, 'auth/admin/edit')).toBe(true)
  expect(holdsRule({ b_rules: { 'auth/admin/edit': 1 } }, 'auth/admin/del')).toBe(false)
  expect(holdsRule({ b_rules: {} }, 'constructor')).toBe(false)
})
