import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const SECRET_IN_URL = /([?&](?:batoken|ba-user-token|ticket|token|refresh_token|sign|signature|password|captcha)=)[^&#]*/gi
export const redactUrl = (url: string): string => url.replace(SECRET_IN_URL, '$1…')

/** For every logger of the server: no header of a request is ever written, and no secret of its address. */
export const logged = {
  redact: ['req.headers'],
  serializers: { req: (r: FastifyRequest) => ({ method: r.method, url: redactUrl(r.url), ip: r.ip }) },
}

export type Ended = { request: FastifyRequest; status: number; seconds: number; isAborted: boolean }

type Listener = (ended: Ended) => void

/** The number of a request is in its answer's header, in the log and in the trail. `listeners` hear of its end, also of those that were hung up. */
export const numberRequests = (app: FastifyInstance, listeners: readonly Listener[]): void => {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    if (listeners.length > 0) tellEnd(request, reply, listeners)
    done()
  })
}
const tellEnd = (request: FastifyRequest, { raw }: FastifyReply, listeners: readonly Listener[]): void => {
  const from = performance.now()
  raw.once('close', () => {
    const seconds = (performance.now() - from) / 1000
    for (const hear of listeners) hear({ request, status: raw.statusCode, seconds, isAborted: !raw.writableFinished })
  })
}

/** One line per request, at `info`. */
export const logEnded: Listener = ({ request, status, seconds, isAborted }) =>
  request.log.info({ req: request, status, ms: Math.round(seconds * 1000), ...(isAborted ? { aborted: true } : {}) }, 'request')
