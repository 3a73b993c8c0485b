import type { Db } from '../db/database.ts'
import { readSettings } from '../settings/read.ts'

/** Messages hold addresses of people: they stay as long as the system has decided, not longer. */
export const sweepOutbox = async (db: Db): Promise<number> => {
  const { message_keep_days: days } = await readSettings(db, ['message_keep_days'])
  if (typeof days !== 'number' || days <= 0) return 0
  const gone = await db.query(`DELETE FROM message_outbox WHERE created_at < now() - make_interval(days => $1::int) RETURNING id`, [days])
  return gone.length
}
