import { useEffect } from 'react'

const watched = new Set<number>()
export const isWatched = (task: number): boolean => watched.has(task)

/** The page shows the answer of this task itself: no toast says it again. */
export const useWatched = (task: number | null): void =>
  useEffect(() => {
    if (task === null) return undefined
    watched.add(task)
    // The stream may bring the end after the page has asked for the answer; only a page that was left wants to be told.
    return () => void watched.delete(task)
  }, [task])
