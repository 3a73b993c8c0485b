import type { FastifyReply } from 'fastify'

/** Aborts when the client is gone before it had its answer, also when that was before anybody asked. */
export const hangUp = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const look = () => void (raw.writableFinished || gone.abort())
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
