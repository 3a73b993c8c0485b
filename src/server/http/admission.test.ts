import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

const fill = (admission: Admission) => {
  const leave: (() => void)[] = []
  for (let out = admission.enter(); out; out = admission.enter()) leave.push(out)
  return leave
}

test('lets in as many as its limit, and the next when one has left', () => {
  const admission = new Admission(undefined, () => 0)
  const leave = fill(admission)
  expect(leave).toHaveLength(admission.limit)
  leave[0]!()
  leave[0]!()
  expect(admission.inside).toBe(leave.length - 1)
  expect(admission.enter()).toBeTypeOf('function')
  expect(admission.enter()).toBeUndefined()
})

test('shrinks when all are slow, never below its floor, and grows again when they are fast', () => {
  let now = 0
  const admission = new Admission(undefined, () => now)
  const first = admission.limit
  for (let round = 0; round < 50; round++) {
    const leave = fill(admission)
    now += 2000
    for (const out of leave) out()
  }
  expect(admission.limit).toBe(8)
  for (let round = 0; round < 200; round++) {
    const leave = fill(admission)
    now += 20
    for (const out of leave) out()
  }
  expect(admission.limit).toBeGreaterThan(first)
})

test('one slow request alone changes nothing', () => {
  let now = 0
  const admission = new Admission(undefined, () => now)
  const before = admission.limit
  for (let i = 0; i < 100; i++) {
    const out = admission.enter()!
    now += 30_000
    out()
  }
  expect(admission.limit).toBe(before)
})

test('a number that was set stays', () => {
  let now = 0
  const admission = new Admission(20, () => now)
  for (let round = 0; round < 50; round++) {
    const leave = fill(admission)
    now += 2000
    for (const out of leave) out()
  }
  expect(admission.limit).toBe(20)
})
