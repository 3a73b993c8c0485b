import { serve } from '#server'
import { clinicalData } from '../index.ts'
import { beforeAdd, beforeEdit, beforeRestore, held, lockScope, secondEntryBlockers, submitBlockers, written } from './change.ts'
import { provider } from './form.ts'
import { asks } from './asked.ts'
import { marksOf } from './marks.ts'
import { draftsHoldBack } from './draft.ts'
import { replayCells } from './replay.ts'
import { entryRoutes } from './entry-routes.ts'
import { clinicalRoutes } from './routes.ts'

/** The forms that the published version of some study has. */
const SOURCE = `SELECT f.id, f.version, f.study, f.code, f.name, f.name_en, NULL::text AS state, NULL::timestamptz AS deleted_at FROM study_form f
  WHERE EXISTS (SELECT 1 FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE v.form = f.id AND d.state = 'published')`

export default serve(clinicalData, {
  source: () => SOURCE,
  provider,
  asks,
  written,
  replay: replayCells,
  lockScope,
  held: async (ctx, model, rows) => (model.resource.name === clinicalData.name ? {} : held(ctx, model, rows)),
  holdsBack: draftsHoldBack,
  routes: (declare) => {
    clinicalRoutes(declare)
    entryRoutes(declare)
  },
  gates: { submitted: submitBlockers, verified: secondEntryBlockers },
  before: { add: beforeAdd, edit: beforeEdit, restore: beforeRestore },
  marks: async (ctx, model, rows) => (model.resource.name === clinicalData.name ? {} : marksOf(ctx, model, rows)),
})
