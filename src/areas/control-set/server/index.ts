import { serve } from '#server'
import { libraryAndOwnStudies } from '#study/library.ts'
import { controlSet } from '../index.ts'
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
  written: (ctx, _, row) => followSchedule(ctx.db, row),
})
