import { randomUUID } from 'node:crypto'
import { fail } from '#kernel'
import type { Words } from '#kernel'
import type { Actor } from '../model/context.ts'
import type { ToldOfFile } from '../model/half.ts'
import type { Database, Db } from '../db/database.ts'

export type Upload = {
  id: string
  name: string
  target: string
  size: number
  received: number
  state: 'receiving' | 'complete' | 'taken'
  sha256: string | null
  task: number | null
  expiresAt: string
}
export const COLUMNS = `id, name, target, size, received, state, sha256, task, expires_at AS "expiresAt"`
const LIFE = `interval '7 days'`
/** A writer that stands still loses its place after this: who was cut off and comes back is not kept waiting for longer. */
export const LEASE_MS = 10_000
const LEASE = `make_interval(secs => ${LEASE_MS / 1000})`
const AT_ONCE = 4

/** What one person has begun is counted by one at a time: two that look at once would both find room for themselves. */
export const alone = <T>(database: Database, { kind, id }: Actor, work: (tx: Db) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`upload:${kind}:${id}`])
    return work(tx)
  })

type Plan = { name: string; folder: string; mark: string | null; target: string; size: number }
const CREATE = `INSERT INTO upload (id, owner_kind, owner_id, target, name, size, folder, mark, expires_at, state)
  VALUES ($1, $2, $3, $4, $5, $6::bigint, $7, $8, now() + ${LIFE}, CASE WHEN $6::bigint = 0 THEN 'complete' ELSE 'receiving' END) RETURNING ${COLUMNS}`
export const createUpload = async (db: Db, { kind, id }: Actor, { name, folder, mark, target, size }: Plan): Promise<Upload> =>
  (await db.query<Upload>(CREATE, [randomUUID(), kind, id, target, name, size, folder, mark]))[0]!

type Left = Plan & { id: string; received: number; expiresAt: string }
const LEFT = `SELECT id, name, folder, mark, target, size, received, expires_at AS "expiresAt" FROM upload
  WHERE owner_kind = $1 AND owner_id = $2 AND state = 'receiving' AND expires_at > now() AND (writer IS NULL OR lease_until < now()) ORDER BY created_at, id`
/** What one person has begun and nobody sends at the moment. */
export const leftBy = (db: Db, { kind, id }: Actor): Promise<Left[]> => db.query<Left>(LEFT, [kind, id])

/** What one person has begun and not ended, in bytes. */
export const unfinishedOf = async (db: Db, { kind, id }: Actor): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    `SELECT coalesce(sum(size), 0) AS n FROM upload WHERE owner_kind = $1 AND owner_id = $2 AND state <> 'taken' AND expires_at > now()`,
    [kind, id],
  )
  return row!.n
}

/** Only the own ones: another person's is as unknown as one that never was. */
export const findUpload = async (db: Db, { kind, id: owner }: Actor, id: string): Promise<Upload> => {
  const [row] = await db.query<Upload>(
    `SELECT ${COLUMNS} FROM upload WHERE id = $1 AND owner_kind = $2 AND owner_id = $3 AND expires_at > now()`,
    [id, kind, owner],
  )
  if (!row) throw fail('upload.unknown')
  return row
}

const TAKE = `UPDATE upload u SET writer = $2, lease_until = now() + ${LEASE}, expires_at = now() + ${LIFE}
  WHERE id = $1 AND state = 'receiving' AND received = $3 AND (writer IS NULL OR lease_until < now()) RETURNING ${COLUMNS}`
const BUSY = `SELECT count(*) AS n FROM upload WHERE owner_kind = $1 AND owner_id = $2 AND writer IS NOT NULL AND lease_until > now() AND id <> $3`
/** The place of the writer, or the reason why it is not to be had. */
export const takePlace = (database: Database, actor: Actor, id: string, offset: number): Promise<{ upload: Upload; writer: string }> =>
  alone(database, actor, async (tx) => {
    const [busy] = await tx.query<{ n: number }>(BUSY, [actor.kind, actor.id, id])
    if (busy!.n >= AT_ONCE) throw fail('upload.atOnce', { limit: AT_ONCE }, { retryAfter: LEASE_MS / 1000 })
    const writer = randomUUID()
    const [upload] = await tx.query<Upload>(TAKE, [id, writer, offset])
    if (upload) return { upload, writer }
    const now = await findUpload(tx, actor, id)
    throw now.received === offset && now.state === 'receiving' ? fail('upload.locked') : fail('upload.offset', { received: now.received })
  })

const KEEP = `UPDATE upload SET received = $3::bigint, lease_until = now() + ${LEASE}, expires_at = now() + ${LIFE} WHERE id = $1 AND writer = $2 RETURNING 1`
/** So much is safe on disk, and the place is ours for another while. False when another has it by now. */
export const keepReceived = async (db: Db, id: string, writer: string, received: number): Promise<boolean> =>
  (await db.query(KEEP, [id, writer, received])).length > 0

const LEAVE = `UPDATE upload SET received = $3::bigint, writer = NULL, lease_until = NULL, state = CASE WHEN $3::bigint = size THEN 'complete' ELSE state END
  WHERE id = $1 AND writer = $2 RETURNING ${COLUMNS}`
export const leavePlace = async (db: Db, id: string, writer: string, received: number): Promise<Upload | undefined> =>
  (await db.query<Upload>(LEAVE, [id, writer, received]))[0]

/** False as long as somebody writes: the file would grow again behind our back. */
export const removeUpload = async (db: Db, id: string): Promise<boolean> =>
  (await db.query(`DELETE FROM upload WHERE id = $1 AND (writer IS NULL OR lease_until < now()) RETURNING 1`, [id])).length > 0

/** Its bytes are gone: begun again, it must not count twice. Only as it was seen: whole by now, it lies in the store. */
export const removeGone = async (db: Db, { id, received }: Upload): Promise<boolean> => {
  const gone = `DELETE FROM upload WHERE id = $1 AND state = 'receiving' AND received = $2 AND (writer IS NULL OR lease_until < now()) RETURNING 1`
  return (await db.query(gone, [id, received])).length > 0
}

export type Outcome = { state: string; error: Words | null; told: ToldOfFile | null }
const OUTCOME = `SELECT coalesce(t.state, 'waiting') AS state, t.error, t.result -> 'received' -> 'told' AS told
  FROM upload u LEFT JOIN task t ON t.id = u.task WHERE u.id = $1 AND u.owner_kind = $2 AND u.owner_id = $3`
/** What became of a file after its last byte, for whoever sent it. */
export const outcomeOf = async (db: Db, { kind, id: owner }: Actor, id: string): Promise<Outcome> => {
  const [row] = await db.query<Outcome>(OUTCOME, [id, kind, owner])
  if (!row) throw fail('upload.unknown')
  return row
}
