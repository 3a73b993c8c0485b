import type { ComponentType } from 'react'

export const MIN_WIDTH = 40
const MAX_WIDTH = 2000

/** A width that can be saved: a column dragged to nothing could never be grabbed again. */
export const clampWidth = (px: number): number => (Number.isFinite(px) ? Math.round(Math.min(Math.max(px, MIN_WIDTH), MAX_WIDTH)) : 120)

export type CellProps<Row> = { row: Row; /** The row holds the keyboard focus: widgets inside may be reached with Tab. */ active: boolean }
export type GridColumn<Row> = {
  id: string
  title: string
  width: number
  /** Takes part of the spare width as long as the person has not chosen a width. */
  grow?: boolean
  align?: 'start' | 'end' | 'center'
  sortable?: boolean
  /** Pictures and the like: drawn 20 ms after the last scroll event, so that a fling stays smooth. */
  heavy?: boolean
  /** Nothing but text: laid out as a line instead of a flex box, which is cheaper by the thousand. */
  text?: boolean
  /** The cell keeps nothing between renders: its element may serve another row after scrolling. */
  stateless?: boolean
  Cell: ComponentType<CellProps<Row>>
}

/** Where every column stands. `x` counts from the left edge of the row, the pinned pane included. */
export type Layout = { x: readonly number[]; width: readonly number[]; pane: number; pinned: number; tail: number; total: number }
type Sizing = {
  columns: readonly Pick<GridColumn<never>, 'id' | 'width' | 'grow'>[]
  chosen: Readonly<Record<string, number>>
  viewport: number
  /** Handle and checkbox before the first column, actions after the last. */
  lead: number
  tail: number
  /** How many columns are wanted in the pane. */
  pinned?: number
}
/** What scrolls needs room: a pane that is wider than this lets its last column go. */
const MOST_PANE = 0.6

/** How many of the first columns stay in place. One always does. */
const pinnedOf = (x: readonly number[], width: readonly number[], viewport: number, wanted: number): number => {
  const asked = Math.min(Math.max(wanted, 1), width.length)
  const room = viewport > 0 ? viewport * MOST_PANE : Infinity
  const fitting = x.filter((at, i) => i < asked && at + (width[i] ?? 0) <= room).length
  return Math.max(fitting, Math.min(1, width.length))
}

export const layoutOf = ({ columns, chosen, viewport, lead, tail, pinned: wanted = 1 }: Sizing): Layout => {
  const width = columns.map((c) => clampWidth(chosen[c.id] ?? c.width))
  const spare = viewport - lead - tail - width.reduce((sum, w) => sum + w, 0)
  const growing = columns.flatMap((c, i) => (c.grow && chosen[c.id] === undefined ? [i] : []))
  if (spare > 0 && growing.length) {
    const weight = growing.reduce((sum, i) => sum + width[i]!, 0)
    let left = spare
    growing.forEach((i, n) => {
      const part = n === growing.length - 1 ? left : Math.floor((spare * width[i]!) / weight)
      left -= part
      width[i]! += part
    })
  }
  const x: number[] = []
  let at = lead
  for (const w of width) {
    x.push(at)
    at += w
  }
  const pinned = pinnedOf(x, width, viewport, wanted)
  const pane = width.slice(0, pinned).reduce((sum, w) => sum + w, lead)
  return { x, width, pane, pinned, tail, total: Math.max(at + tail, viewport) }
}

/** Positions travel as CSS variables: while a column is dragged wider no row renders again. */
export const layoutVariables = (layout: Layout): Record<string, string> => {
  const variables: Record<string, string> = {
    '--dg-pane': `${layout.pane}px`,
    '--dg-tail': `${layout.tail}px`,
    '--dg-total': `${layout.total}px`,
  }
  layout.x.forEach((x, i) => {
    variables[`--x${i}`] = `${x}px`
    variables[`--w${i}`] = `${layout.width[i]}px`
  })
  return variables
}
