import { oddityOf } from '#kernel'
import { serve } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { slotName } from '#study/record/table.ts'
import { clinicalData } from '../index.ts'
import { beforeAdd, beforeEdit, lockScope, submitBlockers, written } from './change.ts'
import { formOf, provider } from './form.ts'
import { clinicalRoutes } from './routes.ts'

/** The forms that the published version of some study has. */
const SOURCE = `SELECT f.id, f.version, f.study, f.code, f.name, f.name_en, NULL::text AS state, NULL::timestamptz AS deleted_at FROM study_form f
  WHERE EXISTS (SELECT 1 FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE v.form = f.id AND d.state = 'published')`

export default serve(clinicalData, {
  source: () => SOURCE,
  provider,
  written,
  lockScope,
  routes: clinicalRoutes,
  gates: { submitted: submitBlockers },
  before: { add: beforeAdd, edit: beforeEdit },
  marks: async (ctx, model, rows) => {
    if (model.resource.name === clinicalData.name) return {}
    const hidden = ctx.engine.masks.hidden(ctx, model).fields
    const read = formOf(ctx, model).content.variables.filter(({ slot }) => !hidden.has(slotName(slot)))
    const odd = (row: AnyRow) =>
      read.flatMap(({ slot, missingCodes }) => {
        const [field, text] = [model.columns.get(slotName(slot))?.field, row[slotName(slot)]]
        const oddity = field && typeof text === 'string' && !missingCodes.includes(text) ? oddityOf(field, text) : undefined
        return oddity ? [[slotName(slot), [oddity]] as const] : []
      })
    const marked = rows.map((row) => [row.id, odd(row)] as const).filter(([, cells]) => cells.length > 0)
    return Object.fromEntries(marked.map(([id, cells]) => [id, Object.fromEntries(cells)]))
  },
})
