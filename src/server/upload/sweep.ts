import type { Db } from '../db/database.ts'
import { freePlace } from './place.ts'
import { removeUpload } from './record.ts'

/** What nobody went on with for a week. The row goes first: a file without a row is nobody's, a row without a file would promise one. */
export const sweepUploads = async (db: Db, dataDir: string): Promise<number> => {
  const old = await db.query<{ id: string }>('SELECT id FROM upload WHERE expires_at < now()')
  let removed = 0
  for (const { id } of old) {
    if (!(await removeUpload(db, id))) continue
    await freePlace(dataDir, id)
    removed++
  }
  return removed
}
