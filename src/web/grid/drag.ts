import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect } from 'react'
import type { Move } from './reorder.ts'

const EDGE = 48
const SPEED = 14

const keyOf = (data: Record<string | symbol, unknown>, grid: string): number | null =>
  data['grid'] === grid && typeof data['key'] === 'number' ? data['key'] : null

/** Below a row means below all that hangs under it: the line must not promise a place among its children. */
const lastOfBranch = (row: HTMLElement): HTMLElement => {
  const level = Number(row.getAttribute('aria-level'))
  for (let last = row, index = Number(row.dataset['r']) + 1; ; index++) {
    const next = row.parentElement?.querySelector<HTMLElement>(`[data-r="${index}"]`)
    if (!next || Number(next.getAttribute('aria-level')) <= level) return last
    last = next
  }
}

/** Makes a row draggable by its handle. The line that shows where it will land is an attribute: no row renders while dragging. */
export const useRowDrag = (
  row: RefObject<HTMLDivElement | null>,
  handle: RefObject<HTMLElement | null>,
  grid: string,
  { key, parent }: { key: number; parent: number | null },
  index: number,
) => {
  useEffect(() => {
    const element = row.current
    if (!element || !handle.current) return
    let marked: HTMLElement | undefined
    const mark = (target: HTMLElement, how: 'above' | 'below' | 'never') => {
      marked = target
      target.setAttribute('data-drop', how)
    }
    const unmark = () => marked?.removeAttribute('data-drop')
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ grid, key, parent, index }),
        onDragStart: () => element.setAttribute('data-dragging', ''),
        onDrop: () => element.removeAttribute('data-dragging'),
      }),
      dropTargetForElements({
        element,
        getData: () => ({ grid, key }),
        canDrop: ({ source }) => keyOf(source.data, grid) !== null,
        onDragEnter: ({ source }) => {
          if (source.data['key'] === key) return
          if (source.data['parent'] !== parent) mark(element, 'never')
          else if ((source.data['index'] as number) > index) mark(element, 'above')
          else mark(lastOfBranch(element), 'below')
        },
        onDragLeave: unmark,
        onDrop: unmark,
      }),
    )
  }, [row, handle, grid, key, parent, index])
}

/** Listens for drops of one grid and scrolls while the pointer rests near its upper or lower edge. */
export const useDropMonitor = (scroller: RefObject<HTMLDivElement | null>, grid: string, onDrop: ((move: Move) => void) | undefined) => {
  useEffect(() => {
    if (!onDrop) return
    let pace = 0
    let frame = 0
    const step = () => {
      scroller.current?.scrollBy({ top: pace })
      frame = pace ? requestAnimationFrame(step) : 0
    }
    const stop = () => {
      pace = 0
      cancelAnimationFrame(frame)
      frame = 0
    }
    const release = monitorForElements({
      canMonitor: ({ source }) => keyOf(source.data, grid) !== null,
      onDrag: ({ location }) => {
        const box = scroller.current?.getBoundingClientRect()
        if (!box) return
        const y = location.current.input.clientY
        pace = y < box.top + EDGE + 36 ? -SPEED : y > box.bottom - EDGE ? SPEED : 0
        if (pace && !frame) frame = requestAnimationFrame(step)
      },
      onDrop: ({ source, location }) => {
        stop()
        const id = keyOf(source.data, grid)
        const target = location.current.dropTargets[0]
        const targetId = target ? keyOf(target.data, grid) : null
        if (id !== null && targetId !== null && id !== targetId) onDrop({ id, targetId })
      },
    })
    return () => {
      stop()
      release()
    }
  }, [scroller, grid, onDrop])
}
