import { fail, invalid } from '#kernel'
import type { Ctx } from '../model/context.ts'

type Kept = 'money' | 'score'
type Entry = { member: number; change: number; before?: number | null; after?: number | null }

/** The arithmetic is the database's: numeric knows no float error. The row stays locked until the balance is written. */
const STEP: Record<Kept, string> = {
  money: `SELECT money AS before, money + $2::numeric AS after FROM user_user WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
  score: `SELECT score AS before, score + $2::bigint AS after FROM user_user WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
}
// 0.005 would be rounded in the ledger and in the balance by different rules.
const isWhole = (change: number, kept: Kept) => (kept === 'money' ? /^-?\d+(\.\d{1,2})?$/ : /^-?\d+$/).test(String(change))

/** The hooks of a ledger of members: each entry knows the balance before and after it, and the balance follows in the same transaction. */
export const ledgerOf = (kept: Kept) => ({
  before: {
    add: async <E extends Entry>(ctx: Ctx, entry: E): Promise<E> => {
      if (entry.change === 0) throw invalid([{ field: 'change', key: 'required' }])
      if (!isWhole(entry.change, kept)) throw invalid([{ field: 'change', key: kept === 'money' ? 'cents' : 'integer' }])
      const [step] = await ctx.db.query<{ before: number; after: number }>(STEP[kept], [entry.member, entry.change])
      if (!step) throw fail('record.missing')
      if (step.after < 0) throw invalid([{ field: 'change', key: 'tooSmall', params: { min: -step.before } }])
      return { ...entry, ...step }
    },
  },
  after: {
    add: async (ctx: Ctx, row: { member: number; after: number | null }): Promise<void> => {
      await ctx.engine.edit(ctx, 'user.user', { id: row.member }, { [kept]: row.after })
    },
  },
})
