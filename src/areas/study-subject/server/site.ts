import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { tableName } from '#study/record/table.ts'
import { formsOf } from './merge-plan.ts'

type Moved = { id: number; study: number; code: string; department: number }

/** What says by itself at which site it stands; a query before its findings, as whoever writes both. */
const FOLLOWERS = {
  query: 'SELECT id FROM query WHERE subject = $1 AND department IS DISTINCT FROM $2 ORDER BY id',
  finding: 'SELECT id FROM finding WHERE subject = $1 AND datafile IS NULL AND department IS DISTINCT FROM $2 ORDER BY id',
  'study.mark': 'SELECT id FROM study_mark WHERE subject = $1 AND department IS DISTINCT FROM $2 ORDER BY id',
  'study.secondEntry': 'SELECT id FROM study_second_entry WHERE subject = $1 AND department IS DISTINCT FROM $2 ORDER BY id',
} as const

/** Records of a form that the dictionary no longer has are nobody's to edit; what is left of them moves along. */
const LEFT = (
  form: number,
): string => `UPDATE "record"."${tableName(form)}" SET department = $2, version = version + 1, updated_at = now(), changed_tx = pg_current_xact_id()
  WHERE subject = $1 AND department <> $2 AND deleted_at IS NULL`

/** Left where they were, the records would be seen by the site that the subject is not at any more, and by no other. */
export const moveSite = async (ctx: Ctx, { id: subject, study, code, department }: Moved): Promise<void> => {
  const reason = ctx.reason ?? { 'zh-cn': `${code} 转到另一科室`, en: `${code} moved to another site` }
  for (const { id: form } of await formsOf(ctx, study)) {
    const name = `clinical.data.f${form}`
    if (!(await ctx.engine.registry.open({ ...ctx, actor: SYSTEM }, name))) {
      await ctx.db.query(LEFT(form), [subject, department])
      continue
    }
    const text = `SELECT id FROM "record"."${tableName(form)}" WHERE subject = $1 AND department <> $2 AND deleted_at IS NULL ORDER BY id`
    for (const { id } of await ctx.db.query<{ id: number }>(text, [subject, department]))
      await ctx.engine.edit({ ...ctx, reason }, name, { id }, { department })
  }
  const write = { ...ctx, actor: SYSTEM, reason }
  for (const [name, text] of Object.entries(FOLLOWERS))
    for (const { id } of await ctx.db.query<{ id: number }>(text, [subject, department]))
      await ctx.engine.edit(write, name, { id }, { department })
}
