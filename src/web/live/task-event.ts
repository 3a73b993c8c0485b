import type { Language } from '#kernel'
import type { StreamEvent } from '../api/event-stream.ts'

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'parked' | 'cancelled'
/** What happened to a task. What it is called and whose it is comes with each change of its state. */
export type TaskEvent = {
  id: string
  kind: string
  task: number
  at: string
  state?: TaskState
  progress?: number
  step?: string
  lines?: readonly string[]
  title?: string
  called?: Readonly<Record<Language, string>> | null
  /** What came of it, where its kind says so. */
  outcome?: { words: Readonly<Record<Language, string>>; isGood: boolean }
  resource?: string | null
  record?: string | null
  isMine?: boolean
}

const isEvent = (data: unknown): data is Omit<TaskEvent, 'id' | 'kind'> =>
  typeof data === 'object' && data !== null && 'task' in data && typeof data.task === 'number'
/** Null for what only says that the stream is open. */
export const taskEventOf = ({ id, event, data }: StreamEvent): TaskEvent | null => (isEvent(data) ? { ...data, id, kind: event } : null)

const ENDS: ReadonlySet<string> = new Set(['done', 'failed', 'parked', 'cancelled'])
export const hasEnded = (state: unknown): boolean => ENDS.has(String(state))
