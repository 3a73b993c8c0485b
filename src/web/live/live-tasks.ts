import type { StreamEvent } from '../api/event-stream.ts'
import { type TaskEvent, taskEventOf } from './task-event.ts'

type Listener = (event: TaskEvent) => void
const listeners = new Set<Listener>()
/** What happens to any task that this person sees, without logs. */
export const onTaskEvent = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const ringers = new Set<() => void>()
/** This person has news: a bell asks what it is. */
export const onNews = (ring: () => void): (() => void) => {
  ringers.add(ring)
  return () => void ringers.delete(ring)
}

export const tellLive = (event: StreamEvent): void => {
  if (event.event === 'news') for (const ring of ringers) ring()
  const told = taskEventOf(event)
  if (told) for (const listener of listeners) listener(told)
}
