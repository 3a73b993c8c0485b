import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { filled } from '#kernel'
import type { Ctx } from '#server'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { withFile } from '#server/storage/named-file.ts'
import { gatherDelivery } from '../index.ts'
import { askStoring } from './storing.ts'
import { formOf } from './form.ts'

const mapping = z.record(z.string(), z.string())
const manifest = z.object({
  sites: z.array(z.number()).nullable(),
  by: z.object({ kind: z.string(), id: z.number() }),
  mapping: mapping.optional(),
})
type Asked = {
  id: number
  state: string
  study: number
  gather: number
  number: number
  name: string
  sha256: string | null
  form: number | null
  manifest: unknown
  remembered: unknown
  submitted: boolean
  intake: string
  automatic: boolean
  removed: string
  reasonRequired: boolean
  set: number | null
}
const ASKED = `SELECT d.id, d.state, d.study, d.gather, d.number, d.name, d.sha256, d.form, d.manifest, d.submitted_at IS NOT NULL AS submitted, g.mapping AS remembered, g.intake, g.automatic, g.removed, g.reason_required AS "reasonRequired", g.control_set AS "set"
  FROM gather_delivery d JOIN gather_project g ON g.id = d.gather WHERE d.id = $1`

type Standing = { state: string; held: boolean }
const STANDING = 'SELECT state, held FROM gather_delivery WHERE id = $1 FOR UPDATE'
const DECIDED = new Set(['accepted', 'rejected'])
const ASIDE = { 'zh-cn': '由人隔离，重新比较后仍然隔离', en: 'Put aside by a person; compared anew it stays so' }

const WAITS = `SELECT 1 FROM task WHERE kind = 'delivery.read' AND resource = 'gather.delivery' AND record = $1 AND state = 'waiting' LIMIT 1`

export const moveTo = (ctx: Ctx, id: number, to: string, facts: Record<string, unknown> = {}) =>
  ctx.engine.move(ctx, gatherDelivery.name, { id, to }, facts)

type Settled = {
  id: number
  name: string
  refused: number
  changed: number
  stops: number
  vanished: number
  by: { kind: string; id: number }
}
export type Policy = { intake: string; automatic: boolean; removed: string; reasonRequired: boolean }
/** What the gather project says of a delivery that was compared and that somebody stands by. */
export const settle = async (
  ctx: Ctx,
  { id, name, refused, changed, stops, vanished, by }: Settled,
  { intake, automatic, removed, reasonRequired }: Policy,
): Promise<void> => {
  const faulty = refused + stops
  const reason = filled({ 'zh-cn': '{faulty} 行不合格', en: '{faulty} rows do not pass' }, { faulty })
  if (faulty > 0 && intake === 'quarantine') await moveTo({ ...ctx, reason }, id, 'quarantined')
  if (faulty > 0 && intake === 'reject') await moveTo({ ...ctx, reason }, id, 'rejected')
  // What a blocking rule has found, what takes records away, and what has to be explained is for a person to decide.
  const asks = stops > 0 || (removed === 'recycle' && vanished > 0) || (reasonRequired && changed > 0)
  if (automatic && !asks && (refused === 0 || intake === 'flag')) await askStoring(ctx, { id, name }, by, null)
}

