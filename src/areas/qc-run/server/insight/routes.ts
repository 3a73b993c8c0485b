import { readFile } from 'node:fs/promises'
import { languageOf, refuse } from '#kernel'
import type { Call, Declare } from '#server'
import { SENT } from '#server/http/route.ts'
import type { ReportLanguage } from '#qc/report/model.ts'
import { reportIn } from '#qc/report/render.ts'
import { renderWorkbook } from '#qc/report/workbook.ts'
import locale from '../../locale.ts'
import { compare, earlier } from './compare.ts'
import { distributions } from './distributions.ts'
import { missing } from './missing.ts'
import { modelOf, openWhole, seesWhole } from './model.ts'
import { progress } from './progress.ts'
import { openRun } from './run.ts'
import { scores } from './scores.ts'
import { sites } from './sites.ts'
import { mailed } from '../mail/kept.ts'
import { trend } from './trend.ts'
import { suppose } from './what-if.ts'

/** The report brings its own policy, which allows its one script by hash. Nothing of it may reach us. */
const REPORT_POLICY = 'sandbox allow-scripts allow-popups allow-modals allow-downloads'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The figures of rules are results. */
const READ = { audience: 'admin', rule: 'qc/result/index' } as const

/** Nothing of what it found. */
const SEE = { audience: 'admin', rule: 'qc/run/index' } as const

const named = (how: 'inline' | 'attachment', name: string): string => `${how}; filename*=UTF-8''${encodeURIComponent(name)}`

// A download has no header that could say it.
const reportLanguage = (call: Call): ReportLanguage => (languageOf(String(call.query['lang'] ?? '')) === 'en' ? 'en' : 'zh')

export const reportRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/qc.run/earlier', READ, earlier)
  guarded('GET', '/admin/qc.run/compare', READ, compare)
  guarded('GET', '/admin/qc.run/progress', SEE, progress)
  guarded('GET', '/admin/qc.run/trend', READ, trend)
  guarded('GET', '/admin/qc.run/sites', READ, sites)
  guarded('GET', '/admin/qc.run/scores', READ, scores)
  guarded('GET', '/admin/qc.run/missing', READ, missing)
  guarded('GET', '/admin/qc.run/distributions', READ, distributions)
  guarded('GET', '/admin/qc.run/suppose', READ, suppose)
  guarded('GET', '/admin/qc.run/mailed', READ, mailed)
  guarded('GET', '/admin/qc.run/rules', READ, async (call, actor) => {
    const { ctx, run } = await openRun(call, actor)
    if (!run.rules) throw refuse(locale, 'noRules')
    const file: unknown = JSON.parse(await readFile(call.backend.store.pathOf(run.rules), 'utf8'))
    if (typeof file !== 'object' || (await seesWhole(ctx.db, actor, run))) return file
    // What was known beside the tables is about all sites.
    return { ...file, context: undefined }
  })
  guarded('GET', '/admin/qc.run/report', { address: 'ticket' }, async (call, actor, reply) => {
    const { run } = await openWhole(call, actor)
    if (!run.report) throw refuse(locale, 'noReport')
    void reply
      .header('content-security-policy', REPORT_POLICY)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', named(call.query['download'] ? 'attachment' : 'inline', `${run.title}.html`))
      .type('text/html; charset=utf-8')
      .send(reportIn(await readFile(call.backend.store.pathOf(run.report), 'utf8'), reportLanguage(call)))
    return SENT
  })
  guarded('GET', '/admin/qc.run/workbook', { address: 'ticket' }, async (call, actor, reply) => {
    const opened = await openWhole(call, actor)
    const model = await modelOf(opened)
    if (!model) throw refuse(locale, 'noReport')
    const book = await renderWorkbook(model, reportLanguage(call))
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', named('attachment', `${opened.run.title}.xlsx`))
      .type(XLSX)
      .send(Buffer.from(book))
    return SENT
  })
}
