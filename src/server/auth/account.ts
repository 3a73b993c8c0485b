import type { Actor } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import { loadAdmin, loadMember } from './actor.ts'
import { SYSTEM } from '../model/actor.ts'
import type { Audience } from './token.ts'

/** Where the accounts of an audience stand. */
export const ACCOUNT: Record<Audience, { resource: string; table: string }> = {
  admin: { resource: 'auth.admin', table: 'auth_admin' },
  user: { resource: 'user.user', table: 'user_user' },
}

/** Whose session it is; the system itself when the account is gone or disabled. */
export const ownerAs = async (db: Db, audience: Audience, id: number): Promise<Actor> =>
  (await (audience === 'admin' ? loadAdmin : loadMember)(db, id)) ?? SYSTEM
