import type { FastifyRequest } from 'fastify'
import { fail, languageOf } from '#kernel'
import type { Language } from '#kernel'
import { chosenTree } from '../auth/actor.ts'
import { redeemTicket } from '../auth/one-time.ts'
import type { Audience } from '../auth/token.ts'
import { noCommit } from '../model/context.ts'
import type { Actor, Ctx, RequestInfo } from '../model/context.ts'
import type { Backend } from '../backend.ts'
import { reasonOf } from './input.ts'

/** One request, read once. */
export type Call = {
  backend: Backend
  info: RequestInfo
  language: Language
  query: Record<string, unknown>
  body: unknown
  headers: FastifyRequest['headers']
  params: Record<string, string>
}
export const HEADER: Record<Audience, string> = { admin: 'batoken', user: 'ba-user-token' }
const LOGIN: Record<Audience, { routePath: string; routeName: string }> = {
  admin: { routePath: '/admin/login', routeName: 'adminLogin' },
  user: { routePath: '/user/login', routeName: 'userLogin' },
}

export const callOf = (backend: Backend, request: FastifyRequest): Call => ({
  backend,
  info: { id: request.id, ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') },
  language: languageOf(request.headers['think-lang']),
  query: request.query as Record<string, unknown>,
  body: request.body,
  headers: request.headers,
  params: request.params as Record<string, string>,
})

export const tokenOf = (call: Call, audience: Audience): string => String(call.headers[HEADER[audience]] ?? '')

const needLogin = (audience: Audience) => fail('auth.required', {}, { ...LOGIN[audience], type: 'need login' })

export const signedIn = async (call: Call, audience: Audience): Promise<Actor> => {
  const answer = await call.backend.sessions.resolve(audience, tokenOf(call, audience))
  if (answer === 'absent') throw needLogin(audience)
  if (answer === 'expired') throw fail('auth.expired')
  return answer.actor
}

/** What an address may carry: a one-time ticket; in the two addresses of the specification also the token itself, where that is still allowed. */
export type Carried = 'ticket' | 'token'

export const signedInByAddress = async (call: Call, carried: Carried): Promise<Actor> => {
  if (tokenOf(call, 'admin')) return signedIn(call, 'admin')
  const given = String(call.query['batoken'] ?? '')
  const ticket = given.startsWith('t_') ? await redeemTicket(call.backend.database, given) : undefined
  if (ticket?.audience === 'admin') {
    const { loadAdmin } = await import('../auth/actor.ts')
    const actor = await loadAdmin(call.backend.database, ticket.ownerId)
    if (actor) return actor
  }
  if (carried === 'ticket' || call.backend.config.STRICT_URL_TOKENS) throw needLogin('admin')
  return signedIn({ ...call, headers: { ...call.headers, batoken: given } }, 'admin')
}

/** The department that the page works in, 0 if none was chosen. */
export const groupOf = ({ headers }: Call): number => (Number.isSafeInteger(Number(headers['group'])) ? Number(headers['group']) : 0)

/** On the engine's own pool, also in a vital call: the engine takes any other place for a transaction that is open already. */
export const contextOf = async (call: Call, actor: Actor): Promise<Ctx> => {
  const reason = reasonOf(call.headers['x-reason'])
  return {
    db: call.backend.engine.database,
    actor,
    language: call.language,
    request: call.info,
    departments: await chosenTree(call.backend.database, actor, groupOf(call)),
    engine: call.backend.engine,
    services: call.backend.services,
    ...(reason === undefined ? {} : { reason }),
    afterCommit: noCommit,
  }
}
