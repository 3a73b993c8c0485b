import { can, fail, filled, reasonIn, refuse, ruleFor, saidReason } from '#kernel'
import { maskEntry, serve } from '#server'
import type { Ctx } from '#server'
import { securitySensitiveLog } from '../index.ts'
import locale from '../locale.ts'

/** One row per watched field of an entry. */
const SOURCE = `SELECT e.id * 1000 + k.n AS id, 1 AS version, e.id AS entry, e.at, CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_name,
  e.action, e.resource, e.record_id AS record, e.label, k.key AS field, k.value -> 0 AS before, k.value -> 1 AS after, e.reason, e.ip
  FROM audit_entry e CROSS JOIN LATERAL jsonb_each(e.changes) WITH ORDINALITY AS k(key, value, n)
  JOIN security_sensitive s ON s.resource = e.resource AND s.field = k.key AND s.watch AND s.status WHERE jsonb_typeof(k.value) = 'array'`
const NEWER = 'SELECT 1 FROM audit_entry WHERE resource = $1 AND record_id = $2 AND id > $3 AND changes ? $4 LIMIT 1'

type Change = { [K in 'resource' | 'record' | 'field' | 'label' | 'action']: string | null } & { before: unknown; entry: number | null }

const rollBack = async (ctx: Ctx, { resource, record, field, label, action, before, entry }: Change) => {
  if (action !== 'edit') throw refuse(locale, 'notEdit')
  const model = await ctx.engine.registry.open(ctx, resource!)
  if (!model || !can(ctx.actor.rules, ruleFor(model.resource, 'edit'))) throw fail('auth.forbidden')
  // Whoever may not read the old value must not put it back unseen.
  if (ctx.engine.masks.hides(ctx, resource!, field!)) throw fail('auth.forbidden')
  const row = await ctx.engine.get(ctx, resource!, Number(record))
  if ((await ctx.db.query(NEWER, [resource, record, entry, field])).length) throw refuse(locale, 'newer', { label: label ?? '' })
  const why = reasonIn(ctx.reason ?? '', ctx.language)
  const reason = filled(
    why ? { 'zh-cn': '回滚 #{entry}：{why}', en: 'Rollback of #{entry}: {why}' } : { 'zh-cn': '回滚 #{entry}', en: 'Rollback of #{entry}' },
    { entry: entry ?? 0, why },
  )
  // The version makes an edit that comes between look and write a conflict, not a loss.
  await ctx.engine.edit({ ...ctx, reason }, resource!, { id: row.id, version: row.version, [field!]: before })
}

export default serve(securitySensitiveLog, {
  source: () => SOURCE,
  scope: ({ actor }) => can(actor.rules, 'security/sensitiveLog/all') || { where: 't."admin" = $1', params: [actor.id] },
  unsearchable: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['label'] : []),
  tells: ({ resource, field, before, after }) => ({ resource: String(resource), values: { [String(field)]: after ?? before } }),
  show: (ctx, row) => {
    const field = String(row['field'])
    const { label, changes } = maskEntry(ctx, String(row['resource']), {
      label: row['label'],
      changes: { [field]: [row['before'], row['after']] },
    })
    const [before, after] = changes[field]!
    return { ...row, label, before, after, reason: saidReason(row['reason'] as string | null, ctx.language) }
  },
  actions: {
    rollback: async (ctx, rows, { why }) => {
      const reason = why?.trim() ? { reason: why.trim() } : {}
      for (const row of rows) await rollBack({ ...ctx, ...reason }, row)
      return { count: rows.length }
    },
  },
})
