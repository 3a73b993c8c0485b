import type { Database } from '../db/database.ts'
import { filesBefore, freePlace } from './place.ts'
import { COLUMNS, removeUpload } from './record.ts'
import type { Upload } from './record.ts'
import { settle } from './settle.ts'

// What has arrived was acknowledged: it stays as long as somebody may still take it in, however long no worker lives.
const OLD = `SELECT u.id FROM upload u LEFT JOIN task t ON t.id = u.task WHERE u.expires_at < now()
  AND (u.state <> 'complete' OR u.task IS NOT NULL AND (t.id IS NULL OR t.state IN ('failed', 'cancelled') AND t.ended_at < now() - interval '7 days'))`
type Left = Upload & { ownerKind: 'admin' | 'member'; ownerId: number }
const LEFT = `SELECT ${COLUMNS}, owner_kind AS "ownerKind", owner_id AS "ownerId" FROM upload WHERE state = 'complete' AND task IS NULL`
const NAMED = 'SELECT id FROM upload WHERE id = ANY($1)'
const ORPHAN_MS = 60 * 60_000

/** What nobody went on with for a week. The row goes first: a file without a row is nobody's, a row without a file would promise one. */
export const sweepUploads = async (db: Database, dataDir: string): Promise<number> => {
  // Whole, and cut off before anybody was asked to take it in.
  for (const upload of await db.query<Left>(LEFT))
    await settle(db, { kind: upload.ownerKind, id: upload.ownerId, departmentId: null }, upload)
  let removed = 0
  for (const { id } of await db.query<{ id: string }>(OLD)) {
    if (!(await removeUpload(db, id))) continue
    await freePlace(dataDir, id)
    removed++
  }
  const files = await filesBefore(dataDir, Date.now() - ORPHAN_MS)
  const named = new Set((await db.query<{ id: string }>(NAMED, [files])).map(({ id }) => id))
  for (const id of files) if (!named.has(id)) await freePlace(dataDir, id)
  return removed
}
