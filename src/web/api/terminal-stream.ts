import { currentLanguage } from '../i18n/index.ts'
import { withParams } from './send.ts'
import { askTicket } from './ticket.ts'

type Listener = { onMessage(message: { uuid: string; data: string }): void; onBreak(): void }

/** A reload breaks the stream before the page is gone; the task must then stay "running" in storage, to be found as unknown. */
let leaving = false
window.addEventListener('beforeunload', () => {
  leaving = true
  setTimeout(() => (leaving = false), 3000)
})

/** Opens the stream of one command; the answer closes it. */
export const openTerminalStream = (task: { command: string; uuid: string; extend: string }, listener: Listener): (() => void) => {
  let source: EventSource | null = null
  let closed = false
  const connect = (batoken: string): void => {
    if (closed) return
    const { command, uuid, extend } = task
    source = new EventSource(withParams('/admin/Terminal/index', { command, uuid, extend, batoken, server: 1, lang: currentLanguage() }))
    source.onmessage = ({ data }: MessageEvent<string>) => {
      try {
        listener.onMessage(JSON.parse(data) as { uuid: string; data: string })
      } catch {
        console.warn('[terminal] unreadable message', data)
      }
    }
    // The browser would reconnect by itself and so run the command a second time.
    source.onerror = () => {
      source?.close()
      if (!closed && !leaving) listener.onBreak()
    }
  }
  askTicket().then(connect, () => closed || leaving || listener.onBreak())
  return () => {
    closed = true
    source?.close()
  }
}
