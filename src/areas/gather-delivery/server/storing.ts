import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { loadActor } from '#server/auth/actor.ts'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { heldOn, shareStudy } from '#study/lock/held.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import type { Rows } from '#study/reader.ts'
import { tableName } from '#study/record/table.ts'
import { recheckTouched } from '#study/run/recheck.ts'
import { loseMarks } from '#study/mark/lost.ts'
import { gatherDelivery } from '../index.ts'
import { slotIn } from '#study/delivery/mapping.ts'
import locale from '../locale.ts'
import { storeRows } from './bulk.ts'
import { settleVanished } from './vanished.ts'

const diff = z.looseObject({
  cells: z.number(),
  vanished: z.number(),
  reasons: z.record(z.string(), z.number()),
  slots: z.array(z.string().regex(/^v[1-9][0-9]{0,3}$/)),
  files: z.looseObject({
    added: z.string(),
    changed: z.string(),
    refused: z.string(),
    sample: z.string(),
    vanished: z.string().optional(),
    origins: z.string().optional(),
    units: z.string().optional(),
  }),
})
type Asked = {
  id: number
  name: string
  state: string
  held: boolean
  study: number
  gather: number
  form: number
  number: number
  removed: string
  rowsIn: number
  rowsSame: number
  rowsRejected: number
  diff: unknown
  manifest: unknown
  remembered: unknown
}
const ASKED = `SELECT d.id, d.name, d.state, d.held, d.study, d.gather, d.form, d.number, g.removed, d.rows_in AS "rowsIn", d.rows_same AS "rowsSame", d.rows_rejected AS "rowsRejected", d.diff, d.manifest,
  g.mapping AS remembered FROM gather_delivery d JOIN gather_project g ON g.id = d.gather WHERE d.id = $1 FOR UPDATE OF d`
const STUDY = 'SELECT p.id, p.state FROM study_project p JOIN gather_delivery d ON d.study = p.id WHERE d.id = $1'
const OPEN = new Set(['collecting', 'cleaning'])
const mapped = z.object({ mapping: z.record(z.string(), z.string()) })

/** The run over what was stored, or why there is none; neither where nobody asked for one. */
const judged = z.object({ run: z.number().nullable(), why: z.object({ 'zh-cn': z.string(), en: z.string() }).nullable() })

const TOUCHED = (form: number): string => `SELECT DISTINCT f.subject FROM finding f WHERE f.form = $1 AND f.state = ANY($3) AND f.subject IN
  (SELECT r.subject FROM value_change c JOIN "record"."${tableName(form)}" r ON r.id = c.record WHERE c.form = $1 AND c.delivery = $2
   UNION SELECT r.subject FROM "record"."${tableName(form)}" r WHERE r.delivery_id = $2)`
const MOST_PAIRS = 50_000
const RULES = `SELECT s.parameters FROM gather_project g JOIN control_set s ON s.id = g.control_set WHERE g.id = $1`
/** Rules with open findings of what the file touched look again, also those that the set of the gather project does not name. */
const recheckDelivery = async (ctx: Ctx, { id: delivery, study, form, gather }: Asked, run: number | null): Promise<void> => {
  const touched = await ctx.db.query<{ subject: number }>(TOUCHED(form), [form, delivery, OPEN_STATES])
  if (touched.length === 0) return
  const [set] = run === null ? [] : await ctx.db.query<{ parameters: number[] }>(RULES, [gather])
  // A run looks at the whole of its forms: of very many pairs a part names them all.
  await recheckTouched(ctx, {
    study,
    pairs: touched.slice(0, MOST_PAIRS).map(({ subject }) => ({ form, subject })),
    except: set?.parameters ?? [],
  })
}

/** Where the whole form is closed no row could be stored: said before the first, and what to do then. */
const refuseHeld = async (tx: Rows, { study, gather, form }: Asked): Promise<void> => {
  const held = await heldOn(tx, { study, gather, form })
  if (held)
    throw new Hopeless({
      'zh-cn': `${held['zh-cn']}，这次交付没有入库；解除后请重新接受`,
      en: `${held.en}. Nothing of the delivery was stored; accept it again once that is lifted`,
    })
}

