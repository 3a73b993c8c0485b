import { createReadStream } from 'node:fs'
import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf, serve } from '#server'
import { SENT } from '#server/http/route.ts'
import { beforeFreezing } from '#study/closing.ts'
import { libraryAndOwnStudies } from '#study/library.ts'
import { seesAllSites } from '#study/team.ts'
import { qcRun } from '../index.ts'
import locale from '../locale.ts'
import { startFile, startRecheck, startRecords } from './start.ts'
import { running } from './task.ts'

/** The report brings its own policy, which allows its one script by hash. Nothing of it may reach us. */
const REPORT_POLICY = 'sandbox allow-scripts allow-popups allow-modals allow-downloads'

export default serve(qcRun, {
  scope: libraryAndOwnStudies,
  holdsBack: beforeFreezing({
    text: `SELECT count(*) AS n FROM qc_run WHERE study = $1 AND state IN ('waiting', 'running')`,
    words: (n) => ({ 'zh-cn': `还有 ${n} 次质控运行没有结束`, en: `QC runs that have not ended: ${n}` }),
    address: (study) => `/admin/qc/run?filter=study:IN:${study}&filter=state:IN:waiting,running`,
  }),
  tasks: [running],
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
    recheck: (ctx, _, input) => startRecheck(ctx, input),
  },
  routes: ({ guarded }) => {
    guarded('GET', '/admin/qc.run/report', { address: 'ticket' }, async (call, actor, reply) => {
      if (!can(actor.rules, ruleOf(qcRun.name, 'index'))) throw fail('auth.forbidden')
      const ctx = await contextOf(call, actor)
      const run = await ctx.engine.get(ctx, qcRun.name, Number(call.query['id']))
      const { report, title, study, datafile } = run
      // Its figures and rows are those of all sites.
      if (datafile === null && !(await seesAllSites(ctx.db, actor, Number(study)))) throw refuse(locale, 'wholeReport')
      if (typeof report !== 'string' || report === '') throw refuse(locale, 'noReport')
      const how = call.query['download'] ? 'attachment' : 'inline'
      void reply
        .header('content-security-policy', REPORT_POLICY)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `${how}; filename*=UTF-8''${encodeURIComponent(`${String(title)}.html`)}`)
        .type('text/html; charset=utf-8')
        .send(createReadStream(call.backend.store.pathOf(report)))
      return SENT
    })
  },
})
