import type { StreamEvent } from '../api/event-stream.ts'
import type { Audience } from '../api/session.ts'
import { tellLive } from './live-tasks.ts'
import { Marks } from './marks.ts'
import { keepReading } from './stream.ts'

const STREAMS: Readonly<Record<Audience, string>> = { admin: '/admin/task/stream', user: '/api/task/stream' }

const isStreamEvent = (data: unknown): data is StreamEvent =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' && 'event' in data && 'data' in data

/**
 * One stream per browser and person: browsers open six connections to a server and no more. The window that gets the lock reads, the others
 * hear it from there; when it is closed the next one reads on, behind the marks that all of them keep. Without locks (plain http) each reads alone.
 */
export const startLive = (audience: Audience, person: number, signal: AbortSignal): void => {
  if (signal.aborted) return
  const name = `task-stream-${audience}-${person}`
  const marks = new Marks()
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isStreamEvent(data)) return
    marks.keep(data.id)
    tellLive(data)
  })
  const read = (): Promise<void> =>
    keepReading({
      url: STREAMS[audience],
      marks,
      signal,
      onEvent: (event) => {
        // A channel has no target: only our own origin hears it.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event)
        tellLive(event)
      },
    })
  // Aborted while it waits for its turn, a request for the lock is refused: nothing is left to do then.
  if (navigator.locks) void navigator.locks.request(name, { signal }, read).catch(() => {})
  else void read()
  signal.addEventListener('abort', () => channel.close(), { once: true })
}
