import { fail } from '#kernel'
import { serve } from '#server'
import { libraryAndOwnStudies } from '#study/library.ts'
import { controlSet } from '../index.ts'
import { beginSet, copySet, giveSet } from './begin.ts'
import { refuseForeign } from './own-rules.ts'
import { followSchedule, refuseBadSchedule } from './schedule.ts'

export default serve(controlSet, {
  scope: libraryAndOwnStudies,
  before: {
    add: async (ctx, draft) => {
      refuseBadSchedule(draft)
      await refuseForeign(ctx, draft)
      return draft
    },
    edit: async (ctx, row, change) => {
      refuseBadSchedule({ ...row, ...change })
      if (change.parameters !== undefined) await refuseForeign(ctx, { ...row, ...change })
      return change
    },
  },
  actions: {
    copy: (ctx, [row], to) => {
      if (!row) throw fail('record.missing')
      return copySet(ctx, row, to)
    },
    begin: (ctx, _, wanted) => beginSet(ctx, wanted),
    tryAll: (ctx, [row], { study, ...over }) => {
      if (!row) throw fail('record.missing')
      return ctx.engine.act(ctx, 'control.parameter', 'tryAll', row.parameters, { ...over, study: study ?? row.study })
    },
    give: (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return giveSet(ctx, row)
    },
  },
  written: (ctx, _, row) => followSchedule(ctx.db, row),
})
