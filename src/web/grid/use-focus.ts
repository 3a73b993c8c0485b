import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Layout } from './column.ts'
import type { Position } from './focus.ts'

const positionOf = (target: Element): Position | null => {
  const column = target.closest<HTMLElement>('[data-c]')?.dataset['c']
  const row = target.closest<HTMLElement>('[data-r]')?.dataset['r']
  return column === undefined || row === undefined ? null : { row: Number(row), column: Number(column) }
}

/** One cell of the grid is in the tab order; arrow keys carry that place around. */
export const useGridFocus = (scroller: RefObject<HTMLDivElement | null>, rows: number, height: number, layout: Layout, lead: number) => {
  const [wanted, setWanted] = useState<Position>({ row: 0, column: lead })
  const position: Position = { row: Math.min(wanted.row, rows - 1), column: wanted.column }
  const travelled = useRef(false)
  const inside = useRef(false)

  useLayoutEffect(() => {
    // A row that is deleted takes the focus with it: the next one gets it, not the top of the page.
    const lost = inside.current && document.activeElement === document.body
    // A dialog that closes gives the focus back without an event that React would hear.
    inside.current ||= scroller.current?.contains(document.activeElement) ?? false
    if (!travelled.current && !lost) return
    travelled.current = false
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-r="${position.row}"] [data-c="${position.column}"]`)
    const target = cell?.tabIndex === -1 ? cell.querySelector<HTMLElement>('input') : cell
    target?.focus({ preventScroll: true })
  })

  const go = (next: Position) => {
    const element = scroller.current
    if (!element) return
    travelled.current = true
    setWanted(next)
    const top = next.row * height
    const head = 36
    if (next.row < 0 || top < element.scrollTop) element.scrollTo({ top: Math.max(0, top) })
    else if (top + height + head > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: top + height + head - element.clientHeight })
    const at = next.column - lead
    const x = layout.x[at]
    if (at < layout.pinned || x === undefined) return
    if (x < element.scrollLeft + layout.pane) element.scrollTo({ left: x - layout.pane })
    else if (x + layout.width[at]! > element.scrollLeft + element.clientWidth)
      element.scrollTo({ left: x + layout.width[at]! - element.clientWidth })
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    inside.current = true
    const next = positionOf(event.target)
    if (next && (next.row !== position.row || next.column !== position.column)) setWanted(next)
  }
  const onBlur = () => {
    inside.current = false
  }
  return { position, go, onFocus, onBlur }
}
