import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Layout } from './column.ts'

/** From here on only what can be seen is drawn. */
export const VIRTUAL_ROWS = 100
export const VIRTUAL_COLUMNS = 60
const OVERSCAN_ROWS = 6
const OVERSCAN_PX = 160

export type Range = { from: number; to: number }
export type Viewport = { width: number; height: number }

/** Rows are of one height, so the window is arithmetic: nothing is measured and nothing is kept per row. */
export const rowRange = (count: number, height: number, top: number, view: number): Range =>
  count < VIRTUAL_ROWS
    ? { from: 0, to: count }
    : {
        from: Math.min(Math.max(0, Math.floor(top / height) - OVERSCAN_ROWS), Math.max(0, count - 1)),
        to: Math.min(count, Math.ceil((top + view) / height) + OVERSCAN_ROWS),
      }

/** At most so many rows are in the window at once, whatever the scroll position. */
export const windowSize = (height: number, view: number): number => Math.ceil(view / height) + 2 * OVERSCAN_ROWS + 2

/**
 * Names of places in the document. Rows that scroll in take over the elements of rows that scrolled out: creating and dropping them
 * costs more than everything else. The focused row never gives its element away; who would have got it gets a spare one.
 */
export const slotsOf = (rows: readonly number[], size: number, focused: number): string[] => {
  const held = rows.includes(focused) ? focused % size : -1
  return rows.map((i) => (i !== focused && i % size === held ? 'spare' : String(i % size)))
}

/** Columns beside the pinned ones that touch the window; both ends are stretched a little. */
export const columnRange = ({ x, width, pane, pinned }: Layout, left: number, view: number): Range => {
  if (x.length < VIRTUAL_COLUMNS) return { from: pinned, to: x.length }
  const low = left + pane - OVERSCAN_PX
  const high = left + view + OVERSCAN_PX
  let from = pinned
  while (from < x.length && x[from]! + width[from]! < low) from++
  let to = from
  while (to < x.length && x[to]! < high) to++
  return { from, to }
}

export const useViewport = (scroller: RefObject<HTMLDivElement | null>): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () =>
      setViewport((v) =>
        v.width === element.clientWidth && v.height === element.clientHeight
          ? v
          : { width: element.clientWidth, height: element.clientHeight },
      )
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return viewport
}

const same = (a: Range, b: Range) => a.from === b.from && a.to === b.to

/** Renders again only when a row or a column enters or leaves, not on every scroll event. */
export const useWindow = (scroller: RefObject<HTMLDivElement | null>, rows: (top: number) => Range, columns: (left: number) => Range) => {
  const [scroll, setScroll] = useState({ top: 0, left: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () =>
      setScroll((old) => {
        const now = { top: element.scrollTop, left: element.scrollLeft }
        return same(rows(old.top), rows(now.top)) && same(columns(old.left), columns(now.left)) ? old : now
      })
    onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, rows, columns])
  return { rows: rows(scroll.top), columns: columns(scroll.left) }
}
