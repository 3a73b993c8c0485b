import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'

test('two hashes run, fifty wait in their order, the next is told when to come back', async () => {
  const queue = new HashQueue()
  const ends: (() => void)[] = []
  const started: number[] = []
  const done: number[] = []
  const hash = (n: number) =>
    queue.enter((turn) =>
      turn(async () => {
        started.push(n)
        await new Promise<void>((resolve) => ends.push(resolve))
        done.push(n)
      }),
    )
  const all = Array.from({ length: 52 }, (_, n) => hash(n))
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  await expect(hash(52)).rejects.toMatchObject({ key: 'request.tooMany', status: 429, data: { retryAfter: 5 } })
  while (done.length < 52) {
    expect(started.length - done.length).toBeLessThanOrEqual(2)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  expect(done).toEqual(Array.from({ length: 52 }, (_, n) => n))
})

test('a hash that fails gives its turn and its place back', async () => {
  const queue = new HashQueue()
  for (let i = 0; i < 60; i++) await expect(queue.enter((turn) => turn(() => Promise.reject(new Error('no'))))).rejects.toThrow('no')
  expect(await queue.enter((turn) => turn(async () => 'yes'))).toBe('yes')
})
