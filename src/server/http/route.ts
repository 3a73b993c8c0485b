import type { FastifyError, FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { can, fail } from '#kernel'
import { recordRefused } from './refused.ts'
import type { Audience } from '../auth/token.ts'
import type { Actor } from '../model/context.ts'
import { okAnswer, refusalOf, refuseWith } from './answer.ts'
import type { Backend } from '../backend.ts'
import { FILE_TYPES } from './body-clock.ts'
import { refuseFlaws } from './input.ts'
import { signedIn, signedInByAddress, callOf } from './call.ts'
import type { Call, Carried } from './call.ts'

/**
 * Who may call a route. `open`: everybody. `vital`: must answer however busy the rest is; works on the reserved connections. `address`: an admin, also by what the address carries. `rule`: a signed-in admin who holds it;
 * `derived` leaves the rule to the handler, which finds it from resource and action. `acts`: a GET that changes something.
 */
export type Access =
  | { open: true; vital?: true }
  | { audience: Audience; rule?: string; derived?: true; super?: true }
  | { address: Carried; super?: true; acts?: true }
declare module 'fastify' {
  interface FastifyInstance {
    declaredRoutes: readonly string[]
  }
  interface FastifyContextConfig {
    access?: Access
  }
}
type Handler<A> = (call: Call, actor: A, reply: FastifyReply) => Promise<unknown>
/** The handler took the reply over: a file, a stream. */
export const SENT = Symbol('sent')

const identify = async (call: Call, access: Access): Promise<Actor | undefined> => {
  if ('open' in access) return undefined
  return 'address' in access ? signedInByAddress(call, access.address) : signedIn(call, access.audience)
}
const authorise = (actor: Actor, access: Exclude<Access, { open: true }>) => {
  if (access.super && !actor.super) throw fail('auth.forbidden')
  if ('rule' in access && access.rule && !can(actor.rules, access.rule)) throw fail('auth.forbidden')
}
/** Asks for a change: every verb but GET, and the two GETs of the specification that act. An action that declares itself pure does not. */
const isAttempt = ({ backend, params }: Call, method: string, access: Access): boolean => {
  const { name = '', action = '' } = params
  if (method === 'GET' || method === 'HEAD') return action === 'restore' || 'acts' in access
  return !backend.engine.registry.get(name)?.resource.actions[action]?.pure
}

const callsOn = (app: FastifyInstance, backend: Backend) => {
  const vitalBackend: Backend = { ...backend, database: backend.reserve }
  const add = (method: HTTPMethods | HTTPMethods[], url: string, access: Access, handler: Handler<Actor | undefined>) =>
    void app.route({
      method,
      url,
      config: { access },
      handler: async (request, reply) => {
        // Fastify answers HEAD with the handler of GET: a call that acts, streams or counts must not run for its headers alone.
        if (request.method === 'HEAD' && !('open' in access) && ![method].flat().includes('HEAD'))
          throw fail('request.method', { method: 'HEAD' })
        const call = callOf('vital' in access ? vitalBackend : backend, request)
        const actor = await identify(call, access)
        try {
          if (actor && !('open' in access)) authorise(actor, access)
          refuseFlaws(call)
          const data = await handler(call, actor, reply)
          return data === SENT ? reply : okAnswer(call.language, data)
        } catch (error) {
          if (actor && isAttempt(call, request.method, access))
            await recordRefused(call, actor, request.url.split('?')[0]!, error).catch((lost: unknown) => request.log.error({ err: lost }))
          throw error
        }
      },
    })
  return {
    open: (method: HTTPMethods | HTTPMethods[], url: string, handler: Handler<undefined>) =>
      add(method, url, { open: true }, handler as Handler<Actor | undefined>),
    vital: (method: HTTPMethods | HTTPMethods[], url: string, handler: Handler<undefined>) =>
      add(method, url, { open: true, vital: true }, handler as Handler<Actor | undefined>),
    guarded: (method: HTTPMethods | HTTPMethods[], url: string, access: Exclude<Access, { open: true }>, handler: Handler<Actor>) =>
      add(method, url, access, handler as Handler<Actor | undefined>),
  }
}
/** A body that is a file is not read into memory: the handler reads it as it comes. A scope of its own, for elsewhere nobody would. */
const streamingOn = (app: FastifyInstance, backend: Backend, declareThem: (calls: ReturnType<typeof callsOn>) => void): void =>
  void app.register(async (scope) => {
    for (const type of FILE_TYPES) scope.addContentTypeParser(type, (_, __, done) => done(null))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // What is still on its way would be read as the next request.
      if (!request.raw.complete) void reply.header('connection', 'close')
      return refuseWith(reply, refusalOf(error, request))
    })
    declareThem(callsOn(scope, backend))
  })
export const declare = (app: FastifyInstance, backend: Backend) => ({
  ...callsOn(app, backend),
  streaming: (declareThem: Parameters<typeof streamingOn>[2]) => streamingOn(app, backend, declareThem),
})
export type Declare = ReturnType<typeof declare>

/** Deny by default: a route that does not say who may call it keeps the server from starting. */
export const refuseUndeclaredRoutes = (app: FastifyInstance): void => {
  const declared: string[] = []
  app.decorate('declaredRoutes', declared)
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) if (method !== 'HEAD') declared.push(`${method} ${route.url}`)
    if (!route.config?.access)
      throw new Error(`Route ${String(route.method)} ${route.url} declares no access. Use declare().open or declare().guarded.`)
  })
}
