import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { ApiError, request } from '#web/api/request.ts'
import { NEEDS_TASK, askShortly } from '#web/api/short-question.ts'
import { datafile } from '../index.ts'

export type Bin = { from: number; to: number; count: number }
export type ColumnProfile = {
  name: string
  type: string
  filled: number
  missing: number
  distinct: number
  distinctExact: boolean
  top: readonly { value: string; count: number }[]
  numbers?: { min: number; max: number; mean: number; sd: number | null; histogram: readonly Bin[] }
  dates?: { min: string; max: string }
  identifiers: readonly { kind: string; share: number }[]
}
/** In the reader's words. */
export type Note = { severity: string; text: string }
/** What reading a version has shown. */
export type Seen = {
  number: number
  name: string
  url: string
  mimetype: string | null
  size: number
  header: unknown
  notes: readonly Note[] | null
  /** Why, by whom and when it was quarantined or rejected. */
  aside: { reason: string | null; by: string | null; at: string } | null
  /** Where else the same bytes are kept. */
  same: readonly { datafile: number; number: number; name: string }[]
  /** What reads it, or could not. */
  task: number | null
  shown: {
    columns: readonly string[]
    rows: readonly (readonly (string | null)[])[]
    profile: readonly ColumnProfile[]
    sampledRows: number
    more: number
  } | null
}
const isSeen = (data: unknown): data is Seen => typeof data === 'object' && data !== null && 'number' in data && 'shown' in data

/** One question for all tabs of the page; `number` and `state` change with every reading. */
export const useSeen = (row: { id: number; number: number; state: string }) => {
  const mayRead = useResource().may('preview')
  const lang = useLanguage()
  const query = useQuery({
    queryKey: ['row', datafile.name, row.id, 'seen', row.number, row.state, lang],
    queryFn: async (): Promise<Seen | null> => {
      // Without a key: nothing is changed, and a kept answer would be a copy of the content.
      const asked = { url: `/admin/${datafile.name}/preview`, method: 'POST', data: { ids: [row.id] } } as const
      const { data } = await request({ ...asked, showError: false, cancelDuplicate: false })
      return isSeen(data) ? data : null
    },
    enabled: mayRead && row.number > 0,
    retry: false,
  })
  return { ...query, mayRead }
}

type Part = { id: number; number: number; from: number; count: number; column: number; columns: number; find: string }
type Rows = {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  /** Where the columns begin, and whether there is one of the name that was looked for. */
  column: number
  isFound: boolean
}
/** Rows beyond the first ones, asked of a worker; null asks for nothing. */
export const useRows = (part: Part | null) =>
  useQuery({
    queryKey: ['row', datafile.name, part?.id, 'rows', part],
    queryFn: async ({ signal }): Promise<Rows> => {
      const asked = { url: `/admin/${datafile.name}/rows`, method: 'POST', data: { ...part }, signal } as const
      return (await request<Rows>({ ...asked, showError: false, cancelDuplicate: false })).data
    },
    enabled: part !== null,
    retry: false,
  })

export type Change = { kind: 'added' | 'removed' | 'changed'; key: string; rowBefore: number | null; rowAfter: number | null } & Record<
  'field' | 'before' | 'after',
  string | null
>
export type Comparison = {
  key: readonly string[]
  shared: readonly string[]
  rows: { before: number; after: number }
  columns: { added: readonly string[]; removed: readonly string[]; moved: boolean }
  counts: { added: number; removed: number; changed: number; unchanged: number; changedCells: number }
  changedByColumn: readonly { column: string; cells: number }[]
  unpaired: { duplicateBefore: number; duplicateAfter: number; blankBefore: number; blankAfter: number }
  changes: readonly Change[]
}
type Pair = { id: number; before: number; after: number; key: readonly string[] }
type Answer = { state: string; result: Comparison | null; error: string | null }
const LOOK_MS = 500
const quiet = { showError: false, cancelDuplicate: false } as const
const taskOf = async (pair: Pair, signal: AbortSignal): Promise<number> => {
  const asked = { url: `/admin/${datafile.name}/comparison`, method: 'POST', data: { ...pair }, signal } as const
  return (await request<{ task: number }>({ ...asked, ...quiet })).data.task
}
const answerOf = async (task: number, signal: AbortSignal, stopped: string): Promise<Comparison> => {
  for (;;) {
    const asked = { url: `/admin/${datafile.name}/comparison`, params: { task }, signal }
    const { state, result, error } = (await request<Answer>({ ...asked, ...quiet })).data
    if (state === 'done' && result) return result
    if (state !== 'waiting' && state !== 'running') throw new ApiError('business', { code: 0, msg: error ?? stopped })
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
/** `task`: what takes longer than a question may goes on as one. */
export const useComparison = (pair: Pair) => {
  const t = useText('datafile')
  const [long, setLong] = useState<{ pair: string; task: number } | null>(null)
  const key = JSON.stringify(pair)
  const found = useQuery({
    queryKey: ['row', datafile.name, pair.id, 'compare', pair],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const asked = { url: `/admin/${datafile.name}/compare`, method: 'POST', data: { ...pair }, signal } as const
      const now = await askShortly(() => request<Comparison>({ ...asked, ...quiet }).then((a) => a.data), signal)
      if (now !== NEEDS_TASK) return now
      const task = await taskOf(pair, signal)
      setLong({ pair: key, task })
      return answerOf(task, signal, t('compare.stopped'))
    },
    enabled: pair.before !== pair.after,
    retry: false,
  })
  return { ...found, task: long?.pair === key ? long.task : null }
}
