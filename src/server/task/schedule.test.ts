import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from './definition.ts'
import { defineSchedule, nextAfter } from './schedule.ts'

const next = (cron: string, zone: string, from: string) => nextAfter({ cron, zone }, new Date(from)).toISOString()

test('three at night is three at night where the schedule lives', () => {
  expect(next('0 3 * * *', 'Asia/Shanghai', '2026-11-16T12:00:00Z')).toBe('2026-11-16T19:00:00.000Z')
  expect(next('0 3 * * *', 'Europe/Berlin', '2026-11-16T12:00:00Z')).toBe('2026-11-17T02:00:00.000Z')
  expect(next('0 3 * * *', 'Europe/Berlin', '2026-07-16T12:00:00Z')).toBe('2026-07-17T01:00:00.000Z')
})

test('an hour that the change of clocks leaves out or gives twice has one firing that day', () => {
  const firings = (from: string, to: string) => {
    const found: string[] = []
    for (let at = new Date(from); ;) {
      at = nextAfter({ cron: '30 2 * * *', zone: 'Europe/Berlin' }, at)
      if (at >= new Date(to)) return found
      found.push(at.toISOString())
    }
  }
  expect(firings('2027-03-27T12:00:00Z', '2027-03-29T12:00:00Z')).toHaveLength(2)
  expect(firings('2027-10-30T12:00:00Z', '2027-11-01T12:00:00Z')).toHaveLength(2)
})

test('a schedule that cannot be read, never comes or lives nowhere keeps the program from starting', () => {
  const task = defineTask({
    kind: 'trial',
    lane: 'light',
    title: { 'zh-cn': '试验', en: 'Trial' },
    input: z.object({}),
    steps: (none) => none.step('only', async () => {}),
  })
  const one = (cron: string, zone: string) => () => defineSchedule({ name: 'trial', cron, zone, task, input: {} })
  expect(one('0 3 * * *', 'Asia/Shanghai')).not.toThrow()
  expect(one('0 61 * * *', 'Asia/Shanghai')).toThrow()
  expect(one('0 3 * * *', 'Moon/Crater')).toThrow()
  expect(one('0 0 30 2 *', 'Asia/Shanghai')).toThrow('never comes')
})

test('a task without steps, or with two of one name, is none', () => {
  const shape = { kind: 'trial', lane: 'light', title: { 'zh-cn': '试验', en: 'Trial' }, input: z.object({}) } as const
  expect(() => defineTask({ ...shape, steps: (none) => none })).toThrow('has no step')
  expect(() => defineTask({ ...shape, steps: (none) => none.step('a', async () => 1).step('a', async () => 2) })).toThrow('same name')
})
