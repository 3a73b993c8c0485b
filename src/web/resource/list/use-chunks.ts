import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListPage } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { flatItems, type GridItem } from '../../grid/item.ts'
import type { Lines } from '../../grid/lines.ts'
import type { Range } from '../../grid/window.ts'

/** Rows that come at once. */
export const CHUNK = 200
/** Browsers draw nothing below 33 million pixels. */
export const MOST_LINES = 700_000
/** A fling passes a hundred chunks in a second: ten of them are asked for at most. */
const BEAT_MS = 100
/** What will be scrolled to next is on its way before it is seen. */
const AHEAD = 60

type Page = ListPage<RowData>
type PageQuery = { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<Page> }

const lineOf = new WeakMap<RowData, GridItem<RowData>>()
/** A row keeps its line: another one would be drawn again. */
const keptLine = (row: RowData): GridItem<RowData> => {
  const known = lineOf.get(row) ?? flatItems([row])[0]!
  lineOf.set(row, known)
  return known
}

/** The chunks that a window touches or is about to, counted from 1; the first one is always held. */
export const chunksIn = ({ from, to }: Range, count: number): number[] => {
  const last = Math.ceil(Math.min(to + AHEAD, count) / CHUNK)
  const begin = Math.floor(Math.max(0, from - AHEAD) / CHUNK) + 1
  return Array.from({ length: Math.max(0, last - begin + 1) }, (_, i) => begin + i).filter((page) => page > 1)
}

/** What is on screen, told a few times in a second. */
const useBeat = () => {
  const [shown, setShown] = useState<Range>({ from: 0, to: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(shown)
  const show = useCallback((next: Range) => {
    latest.current = next
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, BEAT_MS)
  }, [])
  return { shown, show }
}

/** One of three that are held at once: a window with what comes next never touches more. A chunk keeps its place while others come and go. */
const useChunk = (place: number, asked: readonly number[], pageAt: (page: number) => PageQuery) => {
  const page = asked.find((one) => one % PLACES === place)
  return useQuery({ ...pageAt(page ?? 1), enabled: page !== undefined })
}
const PLACES = 3

/**
 * All rows of a list, of which those are fetched that are on screen. Each chunk is a page of the list like any other: what changes, reloads or
 * is written to lists reaches it by its name. A chunk that has left the screen stays for a while, and is asked for no longer.
 */
export const useChunks = (pageAt: (page: number) => PageQuery, first: Page | undefined, windowed: boolean) => {
  const client = useQueryClient()
  const { shown, show } = useBeat()
  const count = Math.min(first?.total ?? 0, MOST_LINES)
  const asked = windowed ? chunksIn(shown, count) : []
  const further = [useChunk(0, asked, pageAt), useChunk(1, asked, pageAt), useChunk(2, asked, pageAt)] as const
  const names = JSON.stringify(pageAt(1).queryKey)
  const lines = useMemo((): Lines<RowData> => {
    const held = new Map<number, Page | undefined>([[1, first]])
    const chunk = (page: number): Page | undefined => {
      if (!held.has(page)) held.set(page, windowed ? client.getQueryData<Page>(pageAt(page).queryKey) : undefined)
      return held.get(page)
    }
    const at = (index: number) => {
      const row = chunk(Math.floor(index / CHUNK) + 1)?.list[index % CHUNK]
      return row && keptLine(row)
    }
    return {
      count,
      at,
      get here() {
        return Array.from({ length: Math.ceil(count / CHUNK) }, (_, i) => chunk(i + 1)?.list ?? []).flatMap((list) => list.map(keptLine))
      },
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is asked is told by its name, what has come by the pages
  }, [client, names, count, first, further[0].data, further[1].data, further[2].data, windowed])
  const failed = further.find(({ isError, data }) => isError && !data)
  return { lines, show, failed: failed?.error ?? null, retry: () => void failed?.refetch() }
}
