import { expect, it } from 'vitest'
import { painter } from './colour.ts'

it('paints on a terminal, and not for NO_COLOR, a pipe or a dumb one', () => {
  expect(painter({ isTTY: true }, {})('x', 'failed')).toBe('\u001b[31mx\u001b[39m')
  expect(painter({ isTTY: true }, { NO_COLOR: '1' })('x', 'failed')).toBe('x')
  expect(painter({ isTTY: true }, { TERM: 'dumb' })('x', 'failed')).toBe('x')
  expect(painter({ isTTY: false }, {})('x', 'failed')).toBe('x')
})
