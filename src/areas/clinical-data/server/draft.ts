import type { Ctx } from '#server'
import { beforeClosing, closedBy } from '#study/closing.ts'
import type { Within } from '#study/lock/part.ts'
import { tableName } from '#study/record/table.ts'

const FORMS = `SELECT f.id FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
/** Tables of forms are named in the statement: there is none where a study has no form yet. */
const textFor =
  (forms: readonly { id: number }[]) =>
  (within: Within): string => {
    const parts = forms.map(
      ({ id }) =>
        `SELECT ${id} AS form, id AS record, visit, subject FROM "record"."${tableName(id)}" WHERE state = 'draft' AND deleted_at IS NULL`,
    )
    return `SELECT count(*) AS n FROM (${parts.join(' UNION ALL ')}) x JOIN study_subject s ON s.id = x.subject
    WHERE s.study = $1 AND s.state <> 'withdrawn' AND s.merged_into IS NULL AND ${within('x')}`
  }

/** Records that nobody has submitted: whoever is still at work would be stopped in the middle of it. Those of who has left stay as they are. */
export const draftsHoldBack = async (ctx: Ctx, step: { resource: string; record: number; gate: string }) => {
  const closed = await closedBy(ctx.db, step)
  const forms = closed ? await ctx.db.query<{ id: number }>(FORMS, [closed.study]) : []
  if (forms.length === 0) return []
  return beforeClosing({
    text: textFor(forms),
    words: (n) => ({ 'zh-cn': `还有 ${n} 条记录没有提交`, en: `Records not submitted yet: ${n}` }),
    address: (study) => `/admin/clinical/data?study=${study}`,
    door: ({ scope, form, record }) =>
      scope === 'record' ? `&form=${form}&record=${record}` : scope === 'form' ? `&form=${form}&f${form}.filter=state:IN:draft` : '',
  })(ctx, step)
}
