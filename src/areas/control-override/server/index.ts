import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { heldOn } from '#study/lock/held.ts'
import { sayBodies } from '#study/parameter/part.ts'
import { leads, ownSitesOf } from '#study/team.ts'
import { controlOverride } from '../index.ts'
import locale from '../locale.ts'
import { placed } from './placed.ts'
import { lapseSchedule, lapsing } from './lapse.ts'

const refuseOthers = async (ctx: Ctx, study: number): Promise<void> => {
  if (ctx.actor.kind !== 'system' && !(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'notLead')
}

const SITES = `CASE WHEN t."department" IS NULL THEN (SELECT g.departments FROM gather_project g WHERE g.id = t."gather") ELSE ARRAY[t."department"] END`

export default serve(controlOverride, {
  scope: ownSitesOf(SITES),
  parts: { body: sayBodies('control.override') },
  lockScope: (ctx, { study, gather }) => heldOn(ctx.db, { study, gather }),
  tasks: [lapsing],
  schedules: [lapseSchedule],
  before: {
    add: async (ctx, draft) => {
      await refuseOthers(ctx, draft.study)
      return { ...draft, ...(await placed(ctx, draft)), by: adminId(ctx.actor) }
    },
    move: async (ctx, row, to) => {
      await refuseOthers(ctx, row.study)
      if (to !== 'active') return { endedAt: nowOf(ctx) }
      // Whoever agrees agrees to something that can still be run.
      await placed(ctx, row, row.id)
      return { approvedBy: adminId(ctx.actor), approvedAt: nowOf(ctx) }
    },
  },
  after: {
    // Asked for with the reason that was given: whoever agrees reads it there.
    add: async (ctx, row) =>
      void (await ctx.engine.move({ ...ctx, reason: row.reason }, controlOverride.name, { id: row.id, to: 'active' })),
  },
})
