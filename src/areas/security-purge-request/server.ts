import { can, fail, refuse, ruleOf } from '#kernel'
import { MASK, serve } from '#server'
import type { Ctx } from '#server'
import { securityPurgeRequest } from './index.ts'
import locale from './locale.ts'

type Request = { id: number; resource: string | null; record: number | null; state: string; requestedBy: number | null }

const mayDecide = async (ctx: Ctx, resource: string): Promise<boolean> => {
  const [rule] = await ctx.db.query<{ groups: number[] }>('SELECT groups FROM security_recycle WHERE resource = $1 AND status', [resource])
  return ctx.actor.super || !rule || rule.groups.length === 0 || rule.groups.some((g) => ctx.actor.groups.includes(g))
}
const close = (ctx: Ctx, row: Request, state: string) =>
  ctx.engine.edit(ctx, securityPurgeRequest.name, { id: row.id }, { state, decidedBy: ctx.actor.id, decidedAt: new Date().toISOString() })
const refuseClosed = (row: Request) => {
  if (row.state !== 'requested') throw fail('state.move', { from: row.state, to: 'approved' })
}

export default serve(securityPurgeRequest, {
  scope: ({ actor, engine }) => ({
    where: 't."resource" = ANY($1::text[])',
    params: [
      engine.registry
        .all()
        .map((m) => m.resource.name)
        .filter((name) => can(actor.rules, ruleOf(name, 'delete'))),
    ],
  }),
  blind: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['title'] : []),
  show: (ctx, row) => {
    const model = ctx.engine.registry.get(String(row['resource']))
    const isHidden = model && ctx.engine.masks.hidden(ctx, model).fields.has(model.resource.label)
    return isHidden ? { ...row, title: MASK } : row
  },
  actions: {
    approve: async (ctx, rows) => {
      for (const row of rows) {
        refuseClosed(row)
        if (row.requestedBy === ctx.actor.id) throw refuse(locale, 'samePerson')
        if (!can(ctx.actor.rules, ruleOf(row.resource!, 'delete'))) throw fail('auth.forbidden')
        if (!(await mayDecide(ctx, row.resource!))) throw refuse(locale, 'notAllowed')
        await ctx.engine.purge({ ...ctx, approved: true }, row.resource!, [row.record!])
        await close(ctx, row, 'approved')
      }
      return { count: rows.length }
    },
    reject: async (ctx, rows) => {
      for (const row of rows) {
        refuseClosed(row)
        await close(ctx, row, 'rejected')
      }
      return { count: rows.length }
    },
  },
})
