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

const COLUMNS = '(actor_kind, actor_id, actor_name, action, resource, record_id, label, changes, reason, request_id, ip, user_agent, at)'
/** Nearly every write is told by one entry, and lists of one cost the database half as much again. */
const INSERT_ONE = `INSERT INTO audit_entry ${COLUMNS}
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::timestamptz, clock_timestamp()))`
const INSERT = `INSERT INTO audit_entry ${COLUMNS}
SELECT $1, $2::bigint, $3, e.action, e.resource, e.record_id, e.label, e.changes, $9, $10, $11, $12, coalesce($13::timestamptz, clock_timestamp())
FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[]) WITH ORDINALITY e (action, resource, record_id, label, changes, place) ORDER BY e.place`

export type Event = { action: string; resource: string; recordId: string | number; label: string; changes: Changes }

type Writer = Pick<Ctx, 'db' | 'actor' | 'request' | 'reason' | 'at'>
/** In the writer's transaction: if the entries cannot be written, the change does not happen. They stand in the order given. */
export const recordAll = async (ctx: Writer, events: readonly Event[]): Promise<void> => {
  if (events.length === 0) return
  const { actor, request } = ctx
  const told = events.map((event) => [event.action, event.resource, String(event.recordId), event.label, JSON.stringify(event.changes)])
  const [one = []] = told
  await ctx.db.query(told.length === 1 ? INSERT_ONE : INSERT, [
    actor.kind,
    actor.id || null,
    actor.name,
    ...(told.length === 1 ? one : one.map((_, column) => told.map((values) => values[column]))),
    keptReason(ctx.reason),
    request.id,
    request.ip,
    request.userAgent.slice(0, 500),
    ctx.at ?? null,
  ])
}

export const record = (ctx: Writer, event: Event): Promise<void> => recordAll(ctx, [event])

export const recordRows = async (ctx: Ctx, model: Model, action: string, told: readonly [AnyRow, Changes][]): Promise<void> => {
  const { name: resource, label } = model.resource
  // A log is its own trail; copied into this one, a code from the outbox would be readable by whoever reads the trail.
  if (hasTrait(model.resource, 'readonly')) return
  const events = told.map(([row, changes]): Event => ({ action, resource, recordId: row.id, label: String(row[label] ?? ''), changes }))
  await recordAll(ctx, events)
}
