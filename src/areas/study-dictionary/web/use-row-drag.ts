import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect } from 'react'

/** A row is moved by its handle, onto the place of another one of the same grid. The place is shown by an attribute: no row is drawn again. */
export const useRowDrag = (
  row: RefObject<HTMLTableRowElement | null>,
  handle: RefObject<HTMLElement | null>,
  grid: string,
  index: number,
  onMove: (from: number, to: number) => void,
) => {
  useEffect(() => {
    const element = row.current
    if (!element || !handle.current) return
    const clear = () => element.removeAttribute('data-drop')
    const from = (data: Record<string | symbol, unknown>): number | null =>
      data['dictionary'] === grid && typeof data['index'] === 'number' ? data['index'] : null
    return combine(
      draggable({ element, dragHandle: handle.current, getInitialData: () => ({ dictionary: grid, index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => from(source.data) !== null && from(source.data) !== index,
        onDragEnter: ({ source }) => element.setAttribute('data-drop', (from(source.data) ?? 0) > index ? 'above' : 'below'),
        onDragLeave: clear,
        onDrop: ({ source }) => {
          clear()
          const start = from(source.data)
          if (start !== null) onMove(start, index)
        },
      }),
    )
  }, [row, handle, grid, index, onMove])
}
