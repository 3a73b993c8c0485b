import { randomBytes } from 'node:crypto'
import { record } from '../audit/entry.ts'
import { ACCOUNT } from '../auth/account.ts'
import { hashPassword } from '../auth/password.ts'
import { forgetFactor } from '../auth/second-factor.ts'
import { endAll } from '../auth/token.ts'
import type { Database } from '../db/database.ts'
import { SYSTEM } from '../model/actor.ts'

const FIND = 'SELECT id, nickname FROM auth_admin WHERE username = $1 AND deleted_at IS NULL FOR UPDATE'
const RENEW = 'UPDATE auth_admin SET password = $2, status = true, version = version + 1, updated_at = now() WHERE id = $1'

/** A new password for somebody whom nobody can let in any more; undefined when there is no such admin. */
export const rescueAdmin = async (database: Database, username: string): Promise<string | undefined> => {
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  return database.transaction(async (db) => {
    const [admin] = await db.query<{ id: number; nickname: string }>(FIND, [username])
    if (!admin) return undefined
    await db.query(RENEW, [admin.id, hash])
    const hadFactor = await forgetFactor(db, { audience: 'admin', id: admin.id })
    await endAll(db, 'admin', admin.id)
    const changes: Record<string, [unknown, unknown]> = { password: [null, null], ...(hadFactor ? { secondFactor: [true, false] } : {}) }
    const request = { id: 'rescue', ip: '', userAgent: '' }
    const entry = { action: 'rescue', resource: ACCOUNT.admin.resource, recordId: admin.id, label: admin.nickname, changes }
    await record({ db, actor: SYSTEM, request }, entry)
    return password
  })
}
