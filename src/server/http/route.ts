import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { can, fail } from '#kernel'
import type { Audience } from '../auth/token.ts'
import type { Actor } from '../kit.ts'
import { okAnswer } from './answer.ts'
import type { House } from './house.ts'
import { signedIn, signedInByAddress, visitOf } from './visit.ts'
import type { Visit } from './visit.ts'

/**
 * Who may call a route. `open`: everybody. `address`: an admin, also by ticket in the address. `rule`: a signed-in admin who holds it;
 * `derived` leaves the rule to the handler, which finds it from resource and action.
 */
export type Access = { open: true } | { audience: Audience; rule?: string; derived?: true; super?: true } | { address: true; super?: true }
declare module 'fastify' {
  interface FastifyInstance {
    declaredRoutes: readonly string[]
  }
  interface FastifyContextConfig {
    access?: Access
  }
}
type Handler<A> = (visit: Visit, actor: A, reply: FastifyReply) => Promise<unknown>
/** The handler took the reply over: a file, a stream. */
export const SENT = Symbol('sent')

const admit = async (visit: Visit, access: Access): Promise<Actor | undefined> => {
  if ('open' in access) return undefined
  const actor = 'address' in access ? await signedInByAddress(visit) : await signedIn(visit, access.audience)
  if (access.super && !actor.super) throw fail('auth.forbidden')
  if ('rule' in access && access.rule && !can(actor.rules, access.rule)) throw fail('auth.forbidden')
  return actor
}

export const declare = (app: FastifyInstance, house: House) => {
  const add = (method: HTTPMethods | HTTPMethods[], url: string, access: Access, handler: Handler<Actor | undefined>) =>
    void app.route({
      method,
      url,
      config: { access },
      handler: async (request, reply) => {
        const visit = visitOf(house, request)
        const data = await handler(visit, await admit(visit, access), reply)
        return data === SENT ? reply : okAnswer(visit.language, data)
      },
    })
  return {
    open: (method: HTTPMethods | HTTPMethods[], url: string, handler: Handler<undefined>) =>
      add(method, url, { open: true }, handler as Handler<Actor | undefined>),
    guarded: (method: HTTPMethods | HTTPMethods[], url: string, access: Exclude<Access, { open: true }>, handler: Handler<Actor>) =>
      add(method, url, access, handler as Handler<Actor | undefined>),
  }
}
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
