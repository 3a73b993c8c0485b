import { serve } from '#server'
import { lockedAbout } from '#study/lock/said.ts'
import { bothSeen } from '#study/reader.ts'
import { sayRecords } from '#study/record/called.ts'
import { ownSites } from '#study/team.ts'
import { toldCells } from '#study/told.ts'
import { studyMark } from '../index.ts'
import { markMany, marking } from './many.ts'
import { markOne } from './mark.ts'
import { progressRoutes } from './progress.ts'

export default serve(studyMark, {
  scope: async (ctx) => bothSeen(ownSites()(ctx), await toldCells(ctx, 't."field"')),
  said: { title: sayRecords('study_mark') },
  lockScope: lockedAbout,
  tasks: [marking],
  routes: progressRoutes,
  actions: {
    mark: (ctx, _, asked) => markMany(ctx, asked),
    markRecord: (ctx, _, asked) => markOne(ctx, asked),
  },
})
