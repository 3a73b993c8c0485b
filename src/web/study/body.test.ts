import { expect, test } from 'vitest'
import { readSetting, textOf, writeSetting } from './body.ts'

test('a setting is written where it belongs, and one that is emptied is gone with what held it', () => {
  const body = writeSetting(writeSetting({}, ['params', 'min'], 60), ['params', 'max'], 260)
  expect(body).toEqual({ params: { min: 60, max: 260 } })
  expect(readSetting(body, ['params', 'max'])).toBe(260)
  expect(readSetting({ params: 1 }, ['params', 'max'])).toBeUndefined()
  expect(writeSetting(writeSetting(body, ['params', 'min'], null), ['params', 'max'], '')).toEqual({})
  expect(writeSetting({ filter: 'a > 1', columns: ['x'] }, ['filter'], '')).toEqual({ columns: ['x'] })
})

test('a setting is shown as people read it', () => {
  expect([textOf(['sbp', 'dbp']), textOf('x'), textOf(3), textOf([{ a: 1 }])]).toEqual(['sbp, dbp', 'x', '3', '[{"a":1}]'])
})
