import type { FastifyRequest } from 'fastify'
import { fail, languageOf } from '#kernel'
import type { Language } from '#kernel'
import { SYSTEM, departmentTree } from '../auth/actor.ts'
import { redeemTicket } from '../auth/one-time.ts'
import type { Audience } from '../auth/token.ts'
import { noCommit } from '../context.ts'
import type { Actor, Ctx, RequestFacts } from '../context.ts'
import type { House } from './house.ts'
import { reasonOf } from './input.ts'

/** One request, read once. */
export type Visit = {
  house: House
  facts: RequestFacts
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

export const visitOf = (house: House, request: FastifyRequest): Visit => ({
  house,
  facts: { id: request.id, ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') },
  language: languageOf(request.headers['think-lang']),
  query: request.query as Record<string, unknown>,
  body: request.body,
  headers: request.headers,
  params: request.params as Record<string, string>,
})

export const tokenOf = (visit: Visit, audience: Audience): string => String(visit.headers[HEADER[audience]] ?? '')

const needLogin = (audience: Audience) => fail('auth.required', {}, { ...LOGIN[audience], type: 'need login' })

export const signedIn = async (visit: Visit, audience: Audience): Promise<Actor> => {
  const answer = await visit.house.sessions.resolve(audience, tokenOf(visit, audience))
  if (answer === 'absent') throw needLogin(audience)
  if (answer === 'expired') throw fail('auth.expired')
  return answer.actor
}

/** Only for the calls whose address carries the token: a one-time ticket, or the raw token where that is still allowed. */
export const signedInByAddress = async (visit: Visit): Promise<Actor> => {
  if (tokenOf(visit, 'admin')) return signedIn(visit, 'admin')
  const given = String(visit.query['batoken'] ?? '')
  const ticket = given.startsWith('t_') ? await redeemTicket(visit.house.database, given) : undefined
  if (ticket?.audience === 'admin') {
    const { loadAdmin } = await import('../auth/actor.ts')
    const actor = await loadAdmin(visit.house.database, ticket.ownerId)
    if (actor) return actor
  }
  if (visit.house.config.STRICT_URL_TOKENS) throw needLogin('admin')
  return signedIn({ ...visit, headers: { ...visit.headers, batoken: given } }, 'admin')
}

const chosenDepartments = async (visit: Visit, actor: Actor): Promise<readonly number[]> => {
  const chosen = Number(visit.headers['group'] ?? 0)
  if (!Number.isSafeInteger(chosen) || chosen <= 0) return []
  const tree = await departmentTree(visit.house.database, [chosen])
  // The header is a choice among what the server knows the caller has, never a claim.
  if (tree.length === 0 || !(actor.scope.all || actor.scope.departments.includes(chosen) || actor.departmentId === chosen))
    throw fail('auth.badGroup')
  return tree
}

/** On the engine's own pool, also in a vital call: the engine takes any other place for a transaction that is open already. */
export const contextOf = async (visit: Visit, actor: Actor): Promise<Ctx> => {
  const reason = reasonOf(visit.headers['x-reason'])
  return {
    db: visit.house.engine.database,
    actor,
    language: visit.language,
    request: visit.facts,
    departments: await chosenDepartments(visit, actor),
    engine: visit.house.engine,
    services: visit.house.services,
    ...(reason === undefined ? {} : { reason }),
    afterCommit: noCommit,
  }
}

/** The process itself at work: seeds, sweeps, jobs. */
export const systemContext = (house: Pick<House, 'database' | 'engine' | 'services'>, language: Language = 'zh-cn'): Ctx => ({
  db: house.engine.database,
  actor: SYSTEM,
  language,
  request: { id: 'system', ip: '', userAgent: '' },
  departments: [],
  engine: house.engine,
  services: house.services,
  afterCommit: noCommit,
})
