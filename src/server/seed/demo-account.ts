import type { Ctx } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import { DEMO_MEMBERS } from './demo-member.ts'
import { DEMO_ADMINS } from './demo.ts'

type Account = { id: number; username: string }
const LIVE = `FROM setting s WHERE s.key = 'demo') AND username = ANY($1) AND status AND deleted_at IS NULL ORDER BY id`

/** The demo accounts that can still sign in; none where no demo was loaded. A name is never given to a second person. */
export const demoAccounts = async (db: Db): Promise<{ admins: Account[]; members: Account[] }> => ({
  admins: await db.query<Account>(`SELECT id, username FROM auth_admin WHERE EXISTS (SELECT 1 ${LIVE}`, [DEMO_ADMINS]),
  members: await db.query<Account>(`SELECT id, username FROM user_user WHERE EXISTS (SELECT 1 ${LIVE}`, [DEMO_MEMBERS]),
})

/** Disables them, which ends their sessions; their records, entries and files stay. */
export const endDemo = async (ctx: Ctx): Promise<string[]> => {
  const { admins, members } = await demoAccounts(ctx.db)
  await ctx.engine.write(ctx, async (tx) => {
    for (const { id } of admins) await tx.engine.edit(tx, 'auth.admin', { id, status: false })
    for (const { id } of members) await tx.engine.edit(tx, 'user.user', { id, status: false })
  })
  return [...admins, ...members].map((a) => a.username)
}
