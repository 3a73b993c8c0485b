import * as z from 'zod'
import { LANGUAGES, Refusal, can, fail, filled, readQuery, refuse, ruleOf } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { loadActor } from '#server/auth/actor.ts'
import { idsMatching } from '#server/resource/read.ts'
import { defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { reachIn } from '#study/team.ts'
import { studyMark } from '../index.ts'
import locale from '../locale.ts'
import { LOOKERS, SUBMITTED, markIds, modelOf } from './mark.ts'
import type { Kind } from './mark.ts'

/** More than this one transaction does not mark while somebody waits for it: a task does. */
const AT_ONCE = 1000
const MOST = 100_000
const BATCH = 200
/** So many refusals are told one by one. */
const TOLD = 50

type Place = { form: number | null; visit: number | null; subject: number | null }
type Chosen = { form: number; ids: number[] }

const PLACE = { form: 'study.form', visit: 'study.visit', subject: 'study.subject' } as const
/** The one study that everything named is of, as far as this person sees it. */
const studyIn = async (ctx: Ctx, place: Place): Promise<number> => {
  const studies = new Set<number>()
  for (const key of ['form', 'visit', 'subject'] as const)
    if (place[key] !== null) studies.add(Number((await ctx.engine.get(ctx, PLACE[key], place[key]))['study']))
  const [study] = studies
  if (study === undefined) throw refuse(locale, 'wide')
  if (studies.size > 1) throw refuse(locale, 'apart')
  return study
}
const formsIn = async (ctx: Ctx, study: number, { form }: Place): Promise<number[]> => {
  if (form !== null) return [form]
  const search = [{ field: 'study', operator: '=', val: study }]
  return (await ctx.engine.list(ctx, 'clinical.data', { limit: 500, order: 'id,asc', search })).list.map(({ id }) => id)
}
/** The submitted records that this person sees there, form by form. */
const chosenBy = async (ctx: Ctx, place: Place): Promise<Chosen[]> => {
  const { visit, subject } = place
  const study = await studyIn(ctx, place)
  const reach = await reachIn(ctx.db, ctx.actor, study, LOOKERS)
  if (reach !== 'all' && reach.size === 0) throw refuse(locale, 'notYours')
  const within = Object.entries({ visit, subject }).flatMap(([field, id]) =>
    id === null ? [] : [{ field, operator: '=', val: String(id) }],
  )
  const chosen: Chosen[] = []
  for (const form of await formsIn(ctx, study, place)) {
    const model = await modelOf(ctx, form)
    const query = readQuery(model.resource, { search: JSON.stringify([...within, SUBMITTED]) })
    chosen.push({ form, ids: await idsMatching(ctx, model, query, 'live', MOST) })
  }
  return chosen
}
const sizeOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { ids }) => sum + ids.length, 0)

const Wish = z.object({
  form: z.number().nullable(),
  visit: z.number().nullable(),
  subject: z.number().nullable(),
  kind: z.enum(['source', 'review']),
  note: z.string().nullable(),
})
const DONE: Words = {
  'zh-cn': '共 {all} 条：核查 {count} 条，此前已核查 {before} 条，未通过 {refused} 条',
  en: '{all} in all: {count} verified, {before} were so already, {refused} refused',
}
const Mark = z.object({ at: z.number(), count: z.number(), before: z.number(), refused: z.number() })
const NONE = { at: 0, count: 0, before: 0, refused: 0 }

/** Whoever asked, with the rights of today and the departments that they had chosen. */
const askerOf = async (
  ctx: Ctx,
  { by, departments, language }: { by: number; departments: number[]; language: Ctx['language'] },
): Promise<Ctx> => {
  const actor = await loadActor(ctx.db, 'admin', by)
  if (!actor) throw fail('task.askerGone')
  if (!can(actor.rules, ruleOf(studyMark.name, 'mark'))) throw fail('auth.forbidden')
  return { ...ctx, actor, departments, language }
}

