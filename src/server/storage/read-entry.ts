import { record } from '../audit/entry.ts'
import type { Actor, RequestFacts } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { StoredFile } from './holder.ts'

const HOUR_MS = 3_600_000
/** Of this hour, so that the ranges of one video do not ask the database each time. */
const noted = { hour: 0, keys: new Set<string>() }
const FIRST = `INSERT INTO one_time (purpose, key, hash, expires_at) VALUES ('fileRead', $1, '', to_timestamp($2)) ON CONFLICT DO NOTHING RETURNING key`

/** One entry per person, file and hour, written before the first byte leaves: what cannot be written down is not read. */
export const recordRead = async (database: Database, actor: Actor, request: RequestFacts, file: StoredFile): Promise<void> => {
  const hour = Math.floor(Date.now() / HOUR_MS)
  if (noted.hour !== hour) Object.assign(noted, { hour, keys: new Set<string>() })
  const key = `${actor.kind}:${actor.id} ${file.holder}:${file.id} ${hour}`
  if (noted.keys.has(key)) return
  await database.transaction(async (tx) => {
    const [first] = await tx.query(FIRST, [key, ((hour + 1) * HOUR_MS) / 1000])
    if (!first) return
    await record({ db: tx, actor, request }, { action: 'readFile', resource: file.holder, recordId: file.id, label: file.name, changes: {} })
  })
  noted.keys.add(key)
}
