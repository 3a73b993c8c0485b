import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const PING_MS = 15_000
/** A reader that does not keep up is cut off: it comes back with the mark of what it has had, and our memory is not its store. */
const MAX_UNREAD = 4 * 1024 * 1024

export type Message = { id: string; event: string; data: unknown }
export type EventStream = { send(message: Message): void; end(): void; onEnd(work: () => void): void; readonly isOver: boolean }

/** An answer that goes on: server-sent events, with a sign of life when there is nothing to say. */
export const openStream = (reply: FastifyReply): EventStream => {
  const events = new Readable({ read: () => {} })
  const isOver = () => events.destroyed || events.readableEnded
  const push = (text: string) => {
    if (isOver()) return
    if (events.readableLength > MAX_UNREAD) events.destroy()
    else events.push(text)
  }
  void reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
  push(': open\n\n')
  const ping = setInterval(() => push(': waiting\n\n'), PING_MS)
  events.once('close', () => clearInterval(ping))
  return {
    send: ({ id, event, data }) => push(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void (isOver() || events.push(null)),
    onEnd: (work) => void events.once('close', work),
    get isOver() {
      return isOver()
    },
  }
}
