import { type RefObject, useEffect, useRef } from 'react'

/** The bar above a selection goes with it, as does a dialog with its question, and the focus that was in it would fall to the top of the page: the list gets it. */
export const useFocusReturn = (panel: RefObject<HTMLElement | null>, count: number): void => {
  const before = useRef(0)
  useEffect(() => {
    const isOver = before.current > 0 && count === 0
    before.current = count
    if (isOver && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role$="grid"] [tabindex="0"]')?.focus({ preventScroll: true })
  }, [panel, count])
}
