import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { refuseUnheld } from '#server/auth/grant.ts'
import { authGroup } from '../index.ts'
import locale from '../locale.ts'

const refuseOwn = async (ctx: Ctx, ids: readonly number[]) => {
  if (ctx.actor.kind !== 'admin') return
  const own = await ctx.db.query('SELECT 1 FROM auth_admin WHERE id = $1 AND groups && $2::bigint[]', [ctx.actor.id, ids])
  if (own.length) throw refuse(locale, 'ownGroup')
}

export default serve(authGroup, {
  load: async (ctx) => ctx.services.forgetActors(),
  before: {
    add: async (ctx, draft) => {
      await refuseUnheld(ctx, {
        everything: draft.everything ?? false,
        rules: draft.rules ?? [],
        scope: draft.scope ?? 'self',
        departments: draft.departments ?? [],
      })
      return draft
    },
    edit: async (ctx, row, change) => {
      await refuseOwn(ctx, [row.id])
      const now = { everything: row.everything, rules: row.rules ?? [], scope: row.scope, departments: row.departments ?? [] }
      const members = await ctx.db.query<{ department: number | null }>(
        'SELECT DISTINCT department FROM auth_admin WHERE groups @> $1::bigint[]',
        [[row.id]],
      )
      const departments = members.map((m) => m.department)
      await refuseUnheld(ctx, now, departments)
      await refuseUnheld(
        ctx,
        {
          everything: change.everything ?? now.everything,
          rules: change.rules ?? now.rules,
          scope: change.scope ?? now.scope,
          departments: change.departments ?? now.departments,
        },
        departments,
      )
      return change
    },
    del: async (ctx, rows) => {
      await refuseOwn(
        ctx,
        rows.map((r) => r.id),
      )
      for (const row of rows)
        await refuseUnheld(ctx, {
          everything: row.everything,
          rules: row.rules ?? [],
          scope: row.scope,
          departments: row.departments ?? [],
        })
    },
  },
})
