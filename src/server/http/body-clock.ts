import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What is read into memory comes at once; a file takes as long as its line needs, but it must keep coming. */
const WHOLE_MS = 30_000
const SILENCE_MS = 60_000

/** Bodies that are a file, and not read into memory. */
export const OCTETS = 'application/offset+octet-stream'
/** What a machine sends as it is. */
export const FILE_TYPES = ['application/octet-stream', 'application/x-ndjson', 'text/csv'] as const
export const carriesFile = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  ['multipart/', OCTETS, ...FILE_TYPES].some((start) => type.startsWith(start))

/** Half a body held back would be a connection for ever. The server's own limit knows no difference between a form and a file of a gigabyte. */
export const limitBodies = (app: FastifyInstance, wholeMs = WHOLE_MS): void => {
  const watch = (raw: IncomingMessage, answer: ServerResponse): void => {
    const cut = () => {
      if (!raw.complete)
        app.server.emit('clientError', Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    }
    if (carriesFile(raw.headers)) {
      raw.setTimeout(SILENCE_MS, cut)
      return
    }
    const timer = setTimeout(cut, wholeMs)
    raw.once('end', () => clearTimeout(timer))
    answer.once('close', () => clearTimeout(timer))
  }
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hasBody = raw.method !== 'GET' && raw.method !== 'HEAD'
    // Whoever has left already will neither end nor close again.
    if (hasBody && !raw.complete && !raw.destroyed && !reply.raw.closed) watch(raw, reply.raw)
    done()
  })
}
