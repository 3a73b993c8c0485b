import { fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId, SYSTEM } from '#server/model/actor.ts'
import { readSettings } from '#server/settings/read.ts'
import { delayTask } from '#server/task/act.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { compileRules } from '#study/run/compile.ts'
import { recheckShape } from '#study/run/recheck.ts'
import { snapshotForms } from '#study/record/snapshot.ts'
import { qcRun } from '../index.ts'
import locale from '../locale.ts'
import { engineParameter, parametersOf } from '#study/parameter/in-force.ts'
import { firstDue, fits, joined, readRecheck } from './recheck.ts'
import { running } from './task.ts'

type Newest = { id: number; number: number; kind: string }
const NEWEST = `SELECT v.id, v.number, d.kind FROM datafile d JOIN datafile_version v ON v.datafile = d.id WHERE d.id = $1 ORDER BY v.number DESC LIMIT 1`
/** A file about a subject belongs to the study of the subject; any other to none. */
const OF = 'SELECT s.study FROM datafile d JOIN study_subject s ON s.id = d.subject WHERE d.id = $1'
const READABLE: ReadonlySet<string> = new Set(['table', 'sequence', 'variant', 'nifti'])

type Trigger = 'manual' | 'intake' | 'schedule' | 'gate' | 'recheck'
type Begun = { id: number; task: number }
type Facts = Record<string, unknown> & { title: string; titleEn?: string }
const begin = async (ctx: Ctx, facts: Facts, runAfter?: Date): Promise<Begun> => {
  const run = await ctx.engine.add(ctx, qcRun.name, {}, { titleEn: facts.title, ...facts })
  const owner = { kind: ctx.actor.kind, id: adminId(ctx.actor), departmentId: ctx.actor.departmentId }
  const about = { title: facts.title, owner, subject: { resource: qcRun.name, record: run.id }, ...(runAfter ? { runAfter } : {}) }
  const task = await enqueue(ctx.db, running, { run: run.id }, about)
  if (task === undefined) throw fail('record.missing')
  await ctx.engine.edit(ctx, qcRun.name, { id: run.id }, { task })
  return { id: run.id, task }
}

/** A set that is switched on, with its rules; under the reader's scope. */
const rulesOf = async (ctx: Ctx, id: number, over: number | null) => {
  const set = await ctx.engine.get(ctx, 'control.set', id)
  const name = String(set['name'])
  if (set['status'] !== true) throw refuse(locale, 'setOff', { name })
  const study = typeof set['study'] === 'number' ? set['study'] : null
  if (over !== null && study !== null && study !== over) throw refuse(locale, 'otherStudy', { name })
  const rules = await parametersOf(ctx.db, id, study ?? over)
  if (rules.length === 0) throw refuse(locale, 'noParameter', { name })
  return { name, rules, study }
}

/** Asks for a run over the newest version of a file. What it will judge by is decided when it begins. */
export const startFile = async (ctx: Ctx, datafile: number, set: number, trigger: Trigger = 'manual'): Promise<Begun> => {
  // Under the reader's scope: what somebody does not see they cannot have judged.
  const file = await ctx.engine.get(ctx, 'datafile', datafile)
  const name = String(file['name'])
  const [{ study: of } = { study: null }] = await ctx.db.query<{ study: number | null }>(OF, [datafile])
  if (file['kind'] === 'remote') {
    const { study } = await rulesOf(ctx, set, of)
    return begin(ctx, { title: name, datafile, set, study, trigger })
  }
  const [newest] = await ctx.db.query<Newest>(NEWEST, [datafile])
  if (!newest) throw refuse(locale, 'noVersion', { name })
  if (!READABLE.has(newest.kind)) throw refuse(locale, 'notTable', { name })
  const { study } = await rulesOf(ctx, set, of)
  return begin(ctx, { title: `${name} v${newest.number}`, datafile, fileVersion: newest.id, set, study, trigger })
}

export type OverRecords = { study: number; form: number | null; set: number; delivery?: number }
/** Asks for a run over a form, or over all forms of a study as they are when it begins. */
export const startRecords = async (ctx: Ctx, { study, form, set, delivery }: OverRecords, trigger: Trigger = 'manual'): Promise<Begun> => {
  const project = await ctx.engine.get(ctx, 'study.project', study)
  const one = form === null ? null : await ctx.engine.get(ctx, 'study.form', form)
  if (one && one['study'] !== study) throw refuse(locale, 'otherStudy', { name: String(one['name']) })
  const forms = (await snapshotForms(ctx.db, study))?.forms ?? []
  const judged = forms.filter(({ id }) => form === null || id === form)
  if (judged.length === 0) throw refuse(locale, 'noForm', { name: String(project['title']) })
  const { name, rules } = await rulesOf(ctx, set, study)
  if (compileRules(rules.map(engineParameter), forms, judged).parameters.length === 0) throw refuse(locale, 'noRule', { name })
  const titled = (name: 'name' | 'nameEn') => [project['code'], ...(one ? [one[name] || one['name']] : [])].map(String).join(' · ')
  return begin(ctx, {
    title: titled('name'),
    titleEn: titled('nameEn'),
    study,
    form,
    set,
    trigger,
    ...(delivery === undefined ? {} : { delivery }),
  })
}

/** Somebody who corrects a value of a record corrects the next one: a re-check waits for so many seconds of calm there, and for no more than these. */
const MOST_SECONDS = 60
const calmSeconds = async ({ db }: Ctx): Promise<number> => {
  const { recheck_seconds: seconds } = await readSettings(db, ['recheck_seconds'])
  return typeof seconds === 'number' ? Math.min(seconds, MOST_SECONDS) : 2
}

/** One whose task has ended looks at nothing any more. */
const WAITING = `SELECT r.id, r.asked, r.task FROM qc_run r JOIN task t ON t.id = r.task AND t.ended_at IS NULL AND t.cancel_at IS NULL
  WHERE r.study = $1 AND r.trigger = 'recheck' AND r.state = 'waiting' AND r.asked IS NOT NULL ORDER BY r.id LIMIT 1 FOR UPDATE OF r`
/** As `#study/run/recheck.ts` says. */
export const startRecheck = async (given: Ctx, input: unknown): Promise<Begun> => {
  const ctx = { ...given, actor: SYSTEM }
  const read = recheckShape.safeParse(input)
  if (!read.success) throw refuse(locale, 'badPairs')
  const { study, ...asked } = read.data
  // Under the scope of whoever asks; what follows is the system's.
  const project = await given.engine.get(given, 'study.project', study)
  const [waiting] = await ctx.db.query<{ id: number; asked: unknown; task: number }>(WAITING, [study])
  const now = Date.now()
  const before = readRecheck(waiting?.asked)
  const calm = { seconds: await calmSeconds(ctx), most: MOST_SECONDS, now }
  const both = joined(before, asked, calm)
  const isJoined = fits(both)
  const all = isJoined ? both : joined(null, asked, calm)
  if (waiting && before && isJoined) {
    await ctx.engine.edit(ctx, qcRun.name, { id: waiting.id }, { asked: all })
    await delayTask(ctx.db, waiting.task, Math.max(0, firstDue(all) - now) / 1000, MOST_SECONDS)
    return { id: waiting.id, task: waiting.task }
  }
  return begin(ctx, { title: String(project['code']), study, asked: all, trigger: 'recheck' }, new Date(firstDue(all)))
}
