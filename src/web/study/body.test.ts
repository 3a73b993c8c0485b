import { expect, test } from 'vitest'
import { readSetting, inWords, writeSetting } from './body.ts'

test('a setting is written where it belongs, and one that is emptied is gone with what held it', () => {
  const body = writeSetting(writeSetting({}, ['params', 'min'], 60), ['params', 'max'], 260)
  expect(body).toEqual({ params: { min: 60, max: 260 } })
  expect(readSetting(body, ['params', 'max'])).toBe(260)
  expect(readSetting({ params: 1 }, ['params', 'max'])).toBeUndefined()
  expect(writeSetting(writeSetting(body, ['params', 'min'], null), ['params', 'max'], '')).toEqual({})
  expect(writeSetting({ filter: 'a > 1', columns: ['x'] }, ['filter'], '')).toEqual({ columns: ['x'] })
})

test('a setting is shown as people read it', () => {
  expect([inWords(['sbp', 'dbp']), inWords('x'), inWords(3), inWords(null)]).toEqual(['sbp, dbp', 'x', '3', '–'])
  expect(
    inWords([
      { from: 'mmHg', factor: 1 },
      { from: 'kPa', factor: 7.5 },
    ]),
  ).toBe('from: mmHg · factor: 1; from: kPa · factor: 7.5')
  const called = { choice: (value: string) => (value === 'major' ? '严重' : value), yes: '是', no: '否' }
  expect([inWords('major', called), inWords(['major', 'x'], called), inWords(true, called), inWords(false, called)]).toEqual([
    '严重',
    '严重, x',
    '是',
    '否',
  ])
})
