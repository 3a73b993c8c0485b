import { type StreamEvent, readEvents } from '../api/event-stream.ts'
import type { Marks } from './marks.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

type Asked = {
  url?: string
  params?: Record<string, unknown>
  marks: Marks
  signal: AbortSignal
  onEvent(event: StreamEvent): void
  isOver?(): boolean
}

/** Reads what happens to tasks for as long as it is wanted, or until nothing more will come; after a cut it goes on behind the last mark. */
export const keepReading = async ({ url = '/admin/task/stream', params, marks, signal, onEvent, isOver }: Asked): Promise<void> => {
  let wait = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      await readEvents({
        url,
        ...(params ? { params } : {}),
        marks: marks.text,
        signal,
        onEvent: (event) => {
          wait = FIRST_PAUSE_MS
          marks.keep(event.id)
          onEvent(event)
        },
      })
    } catch {
      // Refused, cut or ended: whatever it was, coming back is the only cure.
    }
    if (isOver?.()) return
    await pause(wait, signal)
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
  }
}
