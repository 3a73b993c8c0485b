import { fail } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { rowsById } from '#server/resource/read.ts'

export const formName = (form: number): string => `clinical.data.f${form}`

const FORM = 'SELECT study, double_entry AS "isDouble" FROM study_form WHERE id = $1'
export type Opened = { model: Model; row: AnyRow; study: number; isDouble: boolean }

/** A record as it is stored, for somebody who sees it; whoever does not is told that it is not there. */
export const openRecord = async (ctx: Ctx, form: number, record: number): Promise<Opened> => {
  const model = await ctx.engine.registry.open(ctx, formName(form))
  const [row] = model ? await rowsById(ctx, model, [record], 'live') : []
  const [found] = row ? await ctx.db.query<{ study: number; isDouble: boolean }>(FORM, [form]) : []
  if (!model || !row || !found) throw fail('record.missing')
  return { model, row, ...found }
}
