import { tokenOf } from './session.ts'
import { currentLanguage } from '../i18n/index.ts'
import { request } from './request.ts'
import { withParams } from './send.ts'

type Listener = { onMessage(message: { uuid: string; data: string }): void; onBreak(): void }

/** A 30 s single-use stand-in for the token, because an event stream cannot send headers. Older servers have none: the token itself then. */
const ticket = async (): Promise<string> => {
  try {
    const { data } = await request<{ ticket: string }>({
      url: '/admin/ajax/ticket',
      method: 'POST',
      showError: false,
      cancelDuplicate: false,
    })
    return data.ticket
  } catch {
    return tokenOf('admin')
  }
}

/** Opens the stream of one command; the answer closes it. */
export const openTerminalStream = (task: { command: string; uuid: string; extend: string }, listener: Listener): (() => void) => {
  let source: EventSource | null = null
  let closed = false
  void ticket().then((batoken) => {
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
      if (!closed) listener.onBreak()
    }
  })
  return () => {
    closed = true
    source?.close()
  }
}
