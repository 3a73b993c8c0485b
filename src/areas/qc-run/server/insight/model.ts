import { readFile } from 'node:fs/promises'
import { can, fail, refuse, ruleOf } from '#kernel'
import type { Actor, Call } from '#server'
import type { ReportModel } from '#qc/report/model.ts'
import { seesAllSites } from '#study/team.ts'
import { qcRun } from '../../index.ts'
import locale from '../../locale.ts'
import { openRun, type Opened } from './run.ts'

/** A run whose report this person may have: its figures and rows are those of all sites. */
export const openWhole = async (call: Call, actor: Actor): Promise<Opened> => {
  if (!can(actor.rules, ruleOf(qcRun.name, 'index'))) throw fail('auth.forbidden')
  const opened = await openRun(call, actor)
  const { ctx, run } = opened
  if (run.datafile === null && !(await seesAllSites(ctx.db, actor, run.study ?? 0))) throw refuse(locale, 'wholeReport')
  return opened
}

const isModel = (value: unknown): value is ReportModel =>
  typeof value === 'object' && value !== null && 'tables' in value && 'title' in value

/** What the report was drawn from, as it was kept with the run: nothing in it is sensitive. Null for runs from before it was kept. */
export const modelOf = async (call: Call, { run }: Opened): Promise<ReportModel | null> => {
  if (run.model === null) return null
  const model: unknown = JSON.parse(await readFile(call.backend.store.pathOf(run.model), 'utf8'))
  return isModel(model) ? model : null
}
