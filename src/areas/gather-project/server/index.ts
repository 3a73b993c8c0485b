import { fail, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { nextDue } from '#study/due.ts'
import { heldOn } from '#study/lock/held.ts'
import { stateOf } from '#study/state.ts'
import { ownSites, reaches } from '#study/team.ts'
import { gatherProject } from '../index.ts'
import locale from '../locale.ts'

type Place = { study: number; departments?: readonly number[] | null }
const refuseMisplaced = async (ctx: Ctx, { study, departments }: Place) => {
  if (departments?.length && !(await reaches(ctx.db, ctx.actor, study, departments))) throw refuse(locale, 'beyond')
}
const today = (ctx: Ctx): string => (ctx.at ?? new Date().toISOString()).slice(0, 10)
const RULES = new Set(['dueRule', 'dueOn', 'dueWeekday', 'dueMonthday'])
const notCollecting = (study: number): Blocker => ({
  words: { 'zh-cn': '研究还没有开始采集', en: 'The study is not collecting' },
  address: `/admin/study/project/${study}`,
})

export default serve(gatherProject, {
  scope: ownSites('departments'),
  lockScope: (ctx, { id, study }) => heldOn(ctx.db, { study, gather: id }),
  gates: { open: async (ctx, { study }) => ((await stateOf(ctx.db, study)) === 'collecting' ? [] : [notCollecting(study)]) },
  before: {
    add: async (ctx, draft) => {
      await refuseMisplaced(ctx, draft)
      return draft
    },
    edit: async (ctx, row, change) => {
      await refuseMisplaced(ctx, { study: row.study, ...change })
      const isNew = row.state === 'open' && Object.keys(change).some((name) => RULES.has(name))
      return isNew ? { ...change, dueNext: nextDue({ ...row, ...change }, today(ctx)) } : change
    },
    // Only what is open is waited for.
    move: async (ctx, row, to) => ({ dueNext: to === 'open' ? nextDue(row, today(ctx)) : null }),
    // What came in stays where it can be asked for.
    del: async (ctx, rows) => {
      const [found] = await ctx.db.query('SELECT 1 FROM gather_delivery WHERE gather = ANY($1::bigint[]) LIMIT 1', [
        rows.map(({ id }) => id),
      ])
      if (found) throw fail('record.inUse', { by: ctx.engine.registry.need('gather.delivery').locale[ctx.language].title })
    },
  },
})
