import { can, fail, refuse, ruleOf } from '#kernel'
import { MASK, serve } from '#server'
import type { Ctx } from '#server'
import { securityPurgeRequest } from './index.ts'
import locale from './locale.ts'

type Request = { id: number; resource: string | null; record: number | null; state: string; requestedBy: number | null; createdAt: string }

const mayDecide = async (ctx: Ctx, resource: string): Promise<boolean> => {
  const [rule] = await ctx.db.query<{ groups: number[] }>('SELECT groups FROM security_recycle WHERE resource = $1 AND status', [resource])
  return ctx.actor.super || !rule || rule.groups.length === 0 || rule.groups.some((g) => ctx.actor.groups.includes(g))
}
type Verdict = { state: 'approved' | 'rejected' | 'withdrawn' | 'lapsed'; note?: string }
const close = (ctx: Ctx, row: Request, verdict: Verdict) => {
  const facts = { ...verdict, decidedBy: ctx.actor.id, decidedAt: new Date().toISOString() }
  return ctx.engine.edit(ctx, securityPurgeRequest.name, { id: row.id }, facts)
}
const refuseClosed = (row: Request) => {
  if (row.state !== 'requested') throw refuse(locale, 'closed')
}
/** Restored meanwhile, or restored and deleted again: what was agreed to is no longer what lies there. */
const hasLapsed = async (ctx: Ctx, { resource, record, createdAt }: Request): Promise<boolean> => {
  const { table } = ctx.engine.registry.need(resource!)
  const same = await ctx.db.query(`SELECT 1 FROM ${table} WHERE id = $1 AND deleted_at <= $2`, [record, createdAt])
  return same.length === 0
}
const approve = async (ctx: Ctx, row: Request): Promise<'approved' | 'lapsed'> => {
  refuseClosed(row)
  if (row.requestedBy === ctx.actor.id) throw refuse(locale, 'samePerson')
  if (!can(ctx.actor.rules, ruleOf(row.resource!, 'delete'))) throw fail('auth.forbidden')
  if (!(await mayDecide(ctx, row.resource!))) throw refuse(locale, 'notAllowed')
  const state = (await hasLapsed(ctx, row)) ? 'lapsed' : 'approved'
  if (state === 'approved') await ctx.engine.purge({ ...ctx, approved: true }, row.resource!, [row.record!])
  await close(ctx, row, { state })
  return state
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
      const states = []
      for (const row of rows) states.push(await approve(ctx, row))
      return { count: states.filter((s) => s === 'approved').length, lapsed: states.filter((s) => s === 'lapsed').length }
    },
    reject: async (ctx, rows, input) => {
      for (const row of rows) {
        refuseClosed(row)
        await close(ctx, row, { state: 'rejected', note: String(input['answer']) })
      }
      return { count: rows.length }
    },
    withdraw: async (ctx, rows) => {
      for (const row of rows) {
        refuseClosed(row)
        if (row.requestedBy !== ctx.actor.id) throw refuse(locale, 'notYours')
        await close(ctx, row, { state: 'withdrawn' })
      }
      return { count: rows.length }
    },
  },
})