/** Read, mapped and compared with what is stored; nothing of it is written yet. */
export const reading = defineTask({
  kind: 'delivery.read',
  lane: 'heavy',
  title: { 'zh-cn': '读取与比较交付', en: 'Read and compare a delivery' },
  words: {
    begin: { 'zh-cn': '准备', en: 'Prepare' },
    compare: { 'zh-cn': '读取与比较', en: 'Read and compare' },
    keep: { 'zh-cn': '登记结果', en: 'Write down the result' },
  },
  says: {
    mapping: { 'zh-cn': '列对应', en: 'Mapping of columns' },
    in: { 'zh-cn': '读到行数', en: 'Rows read' },
    added: { 'zh-cn': '新增行数', en: 'Rows added' },
    changed: { 'zh-cn': '改动行数', en: 'Rows changed' },
    same: { 'zh-cn': '相同行数', en: 'Rows unchanged' },
    refused: { 'zh-cn': '不合格行数', en: 'Rows refused' },
    cells: { 'zh-cn': '改动的值', en: 'Values changed' },
    vanished: { 'zh-cn': '不再出现的行', en: 'Rows that are gone' },
  },
  input: z.object({ delivery: z.number(), mapping: mapping.nullable() }),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx, ctx) => {
        const [asked] = await tx.query<Asked>(ASKED, [input.delivery])
        if (!asked?.sha256 || asked.form === null)
          throw new Hopeless({ 'zh-cn': '这次交付没有文件或没有表单', en: 'The delivery has no file or no form' })
        // Decided while it waited for a worker: nobody needs to read it any more.
        if (DECIDED.has(asked.state)) return null
        if (asked.state !== 'reading') await moveTo(ctx, asked.id, 'reading')
        const sent = manifest.parse(asked.manifest)
        return {
          ...asked,
          sha256: asked.sha256,
          form: asked.form,
          manifest: sent,
          remembered: mapping.safeParse(asked.remembered).data ?? {},
        }
      })
      .step('compare', async ({ input, done, tools, signal, log, progress, effect }) => {
        if (!done.begin) return null
        const { id, study, gather, form, name, sha256, manifest: sent, remembered, set } = done.begin
        const content = await formOf(tools.database, study, form)
        if (!content) throw new Hopeless({ 'zh-cn': '表单还没有发布', en: 'The form is not published' })
        // DuckDB is loaded here, in the worker, and nowhere else.
        const { compareFile } = await import('./compare-file.ts')
        const folder = join(tools.config.DATA_DIR, 'work', `delivery-${id}`)
        const answer = await withFile(folder, tools.store.pathOf(sha256), name, (file) =>
          compareFile({
            database: tools.database,
            delivery: id,
            study,
            gather,
            formId: form,
            content,
            file,
            name,
            folder,
            sites: sent.sites,
            mapping: input.mapping ?? sent.mapping ?? null,
            remembered,
            set,
            signal,
            log,
            progress,
            keep: async ({ added, changed, refused, vanished, units, sample }, { found, origins, said }) => {
              const staged = await tools.store.stage()
              return effect(async (tx) => ({
                added: await keepFile(tx, tools.store, added),
                changed: await keepFile(tx, tools.store, changed),
                refused: await keepFile(tx, tools.store, refused),
                vanished: await keepFile(tx, tools.store, vanished),
                sample: await keepFile(tx, tools.store, staged, JSON.stringify(sample)),
                ...(units === null ? {} : { units: await keepFile(tx, tools.store, units) }),
                ...(found === null ? {} : { found: await keepFile(tx, tools.store, found) }),
                ...(origins === null ? {} : { origins: await keepFile(tx, tools.store, origins) }),
                ...(said === null ? {} : { said: await keepFile(tx, tools.store, await tools.store.stage(), JSON.stringify(said)) }),
              }))
            },
          }),
        )
        await rm(folder, { recursive: true, force: true })
        return answer
      })
      .commit('keep', async ({ done, log }, tx, ctx) => {
        const [now] = done.begin ? await tx.query<Standing>(STANDING, [done.begin.id]) : []
        if (!done.begin || !done.compare || !now || DECIDED.has(now.state)) {
          log({ 'zh-cn': '这次交付已经有了结论，读到的不再登记', en: 'The delivery has been decided meanwhile; what was read is not kept' })
          return null
        }
        // Put aside while it was being read: it goes on being compared, and stays aside.
        if (now.state === 'quarantined') await moveTo(ctx, done.begin.id, 'reading')
        const { id, manifest: sent, submitted, name } = done.begin
        const answer = done.compare
        if ('trouble' in answer) {
          const reason = answer.trouble
          await moveTo({ ...ctx, reason }, id, 'quarantined', { manifest: { ...sent, trouble: answer.trouble } })
          return { trouble: answer.trouble }
        }
        const { read, compared } = answer
        await moveTo(ctx, id, 'mapped', { rowsIn: read.rows, manifest: { ...sent, ...read, trouble: null } })
        if (!compared) return { columns: read.columns.length }
        const { counts, reasons, sites, slots, files, checked } = compared
        const facts = {
          rowsStored: counts.added,
          rowsChanged: counts.changed,
          rowsSame: counts.same,
          rowsRejected: counts.refused,
          diff: { cells: counts.cells, vanished: counts.vanished, reasons, sites, slots, files, checked },
        }
        await moveTo(ctx, id, 'compared', facts)
        if (now.held) await moveTo({ ...ctx, reason: ASIDE }, id, 'quarantined')
        // Where another reading waits, that one decides.
        else if (submitted && (await ctx.db.query(WAITS, [String(id)])).length === 0)
          await settle(ctx, { id, name, ...counts, stops: checked?.stops ?? 0, by: sent.by }, done.begin)
        return counts
      }),
})

type Delivery = { id: number; name: string }
/** In the transaction of whoever asks. */
export const askReading = async (
  ctx: Ctx,
  { id, name }: Delivery,
  given: Readonly<Record<string, string>> | null,
  /** A reading that is under way and must end first. */
  before: number | null = null,
): Promise<number | undefined> => {
  const owner = { kind: ctx.actor.kind, id: ctx.actor.id || null, departmentId: ctx.actor.departmentId }
  const order = {
    title: name,
    owner,
    subject: { resource: gatherDelivery.name, record: id },
    dedupeKey: `${id}${before === null ? '' : `:${before}`}`,
  }
  const task = await enqueue(
    ctx.db,
    reading,
    { delivery: id, mapping: given && { ...given } },
    { ...order, dependsOn: before === null ? [] : [before] },
  )
  await ctx.engine.edit(ctx, gatherDelivery.name, { id }, { task })
  return task
}
