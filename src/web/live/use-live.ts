import { useEffect } from 'react'
import { onTaskEvent, startLive } from './live-tasks.ts'
import { showEvent } from './show.ts'

/** As long as this person is signed in. */
export const useLive = (person: number): void =>
  useEffect(() => {
    if (!person) return
    const stop = startLive('admin', person)
    const forget = onTaskEvent(showEvent)
    return () => {
      forget()
      stop()
    }
  }, [person])
