import { expect, test } from 'vitest'
import { cronWords } from './cron-words.ts'

test('a schedule of a common shape is said in words', () => {
  expect(cronWords('*/10 * * * *')).toEqual({ key: 'everyMinutes', minutes: 10 })
  expect(cronWords('15 * * * *')).toEqual({ key: 'hourly', minute: '15' })
  expect(cronWords('0 8 * * *')).toEqual({ key: 'daily', time: '08:00' })
  expect(cronWords('30 2 * * 1-5')).toEqual({ key: 'workdays', time: '02:30' })
  expect(cronWords('30 2 * * 7')).toEqual({ key: 'weekly', time: '02:30', weekday: 0 })
  expect(cronWords('5 0 1 * *')).toEqual({ key: 'monthly', time: '00:05', day: 1 })
})
test('what would be said wrongly is left as it stands', () => {
  for (const cron of ['*/7 * * * *', '0 8 1 * 1', '0 8 * 6 *', '0,30 8 * * *', '0 8-10 * * *', '* * * * * *', 'never'])
    expect(cronWords(cron)).toBeNull()
})
