import { useEffect, useState } from 'react'

/** A drawer that goes with its state never closes by itself: the focus that was in it would fall to the top of the page. It goes back to where it came from. */
export const useWayBack = (): void => {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (from instanceof HTMLElement && document.activeElement === document.body) from.focus({ preventScroll: true })
    },
    [from],
  )
}
