import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { recordHourly } from '#server/audit/hourly.ts'
import { adminId } from '#server/model/actor.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { READS_DATA, type Origin } from '#study/parameter/proposal.ts'
import { reachIn } from '#study/team.ts'
import { knowsIdentifying } from '#study/told.ts'
import locale from '../../locale.ts'
import { proposing } from './task.ts'

type Asked = { set: number; source: Origin; form: number | null; datafile: number | null }
const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Under the scope of whoever asks: nothing is proposed from data that somebody does not see. */
export const askProposals = async (ctx: Ctx, { set, source, form, datafile }: Asked): Promise<{ task: number | undefined }> => {
  const row = await ctx.engine.get(ctx, 'control.set', set)
  const study = idIn(row['study'])
  const readsData = READS_DATA.includes(source)
  if (source === 'dictionary' && study === null) throw refuse(locale, 'noStudy')
  if (readsData && form === null && datafile === null) throw refuse(locale, 'proposeFromNothing')
  const one = form === null ? null : await ctx.engine.get(ctx, 'study.form', form)
  if (one && one['study'] !== study) throw refuse(locale, 'otherStudy', { name: String(one['name']) })
  if (datafile !== null) {
    const file = await ctx.engine.get(ctx, 'datafile', datafile)
    const event = { action: 'readFile', resource: 'datafile', recordId: datafile, label: String(file['name']), changes: {} }
    await recordHourly(ctx.engine.database, ctx, event)
  }
  const reach = study === null ? 'all' : await reachIn(ctx.db, ctx.actor, study)
  const departments = reach === 'all' ? reach : [...reach]
  const knows = study === null || (await knowsIdentifying(ctx, study))
  const owner = { kind: ctx.actor.kind, id: adminId(ctx.actor), departmentId: ctx.actor.departmentId }
  const about = { title: String(row['name']), owner, subject: { resource: 'control.set', record: set }, priority: 10 }
  return { task: await enqueue(ctx.db, proposing, { set, study, source, form, datafile, departments, knows }, about) }
}
