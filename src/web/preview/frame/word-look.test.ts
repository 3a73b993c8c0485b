import { expect, test } from 'vitest'
import { lineHeight, plainSigns } from './word-look.ts'

test('signs of the fonts Symbol and Wingdings are signs without those fonts too', () => {
  expect(plainSigns('\uf0b7 SBP \uf0b3 140, 5 \uf06dmol', 'Symbol')).toBe('• SBP ≥ 140, 5 μmol')
  expect(plainSigns('\uf0fc \uf0a8', 'Wingdings 2')).toBe('✓ ◻')
  expect(plainSigns('\uf0c0', 'Symbol')).toBe('•')
  expect(plainSigns('\ue000 常 text', 'Symbol')).toBe('\ue000 常 text')
})

test('a line of a word processor is higher than its letters, and at least so many points is not so many more', () => {
  expect(lineHeight('1.00')).toBe('1.25')
  expect(lineHeight('calc(100% + 20pt)')).toBe('max(1.25em, 20pt)')
  expect(lineHeight('28pt')).toBe('28pt')
})
