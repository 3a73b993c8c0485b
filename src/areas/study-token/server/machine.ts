import { randomBytes, randomUUID } from 'node:crypto'
import { fail } from '#kernel'
import { loadAdmin } from '#server/auth/actor.ts'
import { digest } from '#server/auth/token.ts'
import type { Db } from '#server/db/database.ts'
import type { Actor, RequestInfo } from '#server/model/context.ts'

/** A machine that delivers data: whose rights it has, and to which gather projects. */
export type Machine = { id: number; name: string; gathers: readonly number[]; actor: Actor }

export const endMachine = async (db: Db, id: number): Promise<void> =>
  void (await db.query(`DELETE FROM token WHERE type = 'machine' AND owner_id = $1`, [id]))

const INSERT = `INSERT INTO token (hash, type, owner_id, family, expires_at, ip, user_agent) VALUES ($1, 'machine', $2, $3, $4, $5, $6)`
/** Its only secret: whatever was issued before is void. */
export const issueMachine = async (db: Db, id: number, expiresAt: string, request: RequestInfo): Promise<string> => {
  await endMachine(db, id)
  const token = `m_${randomBytes(32).toString('base64url')}`
  await db.query(INSERT, [digest(token), id, randomUUID(), expiresAt, request.ip, request.userAgent.slice(0, 300)])
  return token
}

const FIND = `SELECT s.id, s.name, s.gathers, s.admin FROM token t JOIN study_token s ON s.id = t.owner_id AND s.state = 'active'
  WHERE t.hash = $1 AND t.type = 'machine' AND t.expires_at > now()`
const BEARER = /^Bearer (m_[A-Za-z0-9_-]{43})$/

/** Who holds this token, with the rights that its issuer has today. */
export const machineOf = async (db: Db, header: string | undefined): Promise<Machine> => {
  const [, token] = BEARER.exec(header ?? '') ?? []
  const [found] =
    token === undefined ? [] : await db.query<{ id: number; name: string; gathers: number[]; admin: number | null }>(FIND, [digest(token)])
  const actor = found?.admin ? await loadAdmin(db, found.admin) : undefined
  if (!found || !actor) throw fail('machine.token')
  return {
    id: found.id,
    name: found.name,
    gathers: found.gathers,
    actor: { ...actor, name: `${actor.name} · ${found.name}`, machine: found.id },
  }
}
