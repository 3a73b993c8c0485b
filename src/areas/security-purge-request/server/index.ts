import { can, fail, hasTrait, refuse, ruleOf } from '#kernel'
import { MASK, serve } from '#server'
import type { Ctx } from '#server'
import { securityPurgeRequest } from '../index.ts'
import locale from '../locale.ts'

type Request = {
  id: number
  asked: 'purge' | 'loosen'
  resource: string | null
  record: number | null
  title: string | null
  state: string
  requestedBy: number | null
  createdAt: string
}
const RULES = 'security.recycle'

/** Who may decide is said by the rule of the resource, or, about a rule, by that rule itself. */
const mayDecide = async (ctx: Ctx, { asked, resource, record }: Request): Promise<boolean> => {
  const which = asked === 'loosen' ? 'id = $1' : 'resource = $1 AND status'
  const [rule] = await ctx.db.query<{ groups: number[] }>(`SELECT groups FROM security_recycle WHERE ${which}`, [
    asked === 'loosen' ? record : resource,
  ])
  return ctx.actor.super || !rule || rule.groups.length === 0 || rule.groups.some((g) => ctx.actor.groups.includes(g))
}
/** The right that one person alone would need for it. */
const needed = ({ asked, resource }: Pick<Request, 'asked' | 'resource'>) => ruleOf(resource!, asked === 'loosen' ? 'edit' : 'delete')

type Verdict = { state: 'approved' | 'rejected' | 'withdrawn' | 'lapsed'; note?: string }
const close = (ctx: Ctx, row: Request, verdict: Verdict) => {
  const facts = { ...verdict, decidedBy: ctx.actor.id, decidedAt: new Date().toISOString() }
  return ctx.engine.edit(ctx, securityPurgeRequest.name, { id: row.id }, facts)
}
const refuseClosed = (row: Request) => {
  if (row.state !== 'requested') throw refuse(locale, 'closed')
}
/** Restored meanwhile, or restored and deleted again, or loosened already: what was asked for is no longer what is there. */
const hasLapsed = async (ctx: Ctx, { asked, resource, record, createdAt }: Request): Promise<boolean> => {
  const model = ctx.engine.registry.get(resource!)
  if (!model) return true
  const same = await (asked === 'loosen'
    ? ctx.db.query('SELECT 1 FROM security_recycle WHERE id = $1 AND status AND approval', [record])
    : ctx.db.query(`SELECT 1 FROM ${model.table} WHERE id = $1 AND deleted_at <= $2`, [record, createdAt]))
  return same.length === 0
}

const refuseUndecidable = async (ctx: Ctx, row: Request) => {
  refuseClosed(row)
  if (row.requestedBy === ctx.actor.id) throw refuse(locale, 'samePerson')
  if (!can(ctx.actor.rules, needed(row))) throw fail('auth.forbidden')
  if (!(await mayDecide(ctx, row))) throw refuse(locale, 'notAllowed')
}
const carryOut = (ctx: Ctx, { asked, resource, record }: Request) =>
  asked === 'loosen'
    ? ctx.engine.edit({ ...ctx, approved: true }, RULES, { id: record, approval: false })
    : ctx.engine.purge({ ...ctx, approved: true }, resource!, [record!])
const approve = async (ctx: Ctx, row: Request): Promise<'approved' | 'lapsed'> => {
  await refuseUndecidable(ctx, row)
  const state = (await hasLapsed(ctx, row)) ? 'lapsed' : 'approved'
  if (state === 'approved') await carryOut(ctx, row)
  await close(ctx, row, { state })
  return state
}

const OPEN = `SELECT id, asked, resource, record, created_at AS "createdAt" FROM security_purge_request
  WHERE resource = $1 AND record = $2 AND state = 'requested' ORDER BY id DESC LIMIT 1`

export default serve(securityPurgeRequest, {
  scope: ({ actor, engine, departments }) => {
    // The own condition of a resource cannot be asked of what may be gone: for others than the super admin its requests stay unseen.
    const models = engine.registry.all().filter((m) => actor.super || !m.half?.scope)
    const names = models.map((m) => m.resource.name)
    const deletable = names.filter((name) => can(actor.rules, ruleOf(name, 'delete')))
    const scoped = models.filter((m) => hasTrait(m.resource, 'scoped')).map((m) => m.resource.name)
    return {
      where: `(t."asked" = 'loosen' AND $1 OR t."asked" = 'purge' AND t."resource" = ANY($2::text[]))
        AND (NOT t."resource" = ANY($3::text[]) OR t."requested_by" = $4::bigint OR (($5 OR t."department" = ANY($6::bigint[]) OR t."owner" = $4::bigint)
        AND (cardinality($7::bigint[]) = 0 OR t."department" = ANY($7::bigint[]))))`,
      params: [can(actor.rules, ruleOf(RULES, 'edit')), deletable, scoped, actor.id, actor.scope.all, actor.scope.departments, departments],
    }
  },
  unsearchable: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['title'] : []),
  show: (ctx, row) => {
    const model = ctx.engine.registry.get(String(row['resource']))
    const isHidden = model && ctx.engine.masks.hidden(ctx, model).fields.has(model.resource.label)
    return isHidden ? { ...row, title: MASK } : row
  },
  before: {
    add: async (ctx, draft) => {
      const asked = draft as unknown as Request
      await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`request:${asked.resource} ${asked.record}`])
      const [open] = await ctx.db.query<Request>(OPEN, [asked.resource, asked.record])
      if (open && !(await hasLapsed(ctx, open))) throw refuse(locale, 'pending', { title: asked.title ?? '' })
      return { ...draft, state: 'requested', requestedBy: ctx.actor.id }
    },
  },
  actions: {
    approve: async (ctx, rows) => {
      const states = []
      for (const row of rows) states.push(await approve(ctx, row))
      return { count: states.filter((s) => s === 'approved').length, lapsed: states.filter((s) => s === 'lapsed').length }
    },
    reject: async (ctx, rows, input) => {
      for (const row of rows) {
        await refuseUndecidable(ctx, row)
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
