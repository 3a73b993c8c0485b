import { createHash, randomBytes } from 'node:crypto'
import { fail, halfWidth } from '#kernel'
import type { Db } from '../db/database.ts'
import { readSettings } from '../settings/read.ts'
import type { Vault } from '../vault.ts'
import type { Audience } from './token.ts'
import { base32, matchingStep, newSecret } from './totp.ts'

export type Owner = { audience: Audience; id: number }
export type Factor = { since: string; left: number }
type Stored = { secret: Buffer; confirmedAt: string | null; left: number }

const RECOVERY_CODES = 10
const MINE = 'audience = $1 AND owner_id = $2'
const READ = `SELECT secret, confirmed_at AS "confirmedAt", cardinality(recovery) AS left FROM second_factor WHERE ${MINE}`
const BEGIN = `INSERT INTO second_factor (audience, owner_id, secret) VALUES ($1, $2, $3)
ON CONFLICT (audience, owner_id) DO UPDATE SET secret = excluded.secret WHERE second_factor.confirmed_at IS NULL RETURNING 1`
// Both judged by the database: of two calls with one code at the same moment one is right.
const TAKE_STEP = `UPDATE second_factor SET last_step = $3 WHERE ${MINE} AND last_step < $3 AND confirmed_at IS NOT NULL RETURNING 1`
const TAKE_RECOVERY = `UPDATE second_factor SET recovery = array_remove(recovery, $3) WHERE ${MINE} AND $3 = ANY(recovery) AND confirmed_at IS NOT NULL RETURNING 1`
const CONFIRM = `UPDATE second_factor SET confirmed_at = now(), last_step = $3, recovery = $4 WHERE ${MINE} AND confirmed_at IS NULL RETURNING 1`

const sealName = ({ audience, id }: Owner): string => `second-factor ${audience} ${id}`
const read = async (db: Db, { audience, id }: Owner): Promise<Stored | undefined> => (await db.query<Stored>(READ, [audience, id]))[0]

/** 80 random bits need no slow hash, and without the key of the vault they still open the account. */
const hashOf = (code: string): string => createHash('sha256').update(halfWidth(code).toUpperCase().replaceAll(/[\s-]/g, '')).digest('hex')
const newRecovery = () => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(10)).replaceAll(/.{4}(?=.)/g, '$&-'))
  return { codes, hashes: codes.map(hashOf) }
}

export const factorOf = async (db: Db, owner: Owner): Promise<Factor | undefined> => {
  const stored = await read(db, owner)
  return stored?.confirmedAt ? { since: stored.confirmedAt, left: stored.left } : undefined
}

/** A secret that counts for nothing until a code made with it has come back. */
export const beginFactor = async (db: Db, vault: Vault, owner: Owner): Promise<string> => {
  const secret = newSecret()
  const begun = await db.query(BEGIN, [owner.audience, owner.id, vault.seal(sealName(owner), secret)])
  if (begun.length === 0) throw fail('factor.on')
  return secret
}

/** As phones show it: `123 456`, in whatever width the keyboard has. */
const stepFor = async (db: Db, vault: Vault, owner: Owner, code: string): Promise<number | undefined> => {
  const stored = await read(db, owner)
  const secret = stored && vault.unseal(sealName(owner), stored.secret)
  return secret === undefined ? undefined : matchingStep(secret, halfWidth(code).replaceAll(/\s/g, ''), Date.now())
}

/** The codes for a lost phone, told this once; undefined when the code is not the app's. */
export const confirmFactor = async (db: Db, vault: Vault, owner: Owner, code: string): Promise<string[] | undefined> => {
  const step = await stepFor(db, vault, owner, code)
  if (step === undefined) return undefined
  const { codes, hashes } = newRecovery()
  const confirmed = await db.query(CONFIRM, [owner.audience, owner.id, step, hashes])
  return confirmed.length ? codes : undefined
}

/** Which kind of code it was; undefined when it was none, or one that was used. */
export const takeCode = async (db: Db, vault: Vault, owner: Owner, code: string): Promise<'app' | 'recovery' | undefined> => {
  const mine = [owner.audience, owner.id]
  const step = await stepFor(db, vault, owner, code)
  if (step !== undefined) return (await db.query(TAKE_STEP, [...mine, step])).length ? 'app' : undefined
  return (await db.query(TAKE_RECOVERY, [...mine, hashOf(code)])).length ? 'recovery' : undefined
}

export const renewRecovery = async (db: Db, { audience, id }: Owner): Promise<string[]> => {
  const { codes, hashes } = newRecovery()
  await db.query(`UPDATE second_factor SET recovery = $3 WHERE ${MINE}`, [audience, id, hashes])
  return codes
}

/** Whether there was one. */
export const forgetFactor = async (db: Db, { audience, id }: Owner): Promise<boolean> =>
  (
    await db.query<{ isOn: boolean }>(`DELETE FROM second_factor WHERE ${MINE} RETURNING confirmed_at IS NOT NULL AS "isOn"`, [
      audience,
      id,
    ])
  ).some(({ isOn }) => isOn)

const REQUIRED = 'second_factor_required'
export const isFactorRequired = async (db: Db, audience: Audience): Promise<boolean> => {
  const { [REQUIRED]: from } = await readSettings(db, [REQUIRED])
  return from === 'everybody' || (from === 'admins' && audience === 'admin')
}
