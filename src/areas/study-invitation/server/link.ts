import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel'
import { remember } from '#server/auth/one-time.ts'
import { digest } from '#server/auth/token.ts'
import type { Db } from '#server/db/database.ts'
import locale from '../locale.ts'

const PURPOSE = 'invitation'
const CODE = /^(\d{1,15})\.[A-Za-z0-9_-]{43}$/

/** Behind `#`: no server, no log and no address that is passed on has it. */
export const pathOf = (code: string): string => `/invitation#${code}`

/** The only link of an invitation: whatever was issued before is void. */
export const issueLink = async (db: Db, id: number, expiresAt: string): Promise<string> => {
  const code = `${id}.${randomBytes(32).toString('base64url')}`
  await remember(db, PURPOSE, String(id), code, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000))
  return code
}
export const endLink = async (db: Db, ids: readonly number[]): Promise<void> =>
  void (await db.query('DELETE FROM one_time WHERE purpose = $1 AND key = ANY($2::text[])', [PURPOSE, ids.map(String)]))

const idIn = (code: unknown): string => (typeof code === 'string' ? CODE.exec(code)?.[1] : undefined) ?? ''
const HELD = 'one_time WHERE purpose = $1 AND key = $2 AND hash = $3 AND expires_at > now()'
/** Which invitation a link is of; every link that does not work is refused in the same words. */
const find =
  (verb: 'SELECT 1 FROM' | 'DELETE FROM', end: string) =>
  async (db: Db, code: unknown): Promise<number> => {
    const id = idIn(code)
    const held = id === '' ? [] : await db.query(`${verb} ${HELD}${end}`, [PURPOSE, id, digest(String(code))])
    if (held.length === 0) throw refuse(locale, 'gone')
    return Number(id)
  }
export const followLink = find('SELECT 1 FROM', '')
/** Of two who come at once, one has it. */
export const useLink = find('DELETE FROM', ' RETURNING 1')
