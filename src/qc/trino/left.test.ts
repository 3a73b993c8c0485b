import { expect, it } from 'vitest'
import { sweepShare } from './left.ts'
import type { Share } from './share.ts'

const shareOf = (names: readonly string[], removed: string[], refuses = ''): Share => ({
  folders: [],
  locate: (name) => name,
  put: () => Promise.resolve(),
  remove: async (name) => {
    if (name === refuses) throw new Error(`${name} is kept`)
    removed.push(name)
  },
  list: async () => names.map((name) => ({ name, at: name.endsWith('9') ? Date.now() : 0 })),
})

it('takes away what is old and ours, of runs and of the command; what belongs to others stays', async () => {
  const removed: string[] = []
  const ours = ['qc_7_0123abcd_0', 'qc_cli_0123456789ab_2']
  const others = ['qc_results', 'qc_cli_results_1', 'visits', 'qc_7_0123abcd_9']
  expect(await sweepShare(shareOf([...others, ...ours], removed))).toBe(2)
  expect(removed).toEqual(ours)
  expect(await sweepShare(undefined)).toBe(0)
})

it('goes on after what cannot be taken away, and tells it; a key that is refused is no empty share', async () => {
  const removed: string[] = []
  const names = ['qc_7_0123abcd_0', 'qc_7_0123abcd_1', 'qc_7_0123abcd_2']
  await expect(sweepShare(shareOf(names, removed, 'qc_7_0123abcd_1'))).rejects.toThrow('qc_7_0123abcd_1 is kept')
  expect(removed).toEqual(['qc_7_0123abcd_0', 'qc_7_0123abcd_2'])
  const broken = { ...shareOf([], removed), list: () => Promise.reject(new Error('403')) }
  await expect(sweepShare(broken)).rejects.toThrow('403')
})
