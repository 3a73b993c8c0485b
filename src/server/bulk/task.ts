import { createHash } from 'node:crypto'
import * as z from 'zod'
import { LANGUAGES, MOST_IN_BULK, fail, filled, readQuery, readReason, keptReason } from '#kernel'
import type { Words } from '#kernel'
import { askerOf } from '../auth/asker.ts'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { idsMatching } from '../resource/read.ts'
import { defineTask } from '../task/definition.ts'
import { enqueue } from '../task/enqueue.ts'
import { Act, actOn, binOf, refuseAct } from './act.ts'

/** One transaction with its trail, between two of which others get their turn. */
const BATCH = 200

export const Wish = z.strictObject({
  act: Act,
  /** The filter, as the list says it. */
  params: z.record(z.string(), z.unknown()),
  /** How many it found when this was agreed to. */
  count: z.number().int().min(1),
})
export type Wish = z.infer<typeof Wish>
const Kept = z.strictObject({ wish: Wish, reason: z.nullable(z.string()) })

const open = async (ctx: Ctx, name: string): Promise<Model> => {
  const model = await ctx.engine.registry.open(ctx, name)
  if (!model) throw fail('request.unknown', { url: name.slice(0, 200) })
  return model
}
/** The records that are meant, if they are as many as was agreed to. */
const chosenBy = async (ctx: Ctx, resource: string, { act, params, count }: Wish): Promise<number[]> => {
  const model = await open(ctx, resource)
  refuseAct(ctx, model, act)
  const ids = await idsMatching(ctx, model, readQuery(model.resource, params), binOf(act), MOST_IN_BULK)
  if (ids.length > MOST_IN_BULK) throw fail('bulk.tooMany', { limit: MOST_IN_BULK })
  if (ids.length !== count) throw fail('bulk.changed', { count: ids.length, agreed: count })
  return ids
}

const sealName = (by: number) => `bulk:${by}`
const DONE: Words = {
  'zh-cn': '共 {count} 条：改动 {changed} 条，原本如此 {same} 条，未通过 {refused} 条',
  en: '{count} in all: {changed} changed, {same} were so already, {refused} refused',
}
const WHY: Words = { 'zh-cn': '#{id}：{why}', en: '#{id}: {why}' }
/** So many refusals are told one by one. */
const TOLD = 50
const Mark = z.object({ at: z.number(), changed: z.number(), refused: z.number() })

/** One thing done to everything that a filter finds: in the name and with the rights of whoever asked, batch by batch, each with its trail. */
export const bulk = defineTask({
  kind: 'resource.bulk',
  lane: 'heavy',
  title: { 'zh-cn': '批量修改', en: 'Change in bulk' },
  words: { choose: { 'zh-cn': '查找记录', en: 'Find the records' }, change: { 'zh-cn': '修改', en: 'Change them' } },
  says: {
    count: { 'zh-cn': '找到', en: 'Found' },
    changed: { 'zh-cn': '改动', en: 'Changed' },
    same: { 'zh-cn': '原本如此', en: 'So already' },
    refused: { 'zh-cn': '未通过', en: 'Refused' },
  },
  input: z.object({ by: z.number(), group: z.number(), language: z.enum(LANGUAGES), resource: z.string(), sealed: z.string() }),
  steps: (none) => {
    type Job = { input: { by: number; sealed: string }; tools: { system: Ctx } }
    const wishedBy = ({ input, tools }: Job) => {
      const text = tools.system.services.vault.unseal(sealName(input.by), Buffer.from(input.sealed, 'base64'))
      if (text === undefined) throw fail('task.sealed')
      return Kept.parse(JSON.parse(text))
    }
    return none
      .step('choose', async (job) => {
        const ctx = await askerOf(job.tools.database, job.tools.system, job.input)
        return chosenBy(ctx, job.input.resource, wishedBy(job).wish)
      })
      .step('change', async (job) => {
        const ids = job.done.choose
        const { wish, reason } = wishedBy(job)
        let { at, changed, refused } = Mark.parse(job.mark ?? { at: 0, changed: 0, refused: 0 })
        while (at < ids.length) {
          const batch = ids.slice(at, at + BATCH)
          const before = refused
          const out = await job.effect(async (_, system) => {
            const asker = await askerOf(job.tools.database, system, job.input)
            const ctx: Ctx = reason === null ? asker : { ...asker, reason: readReason(reason) }
            const model = await open(ctx, job.input.resource)
            refuseAct(ctx, model, wish.act)
            const done = await actOn(ctx, model, wish.act, batch)
            return { at: at + batch.length, changed: changed + done.changed, refused: refused + done.refused.length, told: done.refused }
          })
          for (const { id, why } of out.told.slice(0, Math.max(0, TOLD - before)))
            job.log({ 'zh-cn': filled(WHY, { id, why: why['zh-cn'] })['zh-cn'], en: filled(WHY, { id, why: why.en }).en })
          ;({ at, changed, refused } = out)
          job.progress(at / ids.length)
        }
        const counts = { count: ids.length, changed, same: ids.length - changed - refused, refused }
        job.log(filled(DONE, counts))
        return counts
      })
  },
})

/** Filters and values may name people: whoever sees the task reads none of them. */
export const askBulk = async (
  ctx: Ctx,
  name: string,
  wish: Wish,
  group: number,
  dependsOn: readonly number[] = [],
): Promise<{ task: number | undefined }> => {
  const { actor, language, services } = ctx
  await chosenBy(ctx, name, wish)
  const model = await open(ctx, name)
  const text = JSON.stringify({ wish, reason: keptReason(ctx.reason) })
  const sealed = services.vault.seal(sealName(actor.id), text).toString('base64')
  const dedupeKey = createHash('sha256')
    .update(JSON.stringify([actor.id, group, name, text]))
    .digest('hex')
  const title = `${model.locale[language].title} · ${bulk.title[language]}`
  const owner = { kind: actor.kind, id: actor.id, departmentId: actor.departmentId }
  return {
    task: await enqueue(
      ctx.db,
      bulk,
      { by: actor.id, group, language, resource: name, sealed },
      { title, owner, subject: { resource: name, record: '' }, dedupeKey, dependsOn },
    ),
  }
}
