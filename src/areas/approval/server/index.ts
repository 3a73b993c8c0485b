import { can, fail, hasTrait, keptReason, readReason, refuse, saidReason } from '#kernel'
import { MASK, serve } from '#server'
import type { Ctx } from '#server'
import { actionCalled, actionsCalled } from './called.ts'
import { approvalAsked, approvalDecided, tellAsked, tellDecided } from './notification.ts'
import { approval } from '../index.ts'
import locale from '../locale.ts'
import { SYSTEM, adminId } from '#server/model/actor.ts'
import { workWidget } from '#server/model/widget.ts'
import { seenRecords } from '#server/model/scope.ts'
import { nowOf } from '#server/model/context.ts'

type Request = {
  id: number
  action: string
  input: unknown
  rule: string | null
  resource: string | null
  record: number | null
  recordVersion: number | null
  title: string | null
  reason: string | null
  state: string
  requestedBy: number | null
}
type Verdict = 'approved' | 'rejected' | 'withdrawn' | 'lapsed'

const close = async (ctx: Ctx, { id }: Request, to: Verdict, note?: string) => {
  const facts = { decidedBy: adminId(ctx.actor), decidedAt: nowOf(ctx), ...(note === undefined ? {} : { note }) }
  await ctx.engine.move(ctx, approval.name, { id, to }, facts)
}
const refuseClosed = ({ state }: Request) => {
  if (state !== 'requested') throw refuse(locale, 'closed')
}
/** Changed meanwhile, or gone: what was asked for is no longer what is there. */
const hasLapsed = async (ctx: Ctx, { resource, record, recordVersion }: Request): Promise<boolean> => {
  // Whoever looks: that somebody does not see it is no change of it.
  const model = await ctx.engine.registry.open({ ...ctx, actor: SYSTEM }, resource!)
  if (!model) return true
  // Held until the end: a change between this look and the deed would pass unseen by the second person.
  const held = model.resource.view ? '' : 'FOR UPDATE'
  const [row] = await ctx.db.query<{ version: number }>(`SELECT version FROM ${model.table} t WHERE id = $1 ${held}`, [record])
  return !row || (recordVersion !== null && row.version !== recordVersion)
}

/** Never oneself, never somebody without the right, and only whom the rules of the areas allow. */
type Matter = Pick<Request, 'resource' | 'record' | 'action' | 'rule' | 'requestedBy'>
const refuseUndecidable = async (ctx: Ctx, { resource, record, action, rule, requestedBy }: Matter) => {
  if (requestedBy !== null && requestedBy === adminId(ctx.actor)) throw refuse(locale, 'samePerson')
  if (!can(ctx.actor.rules, rule!)) throw fail('auth.forbidden')
  for (const { half } of ctx.engine.registry.all()) await half?.guardApproval?.(ctx, { resource: resource!, record: record!, action })
}
const approve = async (ctx: Ctx, row: Request): Promise<'approved' | 'lapsed'> => {
  refuseClosed(row)
  await refuseUndecidable(ctx, row)
  const verdict = (await hasLapsed(ctx, row)) ? 'lapsed' : 'approved'
  const { resource, record, action, input, reason } = row
  if (verdict === 'approved')
    await ctx.engine.carryOut(
      { ...ctx, reason: readReason(reason ?? '') },
      { resource: resource!, record: record!, action, input: (input ?? {}) as Record<string, unknown> },
    )
  await close(ctx, row, verdict)
  return verdict
}

const OPEN = `SELECT id, resource, record, record_version AS "recordVersion" FROM approval
  WHERE resource = $1 AND record = $2 AND action = $3 AND state = 'requested' ORDER BY id DESC LIMIT 1`

const asked = workWidget(approval, {
  key: 'asked',
  column: 'waits',
  action: 'approve',
  title: { 'zh-cn': '待我批准的申请', en: 'Requests for me to approve' },
  icon: 'audit',
  order: 50,
  // Nobody agrees to what they asked for.
  where: ({ actor }) => [
    { field: 'state', operator: 'IN', val: 'requested' },
    { field: 'requestedBy', operator: 'NOT IN', val: String(adminId(actor) ?? 0) },
  ],
})

