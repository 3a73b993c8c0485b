import { type RefObject, useLayoutEffect, useState } from 'react'

export type Room = { width: number; height: number }

/** How large an element is, now and whenever it changes. */
export const useRoom = (ref: RefObject<HTMLElement | null>): Room => {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setRoom({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return room
}
