import type { Db } from '../db/database.ts'

/** What nobody needs any more: read ones after 90 days, unread ones after a year. */
export const sweepNotifications = async (db: Db): Promise<number> => {
  const gone = await db.query(
    `DELETE FROM notification WHERE at < now() - interval '90 days' AND (read_at IS NOT NULL OR at < now() - interval '365 days') RETURNING id`,
  )
  return gone.length
}
