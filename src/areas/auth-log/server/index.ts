import { can, labelOf, saidReason, snake } from '#kernel'
import { maskEntry, serve } from '#server'
import type { Ctx } from '#server'
import {
  actionsMatching,
  actionWord,
  changeText,
  nameChanges,
  placesMatching,
  placeWord,
  readableChanges,
  refusalSentence,
  sayCodes,
} from '#server/audit/words.ts'
import type { ReadableChange, Refused } from '#server/audit/words.ts'
import type { Registry } from '#server/model/model.ts'
import { authLog } from '../index.ts'

/** The English name of the record of an entry, for records that have one beside the name that the entry keeps. */
const englishName = (registry: Registry): string => {
  const named = registry.all().flatMap((model) => {
    const { name, view, labelIn } = model.resource
    // A view would be asked for its own source, and this one is among them.
    return view || !labelIn?.en ? [] : [`WHEN '${name}' THEN (SELECT x."${snake(labelIn.en)}" FROM ${model.table} x WHERE x.id = e.number)`]
  })
  return named.length ? `CASE e.resource ${named.join(' ')} END` : 'NULL'
}

/** What the system does to menus and rights in the course of somebody's request is part of that: its entry names them. */
const source = (registry: Registry): string => `SELECT e.id, 1 AS version, e.at,
  CASE WHEN e.actor_kind = 'admin' THEN e.actor_id END AS admin, e.actor_kind, e.actor_name,
  CASE WHEN e.action = 'refused' THEN e.changes -> 'refusal' -> 1 ->> 'action' ELSE e.action END AS action,
  CASE WHEN e.action IN ('login', 'loginFailed', 'logout', 'endSession', 'reuse') THEN 'signIn' ELSE 'work' END AS kind,
  CASE WHEN e.action IN ('refused', 'loginFailed') THEN 'refused' ELSE 'done' END AS outcome, e.resource, e.record_id AS record, e.label,
  ${englishName(registry)} AS label_en, e.changes, e.reason, e.ip, e.user_agent, e.request_id
  FROM (SELECT *, CASE WHEN record_id ~ '^[0-9]{1,18}$' THEN record_id::bigint END AS number FROM audit_entry) e
  WHERE NOT (e.actor_kind = 'system' AND e.resource = 'auth.rule' AND e.request_id <> 'system')`

type Entry = { label: string; changes: Record<string, [unknown, unknown]> }

/** A record is called by its name in the reader's language: the one that the entry itself tells, else the present one. */
const nameIn = ({ engine, language }: Ctx, resource: string, row: Record<string, unknown>, shown: ReturnType<typeof maskEntry>): string => {
  const definition = engine.registry.get(resource)?.resource
  const field = definition && labelOf(definition, language)
  // A masked name stays masked in every language.
  const label = String(shown.label ?? '')
  // A change that was refused before its record was looked for has no name; the auditor still has to find the record.
  if (label === '' && row['outcome'] === 'refused' && row['record']) return `#${String(row['record'])}`
  if (!field || field === definition.label || label !== row['label']) return label
  const [before, after] = shown.changes[field] ?? []
  return String((after ?? before ?? row['labelEn']) || label)
}

export default serve(authLog, {
  source,
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
      label: nameIn(ctx, resource, row, shown),
      reason: saidReason(row['reason'] as string | null, ctx.language),
      ...refusal,
      diff,
      _labels: {
        ...(row['_labels'] as object),
        ...(row['actorKind'] === 'system' ? { actorName: placeWord(ctx, 'system') } : {}),
        action: actionWord(ctx, resource, String(row['action'])),
        resource: placeWord(ctx, resource),
        changes: refusal?.refusal ?? '',
      },
    }
  },
  showAll: async (ctx, rows) => {
    const diffs = await nameChanges(
      ctx,
      rows.map((row) => row['diff'] as ReadableChange[]),
    )
    const told = await sayCodes(
      ctx,
      rows.map((row, i) => ({
        resource: String(row['resource']),
        record: String(row['record']),
        label: String(row['label'] ?? ''),
        changes: diffs[i] ?? [],
      })),
    )
    return rows.map((row, i) => {
      const { changes: diff, label } = told[i] ?? { changes: [], label: row['label'] }
      // One text for the list and the export; the detail has it line by line.
      const changes = row['refusal'] ?? diff.map(changeText).join('\n')
      return { ...row, label, diff, _labels: { ...(row['_labels'] as object), changes } }
    })
  },
})
