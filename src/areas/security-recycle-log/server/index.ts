import { can, fail, hasTrait, ruleOf } from '#kernel'
import { MASK, serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Model, Registry } from '#server/model/model.ts'
import { readRestoreOptions } from '#server/resource/restore.ts'
import { securityRecycleLog } from '../index.ts'

const binned = (registry: Registry): Model[] => registry.all().filter((m) => m.isRecyclable && !m.resource.view)

/** Each record in the bin with the entry of its deletion. The id is that of the entry: unique across resources, and stable. */
const branch = (m: Model): string => {
  const own = hasTrait(m.resource, 'scoped')
    ? 't.department_id AS department, t.owner_id AS owner'
    : 'NULL::bigint AS department, NULL::bigint AS owner'
  const below = m.isTree ? `(SELECT count(*) FROM ${m.table} c WHERE c.parent_id = t.id AND c.deleted_at IS NOT NULL)` : 'NULL::bigint'
  return `SELECT e.id, '${m.resource.name}'::text AS resource, t.id AS record, t.${m.columns.get(m.resource.label)!.sql}::text AS title, t.deleted_at,
    CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_name, ${own}, ${below} AS children FROM ${m.table} t
    CROSS JOIN LATERAL (SELECT * FROM audit_entry WHERE resource = '${m.resource.name}' AND record_id = t.id::text AND action = 'del' ORDER BY id DESC LIMIT 1) e
    WHERE t.deleted_at IS NOT NULL`
}
// A request from before the record was restored and deleted again is no request to end it now.
const REQUESTED = `EXISTS (SELECT 1 FROM approval p WHERE p.resource = b.resource AND p.record = b.record AND p.action = 'delete'
  AND p.state = 'requested' AND p.created_at >= b.deleted_at)`

/** The own condition of a resource cannot be asked of the union: for others than the super admin it stays with the bin of its list. */
const visible = ({ actor, engine }: Ctx): Model[] =>
  binned(engine.registry).filter(
    (m) => can(actor.rules, ruleOf(m.resource.name, 'recycle')) && (actor.super || !(m.half?.scope || m.resource.scopedBy)),
  )

const refuseWithout = (ctx: Ctx, resource: string, action: string) => {
  if (!can(ctx.actor.rules, ruleOf(resource, action))) throw fail('auth.forbidden')
}

export default serve(securityRecycleLog, {
  source: (registry) => `SELECT b.*, 1 AS version, ${REQUESTED} AS requested, coalesce(r.approval, false) AS approval,
    b.deleted_at + make_interval(days => r.days::int) AS keep_until
    FROM (${binned(registry).map(branch).join('\nUNION ALL ')}) b LEFT JOIN security_recycle r ON r.resource = b.resource AND r.status`,
  scope: (ctx) => {
    const { actor, departments } = ctx
    const all = visible(ctx)
    const scoped = all.filter((m) => hasTrait(m.resource, 'scoped')).map((m) => m.resource.name)
    return {
      where: `t."resource" = ANY($1::text[]) AND (NOT t."resource" = ANY($2::text[]) OR (($3 OR t."department" = ANY($4::bigint[]) OR t."owner" = $5::bigint)
        AND (cardinality($6::bigint[]) = 0 OR t."department" = ANY($6::bigint[]))))`,
      params: [all.map((m) => m.resource.name), scoped, actor.scope.all, actor.scope.departments, adminId(actor), departments],
    }
  },
  unsearchable: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['title'] : []),
  show: (ctx, row) => {
    const model = ctx.engine.registry.need(String(row['resource']))
    const isHidden = ctx.engine.masks.hidden(ctx, model).fields.has(model.resource.label)
    return isHidden && row['title'] !== null ? { ...row, title: MASK } : row
  },
  actions: {
    recover: async (ctx, rows, input) => {
      let count = 0
      for (const [resource, some] of Map.groupBy(rows, (r) => r.resource!)) {
        refuseWithout(ctx, resource, 'restore')
        const ids = some.map((r) => r.record!)
        count += await ctx.engine.restore(ctx, resource, ids, readRestoreOptions(input))
      }
      return { count }
    },
    purge: async (ctx, rows) => {
      for (const [resource, some] of Map.groupBy(rows, (r) => r.resource!)) {
        refuseWithout(ctx, resource, 'delete')
        await ctx.engine.askPurge(
          ctx,
          resource,
          some.map((r) => r.record!),
        )
      }
      return { requested: rows.length }
    },
  },
})