type Counts = { count: number; before: number; refused: number; told: string[] }
/** All of a batch, or, where one of them is refused, each for itself. */
const markBatch = async (ctx: Ctx, { form, ids }: Chosen, wish: { kind: Kind; note: string | null }): Promise<Counts> => {
  try {
    const done = await ctx.engine.attempt(ctx, () => markIds(ctx, form, ids, wish))
    return { ...done, refused: 0, told: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (ids.length === 1) return { count: 0, before: 0, refused: 1, told: [`#${ids[0]}: ${error.message}`] }
  }
  const sum: Counts = { count: 0, before: 0, refused: 0, told: [] }
  for (const id of ids) {
    const { told, ...one } = await markBatch(ctx, { form, ids: [id] }, wish)
    sum.count += one.count
    sum.before += one.before
    sum.refused += one.refused
    sum.told.push(...told)
  }
  return sum
}

/** A visit, a subject or a form with very many records, batch by batch, each with its trail. */
export const marking = defineTask({
  kind: 'study.mark',
  lane: 'light',
  title: { 'zh-cn': '批量核查', en: 'Verify many' },
  says: {
    wish: { 'zh-cn': '范围', en: 'What' },
    visit: { 'zh-cn': '访视', en: 'Visit', of: 'study.visit' },
    subject: { 'zh-cn': '受试者', en: 'Subject', of: 'study.subject' },
    kind: {
      'zh-cn': '核查方式',
      en: 'Kind',
      options: {
        source: { 'zh-cn': locale['zh-cn'].options.kind.source, en: locale.en.options.kind.source },
        review: { 'zh-cn': locale['zh-cn'].options.kind.review, en: locale.en.options.kind.review },
      },
    },
    note: { 'zh-cn': '备注', en: 'Note' },
    all: { 'zh-cn': '记录', en: 'Records' },
    count: { 'zh-cn': '已核查', en: 'Verified' },
    before: { 'zh-cn': '此前已核查', en: 'Verified before' },
    refused: { 'zh-cn': '未通过', en: 'Refused' },
  },
  words: { choose: { 'zh-cn': '查找记录', en: 'Find the records' }, mark: { 'zh-cn': '标记', en: 'Mark them' } },
  input: z.object({ by: z.number(), departments: z.array(z.number()), language: z.enum(LANGUAGES), wish: Wish }),
  steps: (none) =>
    none
      .step('choose', async ({ input, tools }) => chosenBy(await askerOf(tools.system, input), input.wish))
      .step('mark', async ({ input, done, mark, log, progress, effect }) => {
        const parts = done.choose.flatMap(({ form, ids }) =>
          Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, i) => ({ form, ids: ids.slice(i * BATCH, (i + 1) * BATCH) })),
        )
        let so = Mark.parse(mark ?? NONE)
        for (const part of parts.slice(so.at)) {
          const before = so
          const { told, ...next } = await effect(async (_, system) => {
            const one = await markBatch(await askerOf(system, input), part, input.wish)
            return {
              at: before.at + 1,
              count: before.count + one.count,
              before: before.before + one.before,
              refused: before.refused + one.refused,
              told: one.told,
            }
          })
          for (const line of told.slice(0, Math.max(0, TOLD - before.refused))) log(line)
          so = next
          progress(so.at / parts.length)
        }
        const { count, before, refused } = so
        const counts = { all: sizeOf(done.choose), count, before, refused }
        log(filled(DONE, counts))
        return counts
      }),
})

type Wished = Place & { kind: Kind; note: string | null }
export const markMany = async (ctx: Ctx, wish: Wished): Promise<{ count: number; before: number } | { task: number | undefined }> => {
  const chosen = await chosenBy(ctx, wish)
  const all = sizeOf(chosen)
  if (all === 0) throw refuse(locale, 'none')
  if (all > MOST) throw refuse(locale, 'many', { limit: MOST })
  if (all <= AT_ONCE) {
    const sum = { count: 0, before: 0 }
    for (const { form, ids } of chosen) {
      const { count, before } = ids.length > 0 ? await markIds(ctx, form, ids, wish) : { count: 0, before: 0 }
      sum.count += count
      sum.before += before
    }
    return sum
  }
  const { actor, departments, language } = ctx
  const { form, visit, subject, kind, note } = wish
  const input = { by: actor.id, departments: [...departments], language, wish: { form, visit, subject, kind, note } }
  const owner = { kind: actor.kind, id: actor.id, departmentId: actor.departmentId }
  const title = `${locale[language].title} · ${all}`
  return { task: await enqueue(ctx.db, marking, input, { title, owner, subject: { resource: studyMark.name, record: '' } }) }
}
