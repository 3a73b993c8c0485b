import { can, fail, refuse, ruleOf } from '#kernel'
import type { Actor, Call } from '#server'
import type { Db } from '#server/db/database.ts'
import type { ReportModel } from '#qc/report/model.ts'
import { seesAllSites } from '#study/team.ts'
import { qcRun } from '../../index.ts'
import locale from '../../locale.ts'
import { openRun, type Opened, type Run } from './run.ts'

export const seesRuns = ({ kind, rules }: Actor): boolean => kind !== 'member' && can(rules, ruleOf(qcRun.name, 'index'))
export const seesWhole = async (db: Db, actor: Actor, { datafile, study }: Pick<Run, 'datafile' | 'study'>): Promise<boolean> =>
  datafile !== null || seesAllSites(db, actor, study ?? 0)

/** A run whose report this person may have: its figures and rows are those of all sites. */
export const openWhole = async (call: Call, actor: Actor): Promise<Opened> => {
  if (!seesRuns(actor)) throw fail('auth.forbidden')
  const opened = await openRun(call, actor)
  if (!(await seesWhole(opened.ctx.db, actor, opened.run))) throw refuse(locale, 'wholeReport')
  return opened
}

const isModel = (value: unknown): value is ReportModel =>
  typeof value === 'object' && value !== null && 'tables' in value && 'title' in value

/** What the report was drawn from, as it was kept with the run: nothing in it is sensitive. Null for runs from before it was kept. */
export const modelOf = async ({ ctx, run }: Opened): Promise<ReportModel | null> => {
  if (run.model === null) return null
  const model: unknown = JSON.parse(await ctx.services.readStored(run.model))
  return isModel(model) ? model : null
}
