import { can, fail } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { authRule } from '../index.ts'

/** A node is the same one for the whole system: whoever opens, closes, moves or renames it does so to everybody. */
const refuseOthers = (ctx: Ctx) => {
  if (!ctx.actor.super) throw fail('auth.notYours')
}
/** How a node looks, which is all that those who hold it may change. */
const LOOKS: ReadonlySet<string> = new Set(['title', 'titleEn', 'icon', 'remark', 'keepalive'])

export default serve(authRule, {
  load: async (ctx) => ctx.services.forgetActors(),
  scope: (ctx) =>
    ctx.actor.super || { where: 't."name" = ANY($1::text[]) OR t."type" = \'menu_dir\'', params: [Object.keys(ctx.actor.rules)] },
  before: {
    add: async (ctx, draft) => {
      refuseOthers(ctx)
      return draft
    },
    edit: async (ctx, row, change) => {
      const before: Record<string, unknown> = row
      const isMore = Object.entries(change).some(([name, value]) => !LOOKS.has(name) && value !== before[name])
      if (isMore || !can(ctx.actor.rules, row.name)) refuseOthers(ctx)
      return change
    },
    del: async (ctx) => refuseOthers(ctx),
  },
})
