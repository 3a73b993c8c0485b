import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { LANGUAGES, actionsOf, can, fail, ruleFor } from '#kernel'
import { askerOf } from '../auth/asker.ts'
import type { Actor, Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { EXPORT_DAYS, EXPORT_KIND } from '../storage/holder.ts'
import { keepFile } from '../storage/keep-file.ts'
import { defineTask } from '../task/definition.ts'
import { enqueue } from '../task/enqueue.ts'
import { checkWish, writeRows } from './export.ts'
import type { Wish } from './export.ts'
import { tellReady } from './notification.ts'

const DAY_MS = 24 * 60 * 60_000
const sealName = (by: number) => `export:${by}`
const wished: z.ZodType<Wish> = z.object({ params: z.record(z.string(), z.unknown()), names: z.array(z.string()) })

/** The model behind a name, for somebody who may export it today. */
export const exportedModel = async (ctx: Ctx, name: string): Promise<Model> => {
  const model = await ctx.engine.registry.open(ctx, name)
  if (!model || !actionsOf(model.resource).includes('exportExcel')) throw fail('request.unknown', { url: `/admin/${name}/exportExcel` })
  if (!can(ctx.actor.rules, ruleFor(model.resource, 'exportExcel'))) throw fail('auth.forbidden')
  return model
}

/** A list as a file that is fetched later: the same rows and columns as the direct answer, as whoever asked sees them when it is written. */
export const exporting = defineTask({
  kind: EXPORT_KIND,
  lane: 'heavy',
  title: { 'zh-cn': '导出', en: 'Export' },
  words: { write: { 'zh-cn': '写入文件', en: 'Write the file' }, tell: { 'zh-cn': '通知', en: 'Tell whoever asked' } },
  // Its end is told with the number of rows.
  isPrelude: true,
  input: z.object({ by: z.number(), group: z.number(), language: z.enum(LANGUAGES), resource: z.string(), sealed: z.string() }),
  steps: (none) =>
    none
      .step('write', async ({ input, tools, signal, effect }) => {
        const ctx = await askerOf(tools.database, tools.system, input)
        const text = ctx.services.vault.unseal(sealName(input.by), Buffer.from(input.sealed, 'base64'))
        if (text === undefined) throw fail('task.sealed')
        const model = await exportedModel(ctx, input.resource)
        let rows = 0
        const staged = await tools.store.stage()
        try {
          const onWhole = (count: number) => void (rows = count)
          const bytes = await writeRows(ctx, model, wished.parse(JSON.parse(text)), { signal, onWhole })
          await pipeline(bytes, createWriteStream(staged, { mode: 0o600 }), { signal })
          const { size } = await stat(staged)
          const sha256 = await effect((tx) => keepFile(tx, tools.store, staged))
          const titles = { 'zh-cn': model.locale['zh-cn'].title, en: model.locale.en.title }
          return { sha256, size, rows, titles }
        } catch (error) {
          await rm(staged, { force: true })
          throw error
        }
      })
      .commit('tell', async ({ id, input, done }, tx) => {
        const { titles, rows, size, sha256 } = done.write
        await tellReady(tx, { kind: 'admin', id: input.by }, id, { titles, count: rows })
        return {
          name: `${titles[input.language]}.xlsx`,
          rows,
          size,
          sha256,
          until: new Date(Date.now() + EXPORT_DAYS * DAY_MS).toISOString(),
        }
      }),
})

/** So many exports of one person wait or run: each of them is a file on the disk for days. */
const AT_ONCE = 4
const OPEN = `SELECT count(*)::int AS n FROM task WHERE kind = '${EXPORT_KIND}' AND state IN ('waiting', 'running') AND owner_kind = 'admin' AND owner_id = $1 AND dedupe_key <> $2`

/** Filters may name people: whoever sees the task reads none of them. */
export const askExport = async (ctx: Ctx, model: Model, wish: Wish, group: number): Promise<{ task: number | undefined }> => {
  await checkWish(ctx, model, wish)
  const { actor, language, services } = ctx
  const { name } = model.resource
  const text = JSON.stringify(wish)
  const sealed = services.vault.seal(sealName(actor.id), text).toString('base64')
  const dedupeKey = createHash('sha256')
    .update(JSON.stringify([actor.id, group, language, name, text]))
    .digest('hex')
  const [open] = await ctx.db.query<{ n: number }>(OPEN, [actor.id, dedupeKey])
  if (open && open.n >= AT_ONCE) throw fail('export.tooMany')
  const title = `${model.locale[language].title} · ${exporting.title[language]}`
  const order = { title, owner: ownerOf(actor), subject: { resource: name, record: '' }, dedupeKey }
  return { task: await enqueue(ctx.db, exporting, { by: actor.id, group, language, resource: name, sealed }, order) }
}
const ownerOf = ({ kind, id, departmentId }: Actor) => ({ kind, id, departmentId })
