import { can } from '#kernel'
import { maskEntry, serve } from '#server'
import { actionsMatching, actionWord, placesMatching, placeWord, readableChanges, refusalSentence } from '#server/audit/words.ts'
import type { Refused } from '#server/audit/words.ts'
import { authLog } from '../index.ts'

const SOURCE = `SELECT e.id, 1 AS version, e.at, CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_kind, e.actor_name,
  CASE WHEN e.action = 'refused' THEN e.changes -> 'refusal' -> 1 ->> 'action' ELSE e.action END AS action,
  CASE WHEN e.action IN ('login', 'loginFailed', 'logout', 'endSession', 'reuse') THEN 'signIn' ELSE 'work' END AS kind,
  CASE WHEN e.action IN ('refused', 'loginFailed') THEN 'refused' ELSE 'done' END AS outcome, e.resource, e.record_id AS record, e.label, e.changes,
  e.reason, e.ip, e.user_agent, e.request_id FROM audit_entry e`

type Entry = { label: string; changes: Record<string, [unknown, unknown]> }

export default serve(authLog, {
  source: () => SOURCE,
  scope: ({ actor }) => can(actor.rules, 'auth/log/all') || { where: 't."admin" = $1', params: [actor.id] },
  unsearchable: (ctx) => (ctx.engine.masks.hidesNames(ctx) ? ['label'] : []),
  valuesMatching: (ctx, field, text) =>
    field === 'action' ? actionsMatching(ctx, text) : field === 'resource' ? placesMatching(ctx, text) : [],
  tells: ({ resource, changes }) => {
    const pairs = Object.entries((changes ?? {}) as Entry['changes'])
    return { resource: String(resource), values: Object.fromEntries(pairs.map(([name, [before, after]]) => [name, after ?? before])) }
  },
  show: (ctx, row) => {
    const { label, changes } = row as unknown as Entry
    const resource = String(row['resource'])
    const refused = row['outcome'] === 'refused' ? (changes['refusal']?.[1] as Refused | undefined) : undefined
    const shown = maskEntry(ctx, resource, { label, changes: refused ? {} : changes })
    const fields = ctx.engine.registry.get(resource)?.locale[ctx.language].fields
    const diff = readableChanges(ctx, resource, shown.changes)
    const refusal = refused && {
      refusal: refusalSentence(ctx, resource, refused),
      refusedFields: (refused.fields ?? []).map((name) => fields?.[name] ?? name),
    }
    return {
      ...row,
      ...shown,
      ...refusal,
      diff,
      _labels: {
        ...(row['_labels'] as object),
        ...(row['actorKind'] === 'system' ? { actorName: placeWord(ctx, 'system') } : {}),
        action: actionWord(ctx, resource, String(row['action'])),
        resource: placeWord(ctx, resource),
        // One text for the list and the export; the detail has it line by line.
        changes: refusal?.refusal ?? diff.map((c) => `${c.title}: ${String(c.before ?? '–')} → ${String(c.after ?? '–')}`).join('\n'),
      },
    }
  },
})
