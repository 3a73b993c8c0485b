import type { FastifyInstance, FastifyRequest } from 'fastify'

const SECRET_IN_URL = /([?&](?:batoken|ba-user-token|ticket|token|refresh_token|sign|signature|password|captcha)=)[^&#]*/gi
export const redactUrl = (url: string): string => url.replace(SECRET_IN_URL, '$1…')

/** For every logger of the server: no header of a request is ever written, and no secret of its address. */
export const logged = {
  redact: ['req.headers'],
  serializers: { req: (r: FastifyRequest) => ({ method: r.method, url: redactUrl(r.url), ip: r.ip }) },
}

export type Ended = { request: FastifyRequest; status: number; seconds: number; isAborted: boolean }

/** One line per request at `info`, also for those that were hung up. The number in it is the one in the answer's header and in the trail. */
export const logAccess = (app: FastifyInstance, seen: (ended: Ended) => void): void => {
  app.addHook('onRequest', async (request, reply) => {
    const from = performance.now()
    void reply.header('x-request-id', request.id)
    reply.raw.once('close', () => {
      const ended: Ended = {
        request,
        status: reply.raw.statusCode,
        seconds: (performance.now() - from) / 1000,
        isAborted: !reply.raw.writableFinished,
      }
      seen(ended)
      request.log.info(
        { req: request, status: ended.status, ms: Math.round(ended.seconds * 1000), ...(ended.isAborted ? { aborted: true } : {}) },
        'request',
      )
    })
  })
}
