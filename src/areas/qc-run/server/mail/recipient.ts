import type { Language } from '#kernel'
import { loadActor } from '#server/auth/actor.ts'
import type { Db } from '#server/db/database.ts'
import { holdersIn } from '#study/team.ts'
import { seesRuns, seesWhole } from '../insight/model.ts'
import type { Run } from '../insight/run.ts'

export type Recipient = { to: string; language: Language; reads: 'file' | 'sites' | 'member' }
export type Recipients = { list: Recipient[]; noAddress: number; noRight: number }

const ADDRESS = {
  admin: 'SELECT email, language FROM auth_admin WHERE id = $1',
  member: 'SELECT email, language FROM user_user WHERE id = $1',
} as const

type Account = { email: string | null; language: Language }
/** Who of these roles gets what, by the rights of today. One address gets one mail, the one of whoever may see most. */
export const recipientsOf = async (db: Db, run: Pick<Run, 'datafile' | 'study'>, roles: readonly string[]): Promise<Recipients> => {
  const byAddress = new Map<string, Recipient>()
  let [noAddress, noRight] = [0, 0]
  // Admins come first: they see more.
  for (const { kind, id, whole } of await holdersIn(db, run.study ?? 0, roles)) {
    const actor = await loadActor(db, kind, id)
    const mayKnow = actor && (kind === 'member' ? whole : seesRuns(actor))
    if (!mayKnow) {
      noRight++
      continue
    }
    const [account] = await db.query<Account>(ADDRESS[kind], [id])
    if (!account?.email) {
      noAddress++
      continue
    }
    const reads = kind === 'member' ? 'member' : (await seesWhole(db, actor, run)) ? 'file' : 'sites'
    const key = account.email.toLowerCase()
    const before = byAddress.get(key)
    if (!before || (before.reads !== 'file' && reads === 'file'))
      byAddress.set(key, { to: account.email, language: account.language, reads })
  }
  return { list: [...byAddress.values()], noAddress, noRight }
}
