import { can } from '#kernel'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'

/** What waits for the member, of every area whose page their group holds; what of it they see, their places in studies say alone. */
export const workFor = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, { ...actor, rules: {} })
  const offered = ctx.engine.registry
    .all()
    .flatMap(({ half }) => half?.memberWork ?? [])
    .filter(({ rule }) => can(actor.rules, rule))
    .toSorted((a, b) => a.order - b.order)
  const lines = []
  for (const { key, title, icon, path, count } of offered) {
    const { value, late } = await count(ctx)
    if (value > 0) lines.push({ key, title: title[ctx.language], icon, path, value, late })
  }
  return lines
}
