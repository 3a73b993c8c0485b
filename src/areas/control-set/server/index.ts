import { serve } from '#server'
import { libraryAndOwnStudies } from '#study/library.ts'
import { controlSet } from '../index.ts'
import { followSchedule, refuseBadSchedule } from './schedule.ts'

export default serve(controlSet, {
  scope: libraryAndOwnStudies,
  before: {
    add: async (_, draft) => {
      refuseBadSchedule(draft)
      return draft
    },
    edit: async (_, row, change) => {
      refuseBadSchedule({ ...row, ...change })
      return change
    },
  },
  written: (ctx, _, row) => followSchedule(ctx.db, row),
})
