import { PASSWORD_LENGTH, invalid, matches } from '#kernel'
import type { FieldProblem } from '#kernel'
import type { Db } from '../db/database.ts'
import { readSettings } from '../settings/read.ts'
import { isCommon } from './common-password.ts'
import type { Audience } from './token.ts'

const LENGTH: Record<Audience, string> = { admin: 'password_min_admin', user: 'password_min_member' }
const COMMON = 'password_refuse_common'

/** What the pages say and check beforehand. */
export const shortestPassword = async (db: Db, audience: Audience): Promise<number> => {
  const settings = await readSettings(db, [LENGTH[audience]])
  return Math.max(PASSWORD_LENGTH.min, Number(settings[LENGTH[audience]] ?? 0))
}

/** What keeps a password from being set: the rule that page and server share, and what the settings ask for beyond it. */
export const passwordProblem = async (
  db: Db,
  audience: Audience,
  password: string,
  account: string,
): Promise<Omit<FieldProblem, 'field'> | null> => {
  if (!matches('password', password)) return { key: password === '' ? 'required' : 'pattern.password' }
  const settings = await readSettings(db, [LENGTH[audience], COMMON])
  const min = Number(settings[LENGTH[audience]] ?? 0)
  if (password.length < min) return { key: 'tooShort', params: { min } }
  return settings[COMMON] === true && isCommon(password, account) ? { key: 'commonPassword' } : null
}

export const refuseBadPassword = async (
  db: Db,
  audience: Audience,
  password: string,
  account: string,
  field = 'password',
): Promise<void> => {
  const problem = await passwordProblem(db, audience, password, account)
  if (problem) throw invalid([{ field, ...problem }])
}
