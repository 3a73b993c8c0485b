import { can } from '#kernel'
import { maskEntry, serve } from '#server'
import { authLog } from './index.ts'

const SOURCE = `SELECT e.id, 1 AS version, e.at, CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_kind, e.actor_name, e.action,
  e.resource, e.record_id AS record, e.label, e.changes, e.reason, e.ip, e.user_agent, e.request_id FROM audit_entry e`

export default serve(authLog, {
  source: () => SOURCE,
  scope: ({ actor }) => can(actor.rules, 'auth/log/all') || { where: 't."admin" = $1', params: [actor.id] },
  blind: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['label'] : []),
  show: (ctx, row) => {
    const { label, changes } = row as unknown as { label: string; changes: Record<string, [unknown, unknown]> }
    return { ...row, ...maskEntry(ctx, String(row['resource']), { label, changes }) }
  },
})