export default serve(approval, {
  widgets: [asked],
  notifications: [approvalAsked, approvalDecided],
  after: { move: tellDecided },
  askSecond: async (ctx, { resource, action, input, rule, record, title }) => {
    await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`approval:${resource} ${record.id}`])
    const [open] = await ctx.db.query<Request>(OPEN, [resource, record.id, action])
    if (open && !(await hasLapsed(ctx, open))) throw refuse(locale, 'pending', { title })
    // Nobody decided about it, and whoever asks now may not even see it.
    if (open) await close({ ...ctx, actor: SYSTEM }, open, 'lapsed')
    const about = { resource, record: record.id, recordVersion: record.version, title, action, input, rule, reason: keptReason(ctx.reason) }
    const whose = { requestedBy: adminId(ctx.actor), department: record['departmentId'] ?? null, owner: record['ownerId'] ?? null }
    const row = await ctx.engine.add(ctx, approval.name, {}, { ...about, ...whose })
    const request = { action, rule, resource, record: record.id, requestedBy: adminId(ctx.actor) }
    await tellAsked(ctx, row, (as) => refuseUndecidable(as, request))
  },
  scope: async (ctx) => {
    const { actor, departments } = ctx
    const models = ctx.engine.registry.all()
    const own = models.filter((m) => m.resource.name !== approval.name && !m.resource.view && (m.half?.scope || m.resource.scopedBy))
    const scoped = models.filter((m) => hasTrait(m.resource, 'scoped')).map((m) => m.resource.name)
    // Of what has a condition of its own only the records that are there can be asked; the super admin sees the rest too.
    const seen = await seenRecords(ctx, actor.super ? [] : own, 9)
    const rights = [actor.rules['*'] === true, Object.keys(actor.rules)]
    const reach = [scoped, adminId(actor), actor.scope.all, actor.scope.departments, departments]
    return {
      where: `($1 OR t."rule" = ANY($2::text[])) AND (NOT t."resource" = ANY($3::text[]) OR t."requested_by" = $4::bigint
        OR (($5 OR t."department" = ANY($6::bigint[]) OR t."owner" = $4::bigint) AND (cardinality($7::bigint[]) = 0 OR t."department" = ANY($7::bigint[]))))
        AND (NOT t."resource" = ANY($8::text[]) OR t."requested_by" = $4::bigint${seen.where})`,
      params: [...rights, ...reach, actor.super ? [] : own.map((m) => m.resource.name), ...seen.params],
    }
  },
  unsearchable: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['title'] : []),
  valuesMatching: (ctx, field, text) => (field === 'action' ? actionsCalled(ctx, text) : []),
  show: (ctx, row) => {
    const model = ctx.engine.registry.get(String(row['resource']))
    const isHidden = model && ctx.engine.masks.hidden(ctx, model).fields.has(model.resource.label)
    const labels = { ...(row['_labels'] as object), action: actionCalled(ctx, row) }
    return {
      ...row,
      reason: saidReason(row['reason'] as string | null, ctx.language),
      ...(isHidden ? { title: MASK } : {}),
      _labels: labels,
    }
  },
  actions: {
    approve: async (ctx, rows) => {
      const verdicts = []
      for (const row of rows) verdicts.push(await approve(ctx, row))
      return { count: verdicts.filter((v) => v === 'approved').length, lapsed: verdicts.filter((v) => v === 'lapsed').length }
    },
    reject: async (ctx, rows, { answer }) => {
      for (const row of rows) {
        refuseClosed(row)
        await refuseUndecidable(ctx, row)
        await close(ctx, row, 'rejected', answer ?? '')
      }
      return { count: rows.length }
    },
    withdraw: async (ctx, rows) => {
      for (const row of rows) {
        refuseClosed(row)
        if (row.requestedBy === null || row.requestedBy !== adminId(ctx.actor)) throw refuse(locale, 'notYours')
        await close(ctx, row, 'withdrawn')
      }
      return { count: rows.length }
    },
  },
})
