import { can } from '#kernel'
import { actionWord, maskEntry, placeWord, refusalSentence, serve } from '#server'
import { authLog } from './index.ts'

const SOURCE = `SELECT e.id, 1 AS version, e.at, CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_kind, e.actor_name,
  CASE WHEN e.action = 'refused' THEN e.changes -> 'refusal' -> 1 ->> 'action' ELSE e.action END AS action,
  CASE WHEN e.action IN ('refused', 'loginFailed') THEN 'refused' ELSE 'done' END AS outcome, e.resource, e.record_id AS record, e.label, e.changes,
  e.reason, e.ip, e.user_agent, e.request_id FROM audit_entry e`

type Refused = { key: string; fields?: string[] }

export default serve(authLog, {
  source: () => SOURCE,
  scope: ({ actor }) => can(actor.rules, 'auth/log/all') || { where: 't."admin" = $1', params: [actor.id] },
  blind: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['label'] : []),
  show: (ctx, row) => {
    const { label, changes } = row as unknown as { label: string; changes: Record<string, [unknown, unknown]> }
    const resource = String(row['resource'])
    const refused = changes['refusal']?.[1] as Refused | undefined
    const shown = row['outcome'] === 'refused' && refused ? { label, changes: {} } : maskEntry(ctx, resource, { label, changes })
    return {
      ...row,
      ...shown,
      ...(refused && row['outcome'] === 'refused'
        ? { refusal: refusalSentence(ctx, resource, refused.key), refusedFields: refused.fields ?? [] }
        : {}),
      _labels: {
        ...(row['_labels'] as object),
        action: actionWord(ctx, resource, String(row['action'])),
        resource: placeWord(ctx, resource),
      },
    }
  },
})
