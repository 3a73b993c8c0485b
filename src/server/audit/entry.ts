import { hasTrait, keptReason } from '#kernel'
import type { AnyRow, Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'

/** Field → [before, after]. */
export type Changes = Record<string, [unknown, unknown]>
const HIDDEN = '••••••'
const IGNORED = new Set(['id', 'version', 'createdAt', 'updatedAt', '_labels'])

/** Of values without `undefined`. What is there for the first or the last time is not written out to be compared with nothing. */
const same = (a: unknown, b: unknown) => a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b))

/** What differs between two states of a record. A password appears as changed, never as a value. */
export const changesOf = (model: Model, before: Record<string, unknown> | null, after: Record<string, unknown> | null): Changes => {
  const changes: Changes = {}
  for (const { name, field } of model.columns.values()) {
    if (IGNORED.has(name) || field.kind === 'password') continue
    const old = before?.[name] ?? null
    const now = after?.[name] ?? null
    if (!same(old, now)) changes[name] = [old, now]
  }
  return changes
}
export const passwordChange = (name: string): Changes => ({ [name]: [HIDDEN, HIDDEN] })

const INSERT = `INSERT INTO audit_entry (actor_kind, actor_id, actor_name, action, resource, record_id, label, changes, reason, request_id, ip, user_agent, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::timestamptz, clock_timestamp()))`

export type Event = { action: string; resource: string; recordId: string | number; label: string; changes: Changes }

/** In the writer's transaction: if the entry cannot be written, the change does not happen. */
export const record = async (ctx: Pick<Ctx, 'db' | 'actor' | 'request' | 'reason' | 'at'>, event: Event): Promise<void> => {
  const { actor, request } = ctx
  await ctx.db.query(INSERT, [
    actor.kind,
    actor.id || null,
    actor.name,
    event.action,
    event.resource,
    String(event.recordId),
    event.label,
    JSON.stringify(event.changes),
    keptReason(ctx.reason),
    request.id,
    request.ip,
    request.userAgent.slice(0, 500),
    ctx.at ?? null,
  ])
}

export const recordRow = async (ctx: Ctx, model: Model, action: string, row: AnyRow, changes: Changes): Promise<void> => {
  // A log is its own trail; copied into this one, a code from the outbox would be readable by whoever reads the trail.
  if (hasTrait(model.resource, 'readonly')) return
  await record(ctx, { action, resource: model.resource.name, recordId: row.id, label: String(row[model.resource.label] ?? ''), changes })
}
