import { serve } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { dueAfter } from '#study/due.ts'
import type { DueRule } from '#study/due.ts'
import { heldOn } from '#study/lock/held.ts'
import { ownSites } from '#study/team.ts'
import { gatherDelivery } from '../index.ts'

const RULE = `SELECT due_rule AS "dueRule", due_on AS "dueOn", due_weekday AS "dueWeekday", due_monthday AS "dueMonthday",
  due_next AS "dueNext" FROM gather_project WHERE id = $1 AND due_next IS NOT NULL`

export default serve(gatherDelivery, {
  scope: ownSites(),
  lockScope: (ctx, { study, gather }) => heldOn(ctx.db, { study, gather }),
  after: {
    // What was accepted settles what was due.
    move: async (ctx, { gather, state }) => {
      if (state !== 'accepted') return
      const [rule] = await ctx.db.query<DueRule & { dueNext: string }>(RULE, [gather])
      if (!rule) return
      const dueNext = dueAfter(rule, rule.dueNext, (ctx.at ?? new Date().toISOString()).slice(0, 10))
      await ctx.engine.edit({ ...ctx, actor: SYSTEM }, 'gather.project', { id: gather }, { dueNext })
    },
  },
})
