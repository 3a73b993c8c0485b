import { useEffect, useRef } from 'react'
import { onTaskEvent } from './live-tasks.ts'
import { hasEnded } from './task-event.ts'

/** Behind the last of several that end together. */
const CALM_MS = 300

/** Runs when a task about a record of this resource has ended: what it changed elsewhere is read anew. */
export const useEnded = (resource: string, then: () => void): void => {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = onTaskEvent((event) => {
      if (event.kind !== 'state' || event.resource !== resource || !hasEnded(event.state)) return
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), CALM_MS)
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [resource])
}
