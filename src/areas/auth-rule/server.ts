import { can, fail } from '#kernel'
import { serve } from '#server'
import { authRule } from './index.ts'

export default serve(authRule, {
  scope: (ctx) =>
    ctx.actor.super || { where: 't."name" = ANY($1::text[]) OR t."type" = \'menu_dir\'', params: [Object.keys(ctx.actor.rules)] },
  before: {
    edit: async (ctx, row, change) => {
      // Renaming a node would hand its holders another right.
      if (!ctx.actor.super && ((change.name && change.name !== row.name) || !can(ctx.actor.rules, row.name))) throw fail('auth.notYours')
      return change
    },
  },
  after: {
    add: async (ctx) => ctx.afterCommit(() => ctx.services.forgetActors()),
    edit: async (ctx) => ctx.afterCommit(() => ctx.services.forgetActors()),
    del: async (ctx) => ctx.afterCommit(() => ctx.services.forgetActors()),
  },
})
