import { can, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { recordHourly } from '#server/audit/hourly.ts'
import { adminId } from '#server/model/actor.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { bodyOf } from '#study/parameter/body.ts'
import { checkTitle, findEntry } from '#study/parameter/catalogue.ts'
import { definitionHash } from '#study/parameter/definition.ts'
import { readsClear } from '#study/record/sensitivity.ts'
import { placesIn, reachIn, rolesBySite } from '#study/team.ts'
import { knowsIdentifying } from '#study/told.ts'
import locale from '../../locale.ts'
import { trying } from './task.ts'
import type { Asked } from '#study/parameter/trial.ts'

export type Wanted = {
  check: string
  body: unknown
  study: number | null
  form: number | null
  datafile: number | null
  delivery: number | null
  /** Of a rule that is stored. */
  parameter?: number | null
}

const LEVELS = [3, 2, 1] as const
/** Up to which sensitivity somebody reads in clear what a study has. */
const readsUpTo = async (ctx: Ctx, study: number): Promise<number> => {
  if (can(ctx.actor.rules, ruleOf('clinical.data', 'reveal'))) return LEVELS[0]
  const roles = rolesBySite(await placesIn(ctx.db, ctx.actor, study))
  return LEVELS.find((level) => readsClear(roles, level)) ?? 0
}

const readsIn = async (ctx: Ctx, study: number) => ({ reads: await readsUpTo(ctx, study), knows: await knowsIdentifying(ctx, study) })

/** Under the scope of whoever asks: what somebody does not see they cannot try a rule on. */
const overStudy = async (ctx: Ctx, study: number, form: number | null) => {
  const project = await ctx.engine.get(ctx, 'study.project', study)
  const one = form === null ? null : await ctx.engine.get(ctx, 'study.form', form)
  if (one && one['study'] !== study) throw refuse(locale, 'otherStudy', { name: String(one['name']) })
  const reach = await reachIn(ctx.db, ctx.actor, study)
  return { name: String(project['code']), departments: reach === 'all' ? reach : [...reach], ...(await readsIn(ctx, study)) }
}
/** What somebody handed over, as it would be read; the study is that of the delivery. */
const overDelivery = async (ctx: Ctx, id: number) => {
  const { name, study, form, manifest } = await ctx.engine.get(ctx, 'gather.delivery', id)
  if (typeof manifest !== 'object' || manifest === null || !('mapping' in manifest)) throw refuse(locale, 'unread', { name: String(name) })
  const label = String(name)
  await recordHourly(ctx.engine.database, ctx, { action: 'readFile', resource: 'gather.delivery', recordId: id, label, changes: {} })
  const over = await overStudy(ctx, Number(study), Number(form))
  return { ...over, name: label, study: Number(study), form: Number(form) }
}
const overFile = async (ctx: Ctx, datafile: number) => {
  const file = await ctx.engine.get(ctx, 'datafile', datafile)
  const name = String(file['name'])
  // Before anything is shown: what cannot be written down is not read.
  await recordHourly(ctx.engine.database, ctx, { action: 'readFile', resource: 'datafile', recordId: datafile, label: name, changes: {} })
  const subject = file['subject']
  const study = typeof subject === 'number' ? Number((await ctx.engine.get(ctx, 'study.subject', subject))['study']) : null
  return { name, departments: 'all' as const, ...(study === null ? { reads: 0, knows: true } : await readsIn(ctx, study)) }
}

/** What is to be tried, as far as whoever asks may see it, and what that is called. */
export const readTrial = async (ctx: Ctx, wanted: Wanted): Promise<{ asked: Asked; title: string }> => {
  const { study, form, datafile, delivery, parameter = null } = wanted
  const entry = findEntry(wanted.check)
  if (!entry) throw refuse(locale, 'unknownCheck', { text: wanted.check })
  if (datafile === null && study === null && delivery === null) throw refuse(locale, 'tryOnNothing')
  if (parameter !== null) await ctx.engine.get(ctx, 'control.parameter', parameter)
  const body = bodyOf(wanted.body)
  const { name, ...over } =
    delivery !== null
      ? await overDelivery(ctx, delivery)
      : datafile === null
        ? await overStudy(ctx, study ?? 0, form)
        : await overFile(ctx, datafile)
  const rule = { check: entry.id, body, hash: definitionHash(entry.id, body) }
  const title = `${name} · ${checkTitle(entry.id)?.[ctx.language] ?? entry.id}`
  return { asked: { ...rule, study, form, datafile, delivery, parameter, ...over, by: adminId(ctx.actor) }, title }
}

/** For what takes its time; what is there within seconds is asked for by a question. */
export const askTrial = async (ctx: Ctx, wanted: Wanted): Promise<{ task: number | undefined }> => {
  const { asked, title } = await readTrial(ctx, wanted)
  const owner = { kind: ctx.actor.kind, id: asked.by, departmentId: ctx.actor.departmentId }
  return { task: await enqueue(ctx.db, trying, asked, { title, owner, priority: 10 }) }
}
