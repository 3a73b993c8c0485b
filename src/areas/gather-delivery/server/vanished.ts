import { createReadStream } from 'node:fs'
import { filled } from '#kernel'
import type { Ctx } from '#server'
import { copyInto } from '#server/db/database.ts'
import type { Store } from '#server/storage/store.ts'
import { heldRow } from '#study/lock/held.ts'
import { tableName } from '#study/record/table.ts'

type Plan = { delivery: number; number: number; study: number; form: number; removed: string; file: string }
export type Vanished = { recycled: number; flagged: number; back: number }

const BACK = `WITH gone AS (DELETE FROM record_vanished r USING delivery_vanished c WHERE c.back AND r.form = $1 AND r.record = c.id RETURNING 1) SELECT count(*)::int AS n FROM gone`
/** Only what stands as it was compared: whoever edited the record since, or locked it, knows better. */
const REMOVABLE = ({
  study,
  form,
}: Plan): string => `SELECT t.id FROM "record"."${tableName(form)}" t JOIN delivery_vanished c ON c.id = t.id AND NOT c.back
  JOIN study_subject s ON s.id = t.subject WHERE t.version = c.version AND t.deleted_at IS NULL AND s.state <> 'withdrawn' AND s.merged_into IS NULL
    AND NOT ${heldRow(study, form, { subject: 't.subject', visit: 't.visit', id: 't.id', delivery: 't.delivery_id' })} ORDER BY t.id FOR UPDATE OF t`
const FLAG = (form: number): string => `WITH made AS (INSERT INTO record_vanished (form, record, delivery)
  SELECT $1, t.id, $2 FROM delivery_vanished c JOIN "record"."${tableName(form)}" t ON t.id = c.id AND t.deleted_at IS NULL WHERE NOT c.back
  ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*)::int AS n FROM made`
const AT_ONCE = 500

/** Records that this delivery has no row for any more, by the policy of the gather project; those that are back lose their mark. */
export const settleVanished = async (ctx: Ctx, store: Store, plan: Plan): Promise<Vanished> => {
  const { db } = ctx
  await db.query('CREATE TEMP TABLE delivery_vanished (id bigint PRIMARY KEY, version integer, back boolean NOT NULL) ON COMMIT DROP')
  const text = 'COPY delivery_vanished (id, version, back) FROM STDIN (FORMAT csv)'
  if ((await copyInto(db, text, createReadStream(store.pathOf(plan.file)))) === 0) return { recycled: 0, flagged: 0, back: 0 }
  const [back] = await db.query<{ n: number }>(BACK, [plan.form])
  const ids = plan.removed === 'recycle' ? (await db.query<{ id: number }>(REMOVABLE(plan))).map(({ id }) => id) : []
  const reason = filled({ 'zh-cn': '第 {number} 次交付中没有这一行', en: 'Delivery no. {number} has no such row' }, { number: plan.number })
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await ctx.engine.del({ ...ctx, reason }, `clinical.data.f${plan.form}`, ids.slice(i, i + AT_ONCE))
  // What could not be taken away is marked.
  const [flagged] = plan.removed === 'keep' ? [] : await db.query<{ n: number }>(FLAG(plan.form), [plan.form, plan.delivery])
  return { recycled: ids.length, flagged: flagged?.n ?? 0, back: back?.n ?? 0 }
}
