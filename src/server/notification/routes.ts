import { fail } from '#kernel'
import type { Call } from '../http/call.ts'
import type { Declare } from '../http/route.ts'
import type { NotificationKind } from './kind.ts'
import { countUnread, kindsFor, listNotifications, markRead, switchKind } from './read.ts'

const sent = ({ body }: Call, name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined)
const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const bad = (field: string, value: unknown) => fail('input.badValue', { field, value: String(value).slice(0, 60) })

const beforeOf = (value: unknown): number | null => {
  if (value === undefined || value === '') return null
  const id = Number(value)
  if (!isId(id)) throw bad('before', value)
  return id
}
const idsOf = (value: unknown): number[] | null => {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length > 1000 || !value.every(isId)) throw bad('ids', value)
  return value
}

/** Everybody's own: no rule is asked for, and nobody else's can be named. `own` are the kinds that belong to no area. */
export const notificationRoutes = ({ guarded }: Declare, own: readonly NotificationKind[]): void => {
  const kindsOf = ({ backend }: Call) => [...own, ...backend.engine.registry.all().flatMap(({ half }) => half?.notifications ?? [])]
  for (const [base, audience] of [
    ['/admin', 'admin'],
    ['/api', 'user'],
  ] as const) {
    guarded('GET', `${base}/notification/unread`, { audience }, async ({ backend }, actor) => ({
      unread: await countUnread(backend.database, actor),
    }))
    guarded('GET', `${base}/notification/index`, { audience }, async ({ backend, language, query }, actor) => ({
      ...(await listNotifications(backend.database, actor, language, beforeOf(query['before']))),
      unread: await countUnread(backend.database, actor),
    }))
    guarded('POST', `${base}/notification/read`, { audience }, async (call, actor) => {
      await markRead(call.backend.database, actor, idsOf(sent(call, 'ids')))
      return { unread: await countUnread(call.backend.database, actor) }
    })
    // To members the kinds that they are told of: nobody switches off what they never hear.
    const kindsFrom = (call: Call) => kindsOf(call).filter(({ members }) => audience === 'admin' || members)
    guarded('GET', `${base}/notification/kinds`, { audience }, async (call, actor) => ({
      list: await kindsFor(call.backend.database, actor, call.language, kindsFrom(call)),
    }))
    guarded('POST', `${base}/notification/switch`, { audience }, async (call, actor) => {
      const kind = sent(call, 'kind')
      const on = sent(call, 'on')
      const known = kindsFrom(call).find((one) => one.kind === kind)
      if (!known) throw bad('kind', kind)
      if (typeof on !== 'boolean') throw bad('on', on)
      await switchKind(call.backend.database, actor, known, on)
      return null
    })
  }
}
