import { fail } from '#kernel'
import { serve } from '#server'
import { beforeFreezing } from '#study/closing.ts'
import { libraryAndOwnStudies } from '#study/library.ts'
import { qcRun } from '../index.ts'
import { reportRoutes } from './insight/routes.ts'
import { startFile, startRecheck, startRecords } from './start.ts'
import { running } from './task.ts'
import { runWidgets } from './widget.ts'

export default serve(qcRun, {
  widgets: runWidgets,
  scope: libraryAndOwnStudies,
  holdsBack: beforeFreezing({
    text: `SELECT count(*) AS n FROM qc_run WHERE study = $1 AND state IN ('waiting', 'running')`,
    words: (n) => ({ 'zh-cn': `还有 ${n} 次质控运行没有结束`, en: `QC runs that have not ended: ${n}` }),
    address: (study) => `/admin/qc/run?filter=study:IN:${study}&filter=state:IN:waiting,running`,
  }),
  tasks: [running],
  actions: {
    start: (ctx, _, { datafile, set }) => startFile(ctx, datafile, set),
    // The system asks of its own when a delivery was stored.
    judge: (ctx, _, { study, form, set }) => startRecords(ctx, { study, form, set }, ctx.actor.kind === 'system' ? 'intake' : 'manual'),
    again: async (ctx, [row]) => {
      if (!row) throw fail('input.noIds')
      const { datafile, study, form, set, asked } = row
      if (study !== null && asked !== null) return startRecheck(ctx, { ...Object(asked), study })
      if (set === null) throw fail('record.missing')
      if (datafile !== null) return startFile(ctx, datafile, set, 'recheck')
      return startRecords(ctx, { study: study ?? 0, form, set }, 'recheck')
    },
    recheck: (ctx, _, input) => startRecheck(ctx, input),
  },
  routes: reportRoutes,
})
