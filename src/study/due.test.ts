import { expect, test } from 'vitest'
import { dueAfter, nextDue } from './due.ts'

const weekly = { dueRule: 'weekly', dueWeekday: 5 }
const monthly = { dueRule: 'monthly', dueMonthday: 5 }

test.each([
  [{ dueRule: 'none' }, '2026-11-16', null],
  [{ dueRule: 'once', dueOn: '2026-11-20' }, '2026-11-20', '2026-11-20'],
  [{ dueRule: 'once', dueOn: '2026-11-20' }, '2026-11-21', null],
  // A Monday, the Friday itself, and a Sunday.
  [weekly, '2026-11-16', '2026-11-20'],
  [weekly, '2026-11-20', '2026-11-20'],
  [weekly, '2026-11-22', '2026-11-27'],
  [{ dueRule: 'weekly', dueWeekday: 7 }, '2026-11-22', '2026-11-22'],
  [monthly, '2026-11-05', '2026-11-05'],
  [monthly, '2026-11-06', '2026-12-05'],
  [monthly, '2026-12-06', '2027-01-05'],
  [{ dueRule: 'monthly', dueMonthday: 28 }, '2028-02-29', '2028-03-28'],
])('AA-02 data due by %o is due next, seen from %s, on %s', (rule, from, due) => {
  expect(nextDue(rule, from)).toBe(due)
})

test.each([
  ['early', '2026-11-16', '2026-11-27'],
  ['on the day', '2026-11-20', '2026-11-27'],
  ['late', '2026-11-23', '2026-11-27'],
  ['weeks late', '2026-12-09', '2026-12-11'],
])('AA-02 what came %s settles the day that was waited for', (_, today, next) => {
  expect(dueAfter(weekly, '2026-11-20', today)).toBe(next)
})
test('AA-02 what is due once is settled once', () => {
  expect(dueAfter({ dueRule: 'once', dueOn: '2099-01-01' }, '2099-01-01', '2026-11-16')).toBeNull()
})
