import { request } from '#web/api/request.ts'

export type Counts = { records: number; subjects: number }
export type Site = Counts & { department: number; name: string; last: string | null; due: string | null }
export type Week = Counts & { week: string }
/** `isAll`: of all departments that are asked, so that the target can be held against them. */
type All = { isAll: boolean }
export type Received = All & { sites: Site[]; weeks: Week[] }

export const fetchReceived = (id: number, signal: AbortSignal) =>
  request<Received>({ url: '/admin/gather.project/received', params: { id }, signal, showError: false, cancelDuplicate: false }).then(
    (answer) => answer.data,
  )

type Waiting = { id: number; done(counts: (Counts & All) | undefined): void; failed(error: unknown): void }
let waiting: Waiting[] = []
const ask = async (): Promise<void> => {
  const asked = waiting
  waiting = []
  try {
    const ids = asked.map(({ id }) => id).join(',')
    const url = '/admin/gather.project/counts'
    const { data } = await request<{ list: (Counts & All & { id: number })[] }>({
      url,
      params: { ids },
      showError: false,
      cancelDuplicate: false,
    })
    for (const { id, done } of asked) done(data.list.find((one) => one.id === id))
  } catch (error) {
    for (const { failed } of asked) failed(error)
  }
}
/** The rows of a list ask with one call for all: each counts its form anew. */
export const fetchCounts = (id: number): Promise<(Counts & All) | undefined> =>
  new Promise((done, failed) => {
    if (waiting.length === 0) setTimeout(() => void ask(), 0)
    waiting.push({ id, done, failed })
  })

/** Of a target that is there; never above the whole in a bar. */
export const shareOf = (count: number, target: number | null): number | null => (target ? (100 * count) / target : null)
export const percentOf = (share: number): string => (share >= 10 || share === 0 ? share.toFixed(0) : share.toFixed(1))
export const amountOf = (counts: Counts, targetOf: unknown): number => (targetOf === 'subjects' ? counts.subjects : counts.records)
