import { fail } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { smsVariable } from '../index.ts'

/** A template would go out with a hole where the variable was. */
const refuseUsed = async (ctx: Ctx, ids: readonly number[]) => {
  const [used] = await ctx.db.query<{ title: string }>('SELECT title FROM sms_template WHERE variables && $1::bigint[] LIMIT 1', [ids])
  if (used) throw fail('record.inUse', { by: used.title })
}

export default serve(smsVariable, {
  before: {
    edit: async (ctx, row, change) => {
      if ((change.name !== undefined && change.name !== row.name) || change.status === false) await refuseUsed(ctx, [row.id])
      return change
    },
    del: async (ctx, rows) =>
      refuseUsed(
        ctx,
        rows.map((r) => r.id),
      ),
  },
})
