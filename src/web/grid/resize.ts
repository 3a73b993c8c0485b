import type { PointerEvent } from 'react'
import { clampWidth } from './column.ts'

type Resize = { from: number; preview(px: number): void; commit(px: number): void }

/** Follows the pointer until it is let go; `preview` moves CSS variables only, `commit` saves. */
export const startResize = (event: PointerEvent<HTMLElement>, { from, preview, commit }: Resize): void => {
  event.preventDefault()
  event.stopPropagation()
  const grip = event.currentTarget
  const startX = event.clientX
  let px = from
  const move = (e: globalThis.PointerEvent) => {
    px = clampWidth(from + e.clientX - startX)
    preview(px)
  }
  const end = () => {
    grip.removeEventListener('pointermove', move)
    grip.removeEventListener('pointerup', end)
    grip.removeEventListener('pointercancel', end)
    document.documentElement.classList.remove('dg-resizing')
    if (px !== from) commit(px)
  }
  grip.setPointerCapture(event.pointerId)
  document.documentElement.classList.add('dg-resizing')
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', end)
  grip.addEventListener('pointercancel', end)
}

/** The width that shows the longest cell on screen whole. */
export const fittingWidth = (scroller: HTMLElement, column: number): number => {
  let widest = 0
  for (const cell of scroller.querySelectorAll<HTMLElement>(`[data-c="${column}"]`)) {
    const range = document.createRange()
    range.selectNodeContents(cell)
    widest = Math.max(widest, range.getBoundingClientRect().width)
  }
  return clampWidth(Math.min(widest + 26, 600))
}
