import type { Zoom } from '../frame-message.ts'
import type { Size } from './pdf-document.ts'

const GAP = 14
const EDGE = 18
const MARGIN = 48

export type Layout = { scale: number; tops: readonly number[]; width: number; height: number }

/** Where each page stands. */
export const layoutOf = (sizes: readonly Size[], wish: Zoom, room: number): Layout => {
  const widest = Math.max(1, ...sizes.map((size) => size.width))
  const fitting = Math.max(0.1, (room - (room < 600 ? 16 : MARGIN)) / widest)
  const scale = wish === 'auto' ? Math.min(1.1, fitting) : wish === 'fit' ? Math.min(3, fitting) : wish
  const tops: number[] = []
  let height = EDGE
  for (const size of sizes) {
    tops.push(height)
    height += size.height * scale + GAP
  }
  return { scale, tops, width: widest * scale, height: height - GAP + EDGE }
}

/** The page in the middle of the window, counted from 1. */
export const pageAt = ({ tops }: Layout, middle: number): number => Math.max(1, tops.findLastIndex((top) => top <= middle) + 1)

/** Pages that touch the window, and one more on each side. */
export const pagesIn = (layout: Layout, from: number, to: number): number[] => {
  const first = Math.max(1, pageAt(layout, from) - 1)
  const last = Math.min(layout.tops.length, pageAt(layout, to) + 1)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