/** What was compared, stored: all of it in one transaction, or nothing. */
export const storing = defineTask({
  kind: 'delivery.store',
  lane: 'heavy',
  title: { 'zh-cn': '交付入库', en: 'Store a delivery' },
  words: { store: { 'zh-cn': '入库', en: 'Store' } },
  says: {
    by: null,
    stored: { 'zh-cn': '新增行数', en: 'Rows added' },
    changed: { 'zh-cn': '改动行数', en: 'Rows changed' },
    same: { 'zh-cn': '相同行数', en: 'Rows unchanged' },
    rejected: { 'zh-cn': '不合格行数', en: 'Rows refused' },
    conflicts: { 'zh-cn': '与他人改动冲突', en: 'In conflict with edits' },
  },
  input: z.object({ delivery: z.number(), by: z.object({ kind: z.string(), id: z.number() }), reason: z.string().nullable() }),
  steps: (none) =>
    none.commit('store', async ({ input, tools, log }, tx, ctx) => {
      const actor = await loadActor(tx, input.by.kind, input.by.id)
      if (!actor)
        throw new Hopeless({ 'zh-cn': '接受这次交付的账号已不存在或被停用', en: 'Whoever accepted this delivery is gone or disabled' })
      const own: Ctx = { ...ctx, actor, ...(input.reason ? { reason: input.reason } : {}) }
      // Whoever freezes, purges or merges waits for us; whoever did is seen here.
      const [place] = await tx.query<{ id: number }>(STUDY, [input.delivery])
      if (place) await shareStudy(tx, place.id)
      const [asked] = await tx.query<Asked>(ASKED, [input.delivery])
      // Somebody has put it aside, or refused it, before its turn came.
      if (asked?.held || asked?.state === 'rejected') {
        log({ 'zh-cn': '这次交付已被隔离或退回，没有入库', en: 'The delivery was put aside or rejected meanwhile; nothing was stored' })
        return null
      }
      if (!asked || (asked.state !== 'compared' && asked.state !== 'quarantined')) throw refuse(locale, 'notCompared')
      await refuseHeld(tx, asked)
      const [study] = await tx.query<{ state: string }>(STUDY, [asked.id])
      if (!study || !OPEN.has(study.state)) throw refuse(locale, 'notCollecting')
      const plan = diff.parse(asked.diff)
      const { mapping } = mapped.parse(asked.manifest)
      const filled = Object.values(mapping).flatMap((target) => slotIn(target) ?? [])
      const stored = await storeRows(own, tools.store, { delivery: asked.id, study: asked.study, form: asked.form, filled, ...plan })
      const { removed, number, study: project, form } = asked
      const gone = plan.files.vanished
        ? await settleVanished(ctx, tools.store, { delivery: asked.id, number, study: project, form, removed, file: plan.files.vanished })
        : null
      const facts = {
        rowsStored: stored.added,
        rowsChanged: stored.changed,
        rowsSame: asked.rowsSame,
        rowsRejected: asked.rowsRejected + stored.conflicts,
        diff: {
          ...plan,
          cells: stored.told,
          ...(gone ? { recycled: gone.recycled, flagged: gone.flagged } : {}),
          reasons: { ...plan.reasons, ...(stored.conflicts ? { conflict: stored.conflicts } : {}) },
          files: { ...plan.files, refused: stored.refused },
        },
      }
      const sum = facts.rowsStored + facts.rowsChanged + facts.rowsSame + facts.rowsRejected
      if (sum !== asked.rowsIn) throw new Error(`${asked.rowsIn} rows were read, but ${sum} were accounted for`)
      // The value changes are the list that the entry vouches for: the sealed trail covers every cell without an entry for each.
      await record(own, {
        action: 'import',
        resource: gatherDelivery.name,
        recordId: asked.id,
        label: asked.name,
        changes: {
          stored: [null, stored.added],
          changed: [null, stored.changed],
          cells: [null, stored.cells],
          ...(gone?.recycled ? { recycled: [null, gone.recycled] } : {}),
          ...(gone?.flagged ? { vanished: [null, gone.flagged] } : {}),
          addedSha256: [null, plan.files.added],
          changesSha256: [null, stored.changesHash],
          ...(stored.origins > 0 ? { origins: [null, stored.origins], originsSha256: [null, plan.files.origins] } : {}),
        },
      })
      await loseMarks(tx, asked.form, null, (mark) => ctx.engine.move(ctx, 'study.mark', { id: mark, to: 'lost' }))
      await ctx.engine.move(own, gatherDelivery.name, { id: asked.id, to: 'accepted' }, facts)
      if (JSON.stringify(mapping) !== JSON.stringify(asked.remembered))
        await ctx.engine.edit(ctx, 'gather.project', { id: asked.gather }, { mapping })
      const { run, why } = judged.parse(await ctx.engine.act(ctx, 'qc.run', 'intake', [], { delivery: asked.id }))
      if (why) log(why)
      await recheckDelivery(ctx, asked, run)
      log(`+${stored.added} ~${stored.changed} (${stored.cells}) =${asked.rowsSame} ×${facts.rowsRejected}`)
      return {
        stored: stored.added,
        changed: stored.changed,
        same: asked.rowsSame,
        rejected: facts.rowsRejected,
        conflicts: stored.conflicts,
        run,
      }
    }),
})

type By = { kind: string; id: number }
export const askStoring = async (
  ctx: Ctx,
  { id, name }: { id: number; name: string },
  by: By,
  reason: string | null,
): Promise<number | undefined> => {
  const { actor } = ctx
  const owner = actor.kind === 'system' ? undefined : { kind: actor.kind, id: actor.id, departmentId: actor.departmentId }
  const order = { title: name, ...(owner ? { owner } : {}), subject: { resource: gatherDelivery.name, record: id }, dedupeKey: `${id}` }
  const task = await enqueue(ctx.db, storing, { delivery: id, by, reason }, order)
  // Whoever accepts it no longer holds it back.
  await ctx.engine.edit(ctx, gatherDelivery.name, { id }, { task, held: false })
  return task
}
