import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListPage } from '#kernel'
import { type RowData, useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { ApiError, request } from '#web/api/request.ts'
import { saveByTicket } from '#web/api/ticket.ts'
import { NEEDS_TASK, askShortly } from '#web/api/short-question.ts'
import { CHUNK } from '#web/resource/list/use-chunks.ts'
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
  /** Null: whoever asks does not read all of it. */
  url: string | null
  mimetype: string | null
  size: number
  sha256: string
  kind: string | null
  format: string | null
  encoding: string | null
  rows: number | null
  columns: number | null
  /** Whether the stored bytes still had their hash when they were last read again. */
  check: 'intact' | 'broken' | null
  checkedAt: string | null
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

/** One question for all tabs of the page; `number` and `state` change with every reading. `version`: an earlier one than the newest. */
export const useSeen = (row: { id: number; number: number; state: string; checkedAt: string | null }, version: number | null = null) => {
  const mayRead = useResource().may('preview')
  const lang = useLanguage()
  const query = useQuery({
    queryKey: ['row', datafile.name, row.id, 'seen', row.number, row.state, row.checkedAt, version, lang],
    queryFn: async (): Promise<Seen | null> => {
      // Without a key: nothing is changed, and a kept answer would be a copy of the content.
      const asked = { url: `/admin/${datafile.name}/preview`, method: 'POST', data: { ids: [row.id], version } } as const
      const { data } = await request({ ...asked, showError: false, cancelDuplicate: false })
      return isSeen(data) ? data : null
    },
    enabled: mayRead && row.number > 0,
    retry: false,
  })
  return { ...query, mayRead }
}

type Columns = { column: number; columns: number; find: string }
type Part = Columns & { id: number; number: number; from: number }
type Window = {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  /** Where the columns begin, and whether there is one of the name that was looked for. */
  column: number
  isFound: boolean
}
/** A row of a file is called by its place in it; its cells by theirs. */
export type RowsPage = ListPage<RowData> & Omit<Window, 'rows'>
export const cellAt = (place: number): string => `cell${place}`
export const linesOf = (rows: Window['rows'], from: number): RowData[] =>
  rows.map((cells, i) => ({ id: from + i + 1, ...Object.fromEntries(cells.map((cell, at) => [cellAt(at), cell])) }))

const TOO_MANY = 429
const TRIES = 8
/** Whoever drags the bar asks for more at once than a worker takes: what it sent away is asked again. */
const isSentAway = (tries: number, error: Error): boolean => tries < TRIES && error instanceof ApiError && error.code === TOO_MANY
/** A chunk of rows, asked of a worker. */
export const rowsAt = (total: number, part: Part) => ({
  queryKey: ['row', datafile.name, part.id, 'rows', part],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RowsPage> => {
    const asked = { url: `/admin/${datafile.name}/rows`, method: 'POST', data: { ...part, count: CHUNK }, signal } as const
    const { rows, ...found } = (await request<Window>({ ...asked, showError: false, cancelDuplicate: false })).data
    return { ...found, list: linesOf(rows, part.from), total, capped: false, remark: '' }
  },
  retry: isSentAway,
  retryDelay: 200,
})

export type Change = { kind: 'added' | 'removed' | 'changed'; key: string; rowBefore: number | null; rowAfter: number | null } & Record<
  'field' | 'before' | 'after',
  string | null
>
export type Comparison = {
  key: readonly string[]
  shared: readonly string[]
  rows: { before: number; after: number }
  columns: {
    added: readonly string[]
    removed: readonly string[]
    moved: boolean
    retyped: readonly { column: string; before: string; after: string }[]
    /** Of so many columns the types were compared. */
    typed: number
  }
  counts: { added: number; removed: number; changed: number; unchanged: number; changedCells: number }
  changedByColumn: readonly { column: string; cells: number }[]
  unpaired: { duplicateBefore: number; duplicateAfter: number; blankBefore: number; blankAfter: number }
  changes: readonly Change[]
}
export type Pair = { id: number; before: number; after: number; key: readonly string[] }
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
/** All changes as a file: written by a task, then fetched. */
export const saveChanges = async (pair: Pair, stopped: string, signal: AbortSignal): Promise<void> => {
  const asked = { url: `/admin/${datafile.name}/changes`, method: 'POST', data: { ...pair }, signal } as const
  const { task } = (await request<{ task: number }>({ ...asked, ...quiet })).data
  await answerOf(task, signal, stopped)
  await saveByTicket(`/admin/${datafile.name}/changes`, { task })
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
