import { fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { qcRun } from '../index.ts'
import locale from '../locale.ts'
import { parametersOf } from './parameters.ts'
import { running } from './task.ts'

type Newest = { id: number; number: number; kind: string }
const NEWEST = `SELECT v.id, v.number, d.kind FROM datafile d JOIN datafile_version v ON v.datafile = d.id WHERE d.id = $1 ORDER BY v.number DESC LIMIT 1`
const READABLE: ReadonlySet<string> = new Set(['table', 'sequence', 'variant', 'nifti'])

export type Start = { datafile: number; set: number; trigger?: 'manual' | 'recheck' }
/** Asks for a run over the newest version of a file. What it will judge by is decided when it begins. */
export const start = async (ctx: Ctx, { datafile, set, trigger = 'manual' }: Start): Promise<{ id: number; task: number | undefined }> => {
  // Under the reader's scope: what somebody does not see they cannot have judged.
  const file = await ctx.engine.get(ctx, 'datafile', datafile)
  const rules = await ctx.engine.get(ctx, 'control.set', set)
  const name = String(file['name'])
  const [newest] = await ctx.db.query<Newest>(NEWEST, [datafile])
  if (!newest) throw refuse(locale, 'noVersion', { name })
  if (!READABLE.has(newest.kind)) throw refuse(locale, 'notTable', { name })
  if (rules['status'] !== true) throw refuse(locale, 'setOff', { name: String(rules['name']) })
  if ((await parametersOf(ctx.db, set)).length === 0) throw refuse(locale, 'noParameter', { name: String(rules['name']) })
  const title = `${name} v${newest.number}`
  const study = typeof rules['study'] === 'number' ? rules['study'] : null
  const run = await ctx.engine.add(ctx, qcRun.name, {}, { title, datafile, fileVersion: newest.id, set, study, trigger })
  const owner = { kind: ctx.actor.kind, id: adminId(ctx.actor), departmentId: ctx.actor.departmentId }
  const task = await enqueue(ctx.db, running, { run: run.id }, { title, owner, subject: { resource: qcRun.name, record: run.id } })
  if (task === undefined) throw fail('record.missing')
  await ctx.engine.edit(ctx, qcRun.name, { id: run.id }, { task })
  return { id: run.id, task }
}
