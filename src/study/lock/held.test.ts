import { expect, test } from 'vitest'
import { heldIn, wordsOf } from './held.ts'

test('a lock tells its moment by the hospital’s clock, as the database writes it and as its guard does', () => {
  const lock = { scope: 'subject', level: 'lock', title: 'S-1', by: '王', since: '2026-11-17 22:30:00.5+00' }
  expect(wordsOf(lock)).toEqual({
    'zh-cn': '受试者“S-1”已由王于 2026-11-18 06:30 锁定',
    en: 'Subject “S-1” was locked by 王 on 2026-11-18 06:30',
  })
  expect(wordsOf(heldIn(['subject', 'lock', 'S-1', '王', '2026-11-18 03:30:00.5+05'].join('\u001F')))).toEqual(wordsOf(lock))
})
