import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import { wordIn } from '#study/record/definition.ts'
import { slotName } from '#study/record/table.ts'
import { formOf } from './form.ts'

const HELD = `SELECT DISTINCT ON (v.slot) v.slot, v.code, v.label, v.label_en AS "labelEn" FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE v.form = $1 AND d.state <> 'draft' AND NOT v.slot = ANY($3::int[]) AND EXISTS (SELECT 1 FROM value_change c WHERE c.form = $1 AND c.record = $2 AND c.slot = v.slot)
  ORDER BY v.slot, d.number DESC`
type Held = { slot: number; code: string; label: string; labelEn: string }

/** Variables that the dictionary no longer has and that this record has held a value of: as they were called last. */
export const formerOf = async (ctx: Ctx, model: Model, record: number): Promise<{ field: string; label: string }[]> => {
  const { id, content } = formOf(ctx, model)
  const now = content.variables.map(({ slot }) => slot)
  const held = await ctx.db.query<Held>(HELD, [id, record, now])
  return held
    .map(({ slot, code, label, labelEn }) => ({ field: slotName(slot), label: wordIn(ctx.language, label, labelEn, code) }))
    .filter(({ field }) => !ctx.engine.masks.lacks(ctx, model.resource.name, field))
}
