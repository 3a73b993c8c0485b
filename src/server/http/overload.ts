import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '#kernel'
import { Admission } from './admission.ts'
import { carriesFile } from './body-clock.ts'

const SAY_EVERY_MS = 5000
type Leaving = FastifyReply & { leave?: () => void }

/** Refuses what would only wait: before it costs a session, a connection or a query. Sign-in and health always come in. */
export const refuseOverload = (app: FastifyInstance, fixed: number | undefined, refused: () => void): Admission => {
  const admission = new Admission(fixed)
  let unsaid = 0
  let saidAt = Number.NEGATIVE_INFINITY
  const say = () => {
    unsaid++
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    app.log.warn({ refused: unsaid, inside: admission.inside, limit: admission.limit }, 'too many requests at once: some are refused')
    saidAt = performance.now()
    unsaid = 0
  }
  const enter = (reply: Leaving): void => {
    const leave = admission.enter()
    if (!leave) {
      refused()
      say()
      throw fail('server.busy')
    }
    reply.leave = leave
    reply.raw.once('close', leave)
  }
  // Where the work begins: a body that is still on its way takes no place, or five hundred slow senders would be an outage.
  app.addHook('preHandler', (request, reply, done) => {
    const { access } = request.routeOptions.config
    // A file has limits of its own, per person and for all: how long it takes is its sender's affair.
    if (access && !('vital' in access) && !carriesFile(request.headers)) enter(reply)
    done()
  })
  // The answer is there; how long its reader takes for it is not our load.
  app.addHook('onSend', (_, reply: Leaving, _payload, done) => {
    reply.leave?.()
    done()
  })
  return admission
}
