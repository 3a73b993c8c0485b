import type { Db } from '../db/database.ts'
import { isWeak } from './common-password.ts'

const keyOf = (adminId: number) => `weak-password:${adminId}`

/** Known only while the password is at hand: when it is set, and at each sign-in. Of the password itself nothing is kept. */
export const noteStrength = async (db: Db, adminId: number, username: string, password: string): Promise<void> => {
  if (isWeak(password, username))
    await db.query(`INSERT INTO setting (key, value) VALUES ($1, 'true') ON CONFLICT DO NOTHING`, [keyOf(adminId)])
  else await db.query('DELETE FROM setting WHERE key = $1', [keyOf(adminId)])
}

export const adminsWithWeakPassword = async (db: Db): Promise<string[]> =>
  (
    await db.query<{ username: string }>(
      `SELECT username FROM auth_admin a WHERE status AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM setting s WHERE s.key = 'weak-password:' || a.id) ORDER BY id`,
    )
  ).map((a) => a.username)
