import { fail } from '#kernel'
import { serve } from '#server'
import { beforeClosing } from '#study/closing.ts'
import { libraryAndOwnStudies } from '#study/library.ts'
import { qcRun } from '../index.ts'
import { reportRoutes } from './insight/routes.ts'
import { startFile, startRecheck, startRecords } from './start.ts'
import { notJudged } from './fresh.ts'
import { startIntake, startRefile } from './intake.ts'
import { mailing } from './mail/task.ts'
import { massRoutes } from './mass/ask.ts'
import { massQuestion } from './mass/question.ts'
import { askSingles, entering } from './mass/task.ts'
import { scheduled } from './scheduled.ts'
import { running } from './task.ts'
import { runWidgets } from './widget.ts'

const stillOpen = beforeClosing({
  text: `SELECT count(*) AS n FROM qc_run WHERE study = $1 AND state IN ('waiting', 'running')`,
  words: (n) => ({ 'zh-cn': `还有 ${n} 次质控运行没有结束`, en: `QC runs that have not ended: ${n}` }),
  address: (study) => `/admin/qc/run?filter=study:IN:${study}&filter=state:IN:waiting,running`,
})

export default serve(qcRun, {
  widgets: runWidgets,
  scope: libraryAndOwnStudies,
  // Told site by site, to those who reach it: see `insight`.
  show: (_, row) => ({ ...row, sites: null, scores: null, told: null }),
  withheld: async (_, rows) => Object.fromEntries(rows.map(({ id }) => [id, ['sites', 'scores', 'told']])),
  holdsBack: async (ctx, step) => [...(await stillOpen(ctx, step)), ...(await notJudged(ctx, step))],
  tasks: [running, scheduled, mailing, entering],
  questions: [massQuestion],
  actions: {
    start: (ctx, _, { datafile, set }) => startFile(ctx, datafile, set),
    judge: (ctx, _, { study, form, set }) => startRecords(ctx, { study, form, set }),
    again: async (ctx, [row]) => {
      if (!row) throw fail('input.noIds')
      const { datafile, study, form, set, asked } = row
      if (study !== null && asked !== null) return startRecheck(ctx, { ...Object(asked), study })
      if (set === null) throw fail('record.missing')
      if (datafile !== null) return startFile(ctx, datafile, set, 'recheck')
      return startRecords(ctx, { study: study ?? 0, form, set }, 'recheck')
    },
    intake: (ctx, _, { delivery }) => startIntake(ctx, delivery),
    refile: (ctx, _, { datafile }) => startRefile(ctx, datafile),
    gate: (ctx, _, { study, set }) => startRecords(ctx, { study, form: null, set }, 'gate'),
    singles: (ctx, _, { finding }) => askSingles(ctx, finding),
    recheck: (ctx, _, input) => startRecheck(ctx, input),
  },
  routes: (declare) => {
    reportRoutes(declare)
    massRoutes(declare)
  },
})
