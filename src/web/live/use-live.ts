import { useEffect } from 'react'
import { onTaskEvent } from './live-tasks.ts'
import { showEvent } from './show.ts'
import { useStream } from './use-stream.ts'

/** Lists and pages of the office follow it. */
export const useLive = (person: number): void => {
  useStream('admin', person)
  useEffect(() => onTaskEvent(showEvent), [])
}
