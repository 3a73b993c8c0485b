import { createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Vertical scrolling counts as over 20 ms after its last event. */
export const SETTLE_MS = 20

export type Settle = { get(): boolean; subscribe(notify: () => void): () => void; touch(): void }

export const createSettle = (): Settle => {
  let settled = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    if (settled === next) return
    settled = next
    for (const notify of listeners) notify()
  }
  return {
    get: () => settled,
    subscribe: (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    touch: () => {
      set(false)
      clearTimeout(timer)
      timer = setTimeout(() => set(true), SETTLE_MS)
    },
  }
}

export const SettleContext = createContext<Settle>(createSettle())

/** True once scrolling paused while this cell was on screen; then it stays true, so that nothing flickers when scrolling goes on. */
export const useSettled = (): boolean => {
  const settle = use(SettleContext)
  const now = useSyncExternalStore(settle.subscribe, settle.get)
  const [reached, setReached] = useState(now)
  if (now && !reached) setReached(true)
  return reached || now
}

/** One per grid; any vertical movement of the scroller restarts the wait. */
export const useSettle = (scroller: { current: HTMLDivElement | null }): Settle => {
  const [settle] = useState(createSettle)
  const top = useRef(0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      if (element.scrollTop === top.current) return
      top.current = element.scrollTop
      settle.touch()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, settle])
  return settle
}
