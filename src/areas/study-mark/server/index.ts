import { serve } from '#server'
import { lockedAbout } from '#study/lock/said.ts'
import { ownSites } from '#study/team.ts'
import { studyMark } from '../index.ts'
import { markMany, marking } from './many.ts'
import { markOne } from './mark.ts'
import { progressRoutes } from './progress.ts'

export default serve(studyMark, {
  scope: ownSites(),
  lockScope: lockedAbout,
  tasks: [marking],
  routes: progressRoutes,
  actions: {
    mark: (ctx, _, asked) => markMany(ctx, asked),
    markRecord: (ctx, _, asked) => markOne(ctx, asked),
  },
})
