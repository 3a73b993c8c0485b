import type { Audience } from '../auth/token.ts'
import type { Db } from '../db/database.ts'

const RESOURCE: Record<Audience, string> = { admin: 'auth.admin', user: 'user.user' }
const BEFORE = `SELECT at, ip FROM audit_entry WHERE resource = $1 AND record_id = $2 AND action = 'login' ORDER BY id DESC LIMIT 1 OFFSET 1`

/** The sign-in before the present one, which alone tells a person whether somebody else was here. None after the first. */
export const signInBefore = async (db: Db, audience: Audience, id: number): Promise<{ at: string; ip: string } | undefined> =>
  (await db.query<{ at: string; ip: string }>(BEFORE, [RESOURCE[audience], String(id)]))[0]
