import { can, fail, ruleFor } from '#kernel'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Declare } from '../http/route.ts'
import type { Actor } from '../model/actor.ts'
import { readView } from './state.ts'
import { listViews, removeView, saveView } from './store.ts'

/** What a view asks for may name records: only whoever may see the list sees it. */
const refuseUnseen = async (call: Call, actor: Actor, name: string): Promise<string> => {
  const ctx = await contextOf(call, actor)
  const model = await ctx.engine.registry.open(ctx, name)
  if (!model || !can(actor.rules, ruleFor(model.resource, 'index'))) throw fail('request.unknown', { url: name.slice(0, 100) })
  return name
}

export const viewRoutes = ({ guarded }: Declare): void => {
  const admin = { audience: 'admin' } as const
  guarded('GET', '/admin/savedView/index', admin, async (call, actor) => ({
    list: await listViews(call.backend.database, actor, await refuseUnseen(call, actor, String(call.query['resource'] ?? ''))),
  }))
  guarded('POST', '/admin/savedView/save', admin, async (call, actor) => {
    const view = readView(call.body)
    await refuseUnseen(call, actor, view.resource)
    return { id: await saveView(call.backend.database, actor, view) }
  })
  guarded('POST', '/admin/savedView/remove', admin, async ({ backend, body }, actor) => {
    const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
    await removeView(backend.database, actor, id)
    return null
  })
}
