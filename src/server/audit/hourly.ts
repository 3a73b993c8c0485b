import { createHash } from 'node:crypto'
import type { Ctx } from '../model/context.ts'
import type { Database } from '../db/database.ts'
import { record } from './entry.ts'
import type { Event } from './entry.ts'

const HOUR_MS = 3_600_000
const KNOWN = `SELECT 1 FROM audit_entry WHERE at >= date_trunc('hour', clock_timestamp()) AND actor_kind = $1 AND actor_id IS NOT DISTINCT FROM $2::bigint
  AND action = $3 AND resource = $4 AND record_id = $5 AND changes = $6::jsonb LIMIT 1`
/** What this process wrote or found written this hour: most reads ask nothing of the database. */
const known = new WeakMap<Database, { hour: number; keys: Set<string> }>()

const knownIn = (database: Database): Set<string> => {
  const hour = Math.floor(Date.now() / HOUR_MS)
  let kept = known.get(database)
  if (kept?.hour !== hour || kept.keys.size > 50_000) known.set(database, (kept = { hour, keys: new Set() }))
  return kept.keys
}

/** The same entry of the same person once per hour, whichever process asks: who read something matters, not how often they looked. */
export const recordHourly = async (database: Database, ctx: Pick<Ctx, 'actor' | 'request'>, event: Event): Promise<void> => {
  const { actor } = ctx
  const facts = [actor.kind, actor.id || null, event.action, event.resource, String(event.recordId), JSON.stringify(event.changes)]
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64')
  const keys = knownIn(database)
  if (keys.has(key)) return
  await database.transaction(async (db) => {
    // Two at once would both find nothing.
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hourly:${key}`])
    if ((await db.query(KNOWN, facts)).length === 0) await record({ ...ctx, db }, event)
  })
  keys.add(key)
}
