import { expect, it } from 'vitest'
import { NO_WORK } from '#qc/trino/work.ts'
import { followWork } from './follow.ts'

it('moves with the pieces that are done and with the statement under way, and never back', () => {
  const seen: number[] = []
  const { counted, worked } = followWork(undefined, (share) => seen.push(Number(share.toFixed(3))))
  const work = (share?: number): void => worked({ ...NO_WORK, share })
  counted(0, 4, 2)
  work(0.5)
  work(0.25)
  counted(2, 4, 0)
  counted(2, 4, 1)
  work()
  work(0.5)
  counted(4, 4, 0)
  expect(seen).toEqual([0.3, 0.4, 0.4, 0.5, 0.5, 0.5, 0.55, 0.7])
})

it('nothing to count is nothing to divide by', () => {
  const seen: number[] = []
  followWork(undefined, (share) => seen.push(share)).counted(0, 0, 0)
  expect(seen).toEqual([0.3])
})
